"""Standings: live or after any round."""

import csv
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ... import access
from ...queries.events.status import get_event_status
from ...queries.history.cache import load_history
from ...queries.standings.columns import find_phase_with_columns
from ...queries.standings.published import compare_with_published
from ...queries.standings.standings_page import get_standings_page, list_phase_points
from ...queries.wording.csv import escape_formula
from ...rules.errors import RuleViolation
from ...rules.tiebreakers import TIEBREAKERS
from ..http.forms import parse_whole_number
from ..http.live import render_live_page
from ..http.page_layout import get_page_layout
from ..http.turns import take_turn
from .columns_panel import columns_panel
from .explanations import PART, Explanation, explanation_response, read_cell

FRAGMENTS = {"table": "standings/_table.jinja", "head": "standings/_head.jinja"}
# Columns of which every selection is cached, for the live standings.
MAX_SELECTABLE_COLUMNS = 5


@require_safe
def standings_page(request, slug, phase=None):
    """Show standings, live by default; `after`, `hide`, `open`, `columns` and `format=csv` in the address."""
    event = access.get_visible_event(request, slug)
    after = parse_whole_number(request.GET.get("after", ""), digits=3)
    hidden, shows_hidden = hidden_columns(request, event, phase), shows_hidden_points(request, event)
    address = standings_address(event, phase, after=after, hide=",".join(hidden))
    options = {"phase": phase, "after": after, "hidden_columns": hidden, "runs": shows_hidden}
    explanation = Explanation(event, address, read_cell(request), options)
    if request.GET.get("part") == PART:
        return explanation_response(explanation)

    def fragment_context():
        with violations_as_404():
            table = get_standings_page(event, **options)
        links, comparison = page_links(event, table, phase, hidden), compare_with_published(event, table)
        if comparison:
            links["published"] = reverse("published", args=[event.slug, *phase_args(phase), comparison.round])
        return {"event": event, "standings": table, "links": links, "comparison": comparison}

    def page_context(event_status):
        layout = get_page_layout(request, event, "standings", event_status)
        page = {"layout": layout, "event": event, "columns_open": False}
        if "columns" in request.GET:
            page |= columns_panel(event, phase, hidden, partial(standings_address, event, phase, after=after))
        return page

    if request.GET.get("format") == "csv":
        with take_turn(event):
            return csv_response(event, fragment_context()["standings"])
    return render_live_page(
        request,
        event,
        "standings/page.jinja",
        FRAGMENTS,
        fragment_context,
        page_context,
        params={"phase": phase, "after": after, "hide": hidden, "runs": shows_hidden},
        cached=not hidden or (after is None and len(columns_to_show(event, phase)) <= MAX_SELECTABLE_COLUMNS),
        complete=explanation.insert if explanation.cell else None,
    )


@contextmanager
def violations_as_404():
    """Respond 404 for an unknown phase or round."""
    try:
        yield
    except RuleViolation:
        raise Http404 from None


def shows_hidden_points(request, event):
    """Return whether this viewer sees points that are hidden from players."""
    return access.can_see_hidden(request, event) and get_event_status(event).is_hidden


@require_safe
def published_page(request, slug, number, phase=None):
    """Show the standings as published after a round, compared with the current ones."""
    event = access.get_visible_event(request, slug)
    listed = parse_whole_number(request.GET.get("list", ""), digits=3)
    with violations_as_404(), take_turn(event):
        table = get_standings_page(event, phase, number, runs=shows_hidden_points(request, event))
        comparison = compare_with_published(event, table, listed)
    if comparison is None:
        raise Http404
    context = {
        "layout": get_page_layout(request, event, "standings"),
        "event": event,
        "comparison": comparison,
        "rows": sorted(comparison.rows, key=published_order),
        "lists": range(1, comparison.count + 1) if comparison.count > 1 else (),
        "now": standings_address(event, phase, after=number),
    }
    return render(request, "standings/published.jinja", context)


def published_order(row):
    """Sort by the published rank; players without one come last."""
    rank = row.cells[0].published
    return (not rank.isdecimal(), int(rank) if rank.isdecimal() else 0, row.name)


def hidden_columns(request, event, phase):
    """Return the keys of the phase's columns that the viewer hides, in the registry's order."""
    keys = request.GET.get("hide", "")[:400].split(",")
    known = {key for key in keys if key in TIEBREAKERS}
    known &= columns_to_show(event, phase) if known else set()
    return tuple(key for key in TIEBREAKERS if key in known)


def columns_to_show(event, phase) -> set[str]:
    """Return the keys of the phase's columns; none of finals."""
    phase_with_columns = find_phase_with_columns(event, phase)
    return {column.key for column in phase_with_columns.settings.columns} if phase_with_columns else set()


def standings_address(event, phase, **params):
    """Return the address of standings; empty values are left out."""
    params = {name: value for name, value in params.items() if value not in (None, "")}
    query = f"?{urlencode(params, safe=',:')}" if params else ""
    return reverse("standings", args=[event.slug, *phase_args(phase)]) + query


def phase_args(phase) -> list:
    """Return the phase as URL arguments; none for the default phase."""
    return [] if phase is None else [phase]


def page_links(event, table, phase, hidden):
    """Return the links of the page: other rounds and phases, columns, CSV.

    `open` is only a query, to which player and column are appended.
    """
    hide, last = ",".join(hidden), table.rounds[-1] if table.rounds else None
    query = standings_address(event, phase, after=table.after, hide=hide).partition("?")[2]
    return {
        "open": f"?{query}&open=" if query else "?open=",
        "live": standings_address(event, phase, hide=hide),
        "last": standings_address(event, phase, after=last, hide=hide) if last else "",
        "columns": standings_address(event, phase, after=table.after, hide=hide, columns=1),
        "csv": standings_address(event, phase, after=table.after, hide=hide, format="csv"),
        "after": [
            (number, standings_address(event, phase, after=number, hide=hide)) for number in table.rounds
        ],
        "phases": [(name, standings_address(event, number)) for number, name in table.other_phases],
    }


def csv_response(event, table):
    """Return one line per player with plain numbers; final standings have the points of each phase."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-standings.csv"'
    writer = csv.writer(response)
    if table.is_final:
        phases = list_phase_points(load_history(event))
        names = [escape_formula(f"points {name}") for name, _points in phases]
        writer.writerow(["rank", "player", "record", *names])
        for row in table.standings.rows:
            points = [of_player.get(row.player, "") for _name, of_player in phases]
            writer.writerow([row.rank, escape_formula(row.name), row.record, *points])
        return response
    keys = [column.key for column in table.columns]
    writer.writerow(["rank", "player", "record", "points", *keys])
    for row in table.standings.rows:
        values = [row.values[key] for key in keys]
        writer.writerow([row.rank, escape_formula(row.name), row.record, row.points, *values])
    return response
