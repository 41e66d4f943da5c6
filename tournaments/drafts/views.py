"""Pages of draft pods."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from .. import access
from ..web.forms import (
    done,
    draw_options,
    get_actor,
    get_violation,
    new_idempotency_key,
    parse_whole_number,
    require_form_post,
)
from ..web.layout import get_page_layout
from ..web.live import render_live_page
from ..web.service_worker import store_offline
from ..web.wording import message_text
from .actions import adjust_pods, draw_pods, start_building
from .pages import get_draft_page


@require_safe
@access.requires(access.MANAGE)
def draft_desk(request, event):
    return show(request, event)


def show(request, event, status=200):
    """Show the pods of the current draft; redirect to the desk without one."""
    draft = get_draft_page(event)
    if draft is None:
        return redirect("desk", event.slug)
    context = {
        "layout": get_page_layout(request, event, "round"),
        "event": event,
        "draft": draft,
        "key": new_idempotency_key(),
        "typed": {name: request.POST.get(name, "")[:200] for name in ("kind", "a", "b", "pod")},
    }
    return render(request, "drafts/desk.jinja", context, status=status)


def pods_action(action, toast, read_options=lambda request: {}):
    """Return a view that runs an action on the pods; `read_options` reads its other arguments."""

    @access.requires(action.permission)
    @require_form_post
    def view(request, event):
        if violation := get_violation(action, event, get_actor(request), **read_options(request)):
            messages.error(request, message_text(violation))
            event.refresh_from_db()
            return show(request, event, status=422)
        done(request, event, gettext(toast), "desk_draft")
        return redirect("desk_draft", event.slug)

    return view


def seed(request) -> dict:
    return {"seed": draw_options(request)["seed"]}


def seat_change(request) -> dict:
    options = {name: request.POST.get(name, "")[:200] for name in ("kind", "a", "b")}
    return options | {"pod": parse_whole_number(request.POST.get("pod", "")) or 0}


draw = pods_action(draw_pods, gettext_noop("Pods drawn. Players can see their seats."), seed)
change = pods_action(adjust_pods, gettext_noop("Pods changed"), seat_change)
build = pods_action(start_building, gettext_noop("Deck building started"))

TEMPLATE = "drafts/page.jinja"


@require_safe
@store_offline
def draft_page(request, slug, phase=None):
    """Show the seats of every pod, the timer of picks, and of deck building."""
    event = access.get_visible_event(request, slug)

    def fragment_context():
        draft = get_draft_page(event, phase)
        if draft is None:
            raise Http404
        return {"draft": draft, "event": event}

    def page_context(event_status):
        return {"layout": get_page_layout(request, event, "pairings", event_status), **fragment_context()}

    return render_live_page(
        request,
        event,
        TEMPLATE,
        {"pods": "drafts/_live_pods.jinja"},
        fragment_context,
        page_context,
        params={"phase": phase},
    )
