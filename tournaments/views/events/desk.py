"""The desk: next step, missing results, keyboard entry."""

from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ... import access
from ...actions.change import SUBMIT_REPORT
from ...actions.log import undo as undo_actions
from ...queries.desk.dashboard import desk_of
from ...queries.events.status import get_desk_status
from ...queries.history.load import event_from_row
from ...queries.log import log_page
from ...queries.results.keyboard_entry import get_quick_entry
from ...rules.history import FINISHED, PUBLISHED
from ..http.forms import get_actor, new_idempotency_key
from ..http.live import render_live_page
from ..http.page_frame import get_page_layout

TEMPLATE = "desk/desk.html"
FRAGMENTS = {"progress": "desk/_progress.jinja", "lists": "desk/_lists.jinja"}
RECENT_ACTIONS = 6
NOTHING_TYPED = {"table": "", "first": "", "second": "", "drawn": "", "said": ""}


@require_safe
@access.requires(access.VIEW_DESK)
def desk_page(request, event):
    return show(request, event)


def show(request, event, status=200, typed=None, hall=None):
    """The desk, within the user's permissions.

    After a refused form it shows what was `typed` with the error, or the refused `hall` form.
    """
    permissions = access.get_permissions(request, event)

    def fragment_context():
        desk = desk_of(event)
        undoable = [one.id for one in undo_actions.undoable(event) if access.can_undo(permissions, one)]
        lines = log_page.lines_of(event, 0, RECENT_ACTIONS, undoable, without=[SUBMIT_REPORT])
        return {"desk": desk, "event": event, "lines": lines, "may": permissions}

    def page_context(facts):
        frame = get_page_layout(request, event, "desk", facts)
        entry = {**entry_context(event, typed), **hall_context(event, hall or {})}
        takes_results = frame.round_state in (PUBLISHED, FINISHED)
        takes_results = takes_results and facts.state != "ended" and access.RESULTS in permissions
        return {
            "frame": frame,
            "event": event,
            "key": new_idempotency_key(),
            "takes_results": takes_results,
            **entry,
        }

    return render_live_page(
        request,
        event,
        TEMPLATE,
        FRAGMENTS,
        fragment_context,
        page_context,
        params={"may": sorted(permissions)},
        address=reverse("desk", args=[event.slug]),
        status=status,
        facts=get_desk_status,
        shared=False,
    )


def hall_context(event, typed, sent=""):
    """Return the context of the on-site forms; `typed` are refused ones, `sent` is the request's key."""
    announcement = event_from_row(event).announcement
    return {
        "hall_key": new_idempotency_key(sent),
        "extending": typed.get("extend"),
        "announcing": typed.get("announce"),
        "announced": announcement.text if announcement else "",
    }


def entry_context(event, typed=None, stored="", undo="", sent=""):
    """Return the context of the keyboard entry: what was `typed` and refused, or what was `stored`.

    `sent` is the key of the request, empty on a new page.
    """
    typed = typed or {}
    return {
        "event": event,
        "entry_key": new_idempotency_key(sent),
        "typed": {**NOTHING_TYPED, **typed.get("values", {})},
        "error": typed.get("error", ""),
        "sure": typed.get("sure", ""),
        "focus": typed.get("focus", "table"),
        "band": get_quick_entry(event),
        "stored": stored,
        "undo": undo,
    }


def entry_band(request, event, status=200, **entry):
    """Respond with the keyboard entry alone."""
    context = entry_context(event, sent=get_actor(request).key, **entry)
    return render(request, "desk/_entry.html", context, status=status)
