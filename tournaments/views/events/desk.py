"""The desk: the next step, what is missing, results by keyboard."""

from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ... import access
from ...actions.change import CLAIM
from ...actions.log import undo as undoing
from ...queries.desk.dashboard import desk_of
from ...queries.events.status import desk_facts_of
from ...queries.history.load import event_of
from ...queries.log import log_page
from ...queries.results.keyboard_entry import band_of
from ...rules.history import FINISHED, PUBLISHED
from ..http.forms import by, new_key
from ..http.live import render_live_page
from ..http.page_frame import frame_for

TEMPLATE = "desk/desk.html"
FRAGMENTS = {"progress": "desk/_progress.jinja", "lists": "desk/_lists.jinja"}
JUST_DONE = 6
NOTHING_TYPED = {"table": "", "first": "", "second": "", "drawn": "", "said": ""}


@require_safe
@access.may(access.LOOK)
def desk_page(request, event):
    return show(request, event)


def show(request, event, status=200, typed=None, hall=None):
    """The desk, as far as who looks may use it; after a refusal with what was `typed` and its words, or the
    refused form of the `hall`."""
    may = access.rights(request, event)

    def fragment_context():
        desk = desk_of(event)
        undoable = [one.id for one in undoing.undoable(event) if access.may_take_back(may, one)]
        lines = log_page.lines_of(event, 0, JUST_DONE, undoable, without=[CLAIM])
        return {"desk": desk, "event": event, "lines": lines, "may": may}

    def page_context(facts):
        frame = frame_for(request, event, "desk", facts)
        entry = {**entry_context(event, typed), **hall_context(event, hall or {})}
        takes = frame.round_state in (PUBLISHED, FINISHED)
        takes = takes and facts.state != "ended" and access.RESULTS in may
        return {"frame": frame, "event": event, "key": new_key(), "takes_results": takes, **entry}

    return render_live_page(
        request,
        event,
        TEMPLATE,
        FRAGMENTS,
        fragment_context,
        page_context,
        params={"may": sorted(may)},
        address=reverse("desk", args=[event.slug]),
        status=status,
        facts=desk_facts_of,
        shared=False,
    )


def hall_context(event, typed, sent=""):
    """What the forms of the hall show: those `typed` and refused, by name; `sent` as of the entry."""
    said = event_of(event).announcement
    return {
        "hall_key": new_key(sent),
        "extending": typed.get("extend"),
        "announcing": typed.get("announce"),
        "announced": said.text if said else "",
    }


def entry_context(event, typed=None, stored="", undo="", sent=""):
    """What the entry band shows: what was `typed` and refused, or what has just been `stored`.

    `sent` is the key with which the band came, empty on a new page.
    """
    typed = typed or {}
    return {
        "event": event,
        "entry_key": new_key(sent),
        "typed": {**NOTHING_TYPED, **typed.get("values", {})},
        "error": typed.get("error", ""),
        "sure": typed.get("sure", ""),
        "focus": typed.get("focus", "table"),
        "band": band_of(event),
        "stored": stored,
        "undo": undo,
    }


def entry_band(request, event, status=200, **entry):
    """The entry band alone, as the answer to what was typed into it."""
    context = entry_context(event, sent=by(request).key, **entry)
    return render(request, "desk/_entry.html", context, status=status)
