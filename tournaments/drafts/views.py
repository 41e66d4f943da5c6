"""Pages of draft pods."""

from django.http import Http404
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from .. import access
from ..web.answers import require_form_post, respond_done, run_action
from ..web.forms import draw_options, parse_whole_number
from ..web.layout import render_live, render_page
from ..web.service_worker import store_offline
from .actions import adjust_pods, draw_pods, start_building
from .pages import get_draft_page


def show(request, event):
    """Show the pods of the current draft; redirect to the desk without one."""
    draft = get_draft_page(event)
    if draft is None:
        return redirect("desk", event.slug)
    context = {
        "draft": draft,
        "typed": {name: request.POST.get(name, "")[:200] for name in ("kind", "a", "b", "pod")},
    }
    return render_page(request, event, "round", "drafts/desk.jinja", context)


draft_desk = require_safe(access.requires(access.MANAGE)(show))


def pods_action(action, toast, read_options=lambda request: {}):
    """Return a view that runs an action on the pods; `read_options` reads its other arguments."""

    @access.requires(action.permission)
    @require_form_post
    def view(request, event):
        if not run_action(request, action, event, **read_options(request)):
            return show(request, event)
        return respond_done(request, event, gettext(toast), "desk_draft")

    return view


def seed(request) -> dict:
    return {"seed": draw_options(request)["seed"]}


def seat_change(request) -> dict:
    options = {name: request.POST.get(name, "")[:200] for name in ("kind", "a", "b")}
    return options | {"pod": parse_whole_number(request.POST.get("pod", "")) or 0}


draw = pods_action(draw_pods, gettext_noop("Pods drawn. Players can see their seats."), seed)
change = pods_action(adjust_pods, gettext_noop("Pods changed"), seat_change)
build = pods_action(start_building, gettext_noop("Deck building started"))


@require_safe
@store_offline
def draft_page(request, slug, phase=None):
    """Show the seats of every pod, the timer of picks, and of deck building."""
    event = access.get_visible_event(request, slug)

    def fragment_context():
        draft = get_draft_page(event, phase)
        if draft is None:
            raise Http404
        return {"draft": draft}

    return render_live(
        request,
        event,
        "pairings",
        "drafts/page.jinja",
        {"pods": "drafts/_live_pods.jinja"},
        fragment_context,
        lambda _layout: fragment_context(),
        params={"phase": phase},
    )
