"""A draft at the desk: pods, seat changes, draft timer, deck building."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ... import access
from ...actions.drafts import drafts
from ...queries.drafts.pods_page import get_draft_page
from ...queries.wording.formats import message_text
from ..desk.messages import done
from ..http.forms import get_actor, get_violation, new_idempotency_key, parse_whole_number, require_form_post
from ..http.page_layout import get_page_layout
from ..rounds.desk import draw_options


@require_safe
@access.requires(access.MANAGE)
def draft_page(request, event):
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


draw = pods_action(drafts.draw_pods, gettext_noop("Pods drawn. Players can see their seats."), seed)
change = pods_action(drafts.adjust_pods, gettext_noop("Pods changed"), seat_change)
build = pods_action(drafts.start_building, gettext_noop("Deck building started"))
