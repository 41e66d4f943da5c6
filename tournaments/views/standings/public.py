"""Standings: live or after any round, with the working behind each number."""

import csv
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ... import access
from ...queries.events.status import facts_of
from ...queries.history.cache import history_of
from ...queries.standings.published import beside
from ...queries.standings.rank_explanation import RANK
from ...queries.standings.standings_page import standings_shown
from ...queries.wording.csv import safe
from ...rules.errors import RuleViolation
from ...rules.tiebreakers import TIEBREAKERS
from ..http.live import render_live_page
from ..http.numbers import whole
from ..http.page_frame import frame_for
from .columns_panel import columns_panel

# The table polls and brings the heading along.
FRAGMENTS = {"table": "standings/_table.jinja", "head": "standings/_head.html"}
# A player's id and the key of a column.
LONGEST_OPEN = 240


def show_standings(request, slug, phase=None, refused=None, status=200):
    """Standings, live by default; `after`, `hide`, `open`, `columns` and `format=csv` in the address.

    The panel of columns shows the draft of the columns and the CountingForm that were `refused`.
    """
    event = access.event_to_see(request, slug)
    after, hidden, opened = after_of(request), hidden_of(request), opened_of(request, event)
    runs = sees_hidden(request, event)

    def fragment_context():
        with violations_as_404():
            shown = standings_shown(event, phase, after, hidden, opened, runs=runs)
        links, kept = links_of(event, shown, phase, hidden), beside(event, shown)
        if kept:
            links["published"] = reverse("published", args=[event.slug, *phase_in(phase), kept.round])
        return {"event": event, "shown": shown, "links": links, "kept": kept}

    def page_context(facts):
        frame = frame_for(request, event, "standings", facts)
        page = {"frame": frame, "event": event}
        if refused or "columns" in request.GET:
            here = partial(address_of, event, phase, after=after)
            page |= columns_panel(request, event, phase, hidden, access.COURSE in frame.may, refused, here)
        return page

    if request.GET.get("format") == "csv":
        return as_csv(event, fragment_context()["shown"])
    return render_live_page(
        request,
        event,
        "standings/page.html",
        FRAGMENTS,
        fragment_context,
        page_context,
        params={"phase": phase, "after": after, "hide": hidden, "open": opened, "runs": runs},
        address="" if status == 200 else address_of(event, phase),
        status=status,
    )


standings_page = require_safe(show_standings)


@contextmanager
def violations_as_404():
    """Answer 404 where a phase or round is asked for that there is not."""
    try:
        yield
    except RuleViolation:
        raise Http404 from None


def sees_hidden(request, event):
    """Whether there is anything that is hidden from players and this viewer sees."""
    return access.sees_hidden(request, event) and facts_of(event).is_hidden


@require_safe
def published_page(request, slug, number, phase=None):
    """The standings after a round as they were published, beside what they are now."""
    event = access.event_to_see(request, slug)
    with violations_as_404():
        shown = standings_shown(event, phase, number, runs=sees_hidden(request, event))
    kept = beside(event, shown, whole(request.GET.get("list", ""), digits=3))
    if kept is None:
        raise Http404
    context = {
        "frame": frame_for(request, event, "standings"),
        "event": event,
        "beside": kept,
        "rows": sorted(kept.rows, key=published_order),
        "lists": range(1, kept.count + 1) if kept.count > 1 else (),
        "now": address_of(event, phase, after=number),
    }
    return render(request, "standings/published.html", context)


def published_order(row):
    """By the rank that was published; who stood in no list comes last."""
    rank = row.cells[0].was
    return (not rank.isdecimal(), int(rank) if rank.isdecimal() else 0, row.name)


def after_of(request):
    """The round asked for; None, and so the live standings, for anything but a number."""
    return whole(request.GET.get("after", ""), digits=3)


def hidden_of(request):
    """Keys of the columns that this viewer leaves out, in the registry's order; others are ignored."""
    asked = request.GET.get("hide", "")[:400].split(",")
    return tuple(key for key in TIEBREAKERS if key in asked)


def opened_of(request, event):
    """(player, column) whose working is open, the column maybe `rank`; two empty texts for none."""
    player, _, key = request.GET.get("open", "")[:LONGEST_OPEN].rpartition(":")
    is_known = player and (key in TIEBREAKERS or key == RANK) and player in history_of(event).names
    return (player, key) if is_known else ("", "")


def address_of(event, phase, **asked):
    """The address of standings; what is None or empty is left out."""
    place = [event.slug, *phase_in(phase)]
    told = {name: value for name, value in asked.items() if value not in (None, "")}
    query = f"?{urlencode(told, safe=',:')}" if told else ""
    return reverse("standings", args=place) + query


def phase_in(phase) -> list:
    """What an address has of the phase; nothing where it asks for the one to show."""
    return [] if phase is None else [phase]


def links_of(event, shown, phase, hidden):
    """Where the page leads: other rounds and phases, its columns, its file; `open` and `close` are
    queries alone, and `open` waits for a player and a column."""
    hide, last = ",".join(hidden), shown.rounds[-1] if shown.rounds else None
    kept = address_of(event, phase, after=shown.after, hide=hide).partition("?")[2]
    return {
        "close": f"?{kept}",
        "open": f"?{kept}&open=" if kept else "?open=",
        "live": address_of(event, phase, hide=hide),
        "last": address_of(event, phase, after=last, hide=hide) if last else "",
        "columns": address_of(event, phase, after=shown.after, hide=hide, columns=1),
        "csv": address_of(event, phase, after=shown.after, hide=hide, format="csv"),
        "after": [(number, address_of(event, phase, after=number, hide=hide)) for number in shown.rounds],
        "phases": [(name, address_of(event, number)) for number, name in shown.others],
    }


def as_csv(event, shown):
    """The standings for a spreadsheet: a line a player, numbers as they are."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-standings.csv"'
    keys = [column.key for column in shown.columns]
    writer = csv.writer(response)
    writer.writerow(["rank", "player", "record", "points", *keys])
    for row in shown.found.rows:
        values = [row.values[key] for key in keys]
        writer.writerow([row.rank, safe(row.name), row.record, row.points, *values])
    return response
