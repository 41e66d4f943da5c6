"""The desk: next step, keyboard entry, the round's tables, clock and inbox."""

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ... import access
from ...actions.log import undo as undo_actions
from ...changes.registry import action_names
from ...queries.desk.dashboard import get_dashboard
from ...queries.events.status import get_desk_status
from ...queries.log import log_page
from ...queries.players.own_history import opening_before_start
from ...queries.players.picks import get_picks
from ...queries.results.entry_page import get_result_entry
from ...queries.results.keyboard_entry import get_quick_entry
from ...queries.standings.chances import get_desk_chances
from ...rules.history import FINISHED, PUBLISHED
from ...rules.rounds.announcements import ANNOUNCEMENT_MINUTES
from ..http.forms import get_actor, new_idempotency_key, parse_whole_number
from ..http.live import render_live_page, render_out_of_band, version_text
from ..http.page_layout import get_page_layout
from ..results import tables

TEMPLATE = "desk/page.jinja"
FRAGMENTS = {
    "progress": "desk/_progress.jinja",
    "clock": "desk/_clock.jinja",
    "inbox": "desk/_inbox.jinja",
    "picks": "players/_picks.jinja",
    "tables": "desk/_tables.jinja",
    "activity": "desk/_activity.jinja",
    "chances": "desk/_chances.jinja",
}
# What a pressed button may change beside its own place; the tables stay in their order until the next poll.
AROUND = {name: FRAGMENTS[name] for name in ("progress", "clock", "inbox", "activity")}
RECENT_ACTIONS = 6
EMPTY_ENTRY = {"table": "", "first": "", "second": "", "drawn_games": "", "result_text": ""}


@require_safe
@access.requires(access.VIEW_DESK)
def desk_page(request, event):
    """Show the desk; `table` in the address opens one table in full, `round` an earlier round."""
    phase, number, table = (number_in(request, name) for name in ("phase", "round", "table"))
    if table is None and number is None:
        return show(request, event)
    entry = get_result_entry(event, phase, number)
    if entry is None:
        raise Http404
    if entry.is_draft or (table is None and is_current(event, entry)):
        return show(request, event)
    return tables.show(request, event, phase, number, table)


def number_in(request, name):
    """Return a number of the address, None if it is missing; 404 for anything else."""
    text = request.GET.get(name)
    number = None if text is None else parse_whole_number(text)
    if text is not None and number is None:
        raise Http404
    return number


def is_current(event, entry) -> bool:
    current = get_result_entry(event)
    return current is not None and (entry.phase, entry.round) == (current.phase, current.round)


def show(request, event, status=200, typed=None, on_site_forms=None):
    """Show the desk, within the user's permissions.

    `typed` is a refused result with its error, `on_site_forms` is a refused announcement or time extension.
    """
    permissions = access.get_permissions(request, event)

    def fragment_context():
        context = around_context(request, event)
        row = tables.row_context(request, event, context["desk"].version)
        return context | row | {"picks": get_picks(event), "chances": get_desk_chances(event)}

    def page_context(event_status):
        layout = get_page_layout(request, event, "desk", event_status)
        has_results = layout.round_state in (PUBLISHED, FINISHED) and event_status.state != "ended"
        return {
            "layout": layout,
            "event": event,
            "key": new_idempotency_key(),
            "keys": new_idempotency_key,
            "takes_results": has_results and access.ENTER_RESULTS in permissions,
            **quick_entry_context(event, typed),
            **on_site_context(event_status, on_site_forms or {}),
        }

    return render_live_page(
        request,
        event,
        TEMPLATE,
        FRAGMENTS,
        fragment_context,
        page_context,
        # Check-in opens and closes by time, too.
        params={
            "permissions": sorted(permissions),
            "check_in": opening_before_start(event),
            "chances": event.chances_at,
        },
        address=reverse("desk", args=[event.slug]),
        status=status,
        get_status=get_desk_status,
        shared=False,
    )


def around_context(request, event):
    """Return the context of the fragments around the tables."""
    permissions = access.get_permissions(request, event)
    undoable = [entry.id for entry in undo_actions.undoable(event) if access.can_undo(permissions, entry)]
    # The tables and lists show these.
    quiet = action_names(lambda action: action.is_quiet or action.self_service)
    return {
        "desk": get_dashboard(event),
        "event": event,
        "permissions": permissions,
        "lines": log_page.get_log_lines(event, 0, RECENT_ACTIONS, undoable, without=quiet),
    }


def with_desk_around(request, event, response):
    """Add the fragments around the tables to the answer to a pressed button, and the version they show."""
    context = around_context(request, event)
    response.write(render_out_of_band(AROUND, context, get_desk_status(event)))
    response["Event-Version"] = version_text(event, context["desk"].version)
    return response


def on_site_context(event_status, forms, sent_key=""):
    """Return the context of the on-site forms; `forms` are refused ones, `sent_key` is the request's key."""
    return {
        "on_site_key": new_idempotency_key(sent_key),
        "extension_form": forms.get("extend"),
        "announcement_form": forms.get("announce"),
        "announcement": event_status.announcement,
        "can_end_with_round": event_status.round_state == PUBLISHED,
        "announcement_minutes": ANNOUNCEMENT_MINUTES,
        "done": "",
    }


def quick_entry_context(event, typed=None, stored="", undo="", sent_key=""):
    """Return the context of the keyboard entry; `typed` is a refused result, `stored` an accepted one.

    `sent_key` is the key of the request, empty on a new page.
    """
    typed = typed or {}
    return {
        "event": event,
        "entry_key": new_idempotency_key(sent_key),
        "typed": {**EMPTY_ENTRY, **typed.get("values", {})},
        "error": typed.get("error", ""),
        "confirmed_result": typed.get("confirmed_result", ""),
        "focus": typed.get("focus", "table"),
        "quick_entry": get_quick_entry(event),
        "stored": stored,
        "undo": undo,
    }


def render_quick_entry(request, event, status=200, **entry):
    """Return the keyboard entry without the rest of the page."""
    context = quick_entry_context(event, sent_key=get_actor(request).key, **entry)
    return render(request, "desk/_quick_entry.jinja", context, status=status)
