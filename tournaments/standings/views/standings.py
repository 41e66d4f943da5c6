"""Pages of standings."""

from contextlib import contextmanager
from functools import partial
from urllib.parse import quote, urlencode

from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ... import access
from ...history.cache import load_history
from ...rules.errors import RuleViolation
from ...rules.tiebreakers import TIEBREAKERS
from ...web.answers import csv_response
from ...web.forms import parse_whole_number, search_text
from ...web.layout import render_live, render_page
from ...web.status import get_event_status
from ...web.turns import TooBusy, take_turn
from ...web.wording import escape_formula
from ..pages import forecast
from ..pages.blocks import (
    ALL,
    BLOCK_ROWS,
    MAX_WHOLE_ROWS,
    UnknownBlockError,
    choose_block,
    choose_found,
    find_block,
    list_blocks,
)
from ..pages.published import compare_with_published
from ..pages.standings import columns_of, find_phase_with_columns, get_standings_page, list_phase_points
from .explanation import PART, Explanation, explanation_response, read_cell

FRAGMENTS = {"table": "standings/_table.jinja", "head": "standings/_head.jinja"}
# Columns of which every selection is cached, for the live standings.
MAX_SELECTABLE_COLUMNS = 5
# The id of a player.
MAX_PLAYER_LENGTH = 200


@require_safe
def standings_page(request, slug, phase=None):
    """Show standings, live by default; `after`, `hide`, `open`, `columns` and `format=csv` in the address.

    Long ones come in blocks: `block` is a number or `all`, `player` leads to the block with a player, and
    `find` shows the players of a name.
    """
    event = access.get_visible_event(request, slug)
    after = parse_whole_number(request.GET.get("after", ""), digits=3)
    hidden, shows_hidden = hidden_columns(request, event, phase), shows_hidden_points(request, event)
    options = {"phase": phase, "after": after, "hidden_columns": hidden, "runs": shows_hidden}
    here = partial(standings_address, event, phase, after=after, hide=",".join(hidden))
    if address := address_of_player(request, event, options, here):
        return redirect(address)
    block, find = read_block(request), search_text(request, "find")
    address = here(find=find) if find else here(block=block if block != 1 else "")
    explanation = Explanation(event, address, read_cell(request), options)
    if request.GET.get("part") == PART:
        return explanation_response(explanation)
    choose = partial(choose_found, find) if find else partial(choose_block, block)

    def fragment_context():
        with violations_as_404():
            table = get_standings_page(event, **options, choose=choose)
        links, comparison = page_links(event, table, phase, hidden), compare_with_published(event, table)
        links |= {"open": open_address(address), "all": here()}
        if comparison:
            links["published"] = reverse("published", args=[event.slug, *phase_args(phase), comparison.round])
        return {
            "standings": table,
            "links": links,
            "comparison": comparison,
            "find": find,
            "most_found": BLOCK_ROWS,
            "block": block,
            "blocks": block_links(table, here),
        }

    def page_context(layout):
        kept = {"after": after, "hide": ",".join(hidden)}
        context = {
            "path": here().partition("?")[0],
            "find": find,
            "has_search": layout.players > MAX_WHOLE_ROWS,
            "kept": [(name, value) for name, value in kept.items() if value],
        }
        if "columns" not in request.GET:
            return context | {"columns_open": False}
        return context | columns_panel(
            event, phase, hidden, partial(standings_address, event, phase, after=after)
        )

    if request.GET.get("format") == "csv":
        choose = list
        with take_turn(event):
            rows = csv_rows(event, fragment_context()["standings"])
            return csv_response(f"{event.slug}-standings.csv", rows)
    try:
        return render_live(
            request,
            event,
            "standings",
            "standings/page.jinja",
            FRAGMENTS,
            fragment_context,
            page_context,
            params={
                "phase": phase,
                "after": after,
                "hide": hidden,
                "runs": shows_hidden,
                "block": block,
                "find": find,
            },
            cached=is_cached(event, phase, after, hidden, find),
            complete=explanation.insert if explanation.cell else None,
        )
    except UnknownBlockError as unknown:
        context = {"count": unknown.count, "rows": BLOCK_ROWS, "all": here(block=ALL), "first": here()}
        return render_page(request, event, "standings", "standings/unknown_block.jinja", context, status=404)


def is_cached(event, phase, after, hidden, find) -> bool:
    """Return whether all visitors share these standings: not those of a search or of an unusual selection."""
    return not find and (
        not hidden or (after is None and len(columns_to_show(event, phase)) <= MAX_SELECTABLE_COLUMNS)
    )


def read_block(request) -> int | str | None:
    """Return the number of the block in the address, by default the first, or `all`; None for other text.

    A number with zeros before it is other text, so that each block has one address.
    """
    values = request.GET.getlist("block") or ["1"]
    if values == [ALL]:
        return ALL
    if len(values) > 1 or values[0].startswith("0"):
        return None
    return parse_whole_number(values[0], digits=3)


def address_of_player(request, event, options, here) -> str:
    """Return the address of the block with the `player` of the address, or of an explanation's; else empty.

    It keeps what is open, and the part that is asked for. `here` returns the address of these standings.
    """
    wanted, cell = request.GET.get("player", "")[:MAX_PLAYER_LENGTH], read_cell(request)
    is_explanation = cell and "part" not in request.GET and not {"block", "find"} & request.GET.keys()
    if not wanted and not is_explanation:
        return ""
    player = wanted or cell[0]
    try:
        with violations_as_404(), take_turn(event):
            block = find_block(event, player, **options)
    except TooBusy:
        if wanted:
            raise
        return ""
    if not wanted and block in (None, 1):
        return ""
    kept = {name: request.GET[name] for name in ("open", "part") if name in request.GET}
    address = here(block=block if block != 1 else "", **kept)
    if "part" in kept:
        return address
    return f"{address}#open" if is_explanation else f"{address}#row-{quote(player, safe='')}"


def block_links(table, here) -> list:
    """Return (label, address, number) of each block of long standings, then of the whole list."""
    blocks = [
        (f"{block.first}–{block.last}", here(block=block.number if block.number > 1 else ""), block.number)
        for block in list_blocks(table)
    ]
    return blocks and [*blocks, (gettext("Show all"), here(block=ALL), ALL)]


def open_address(address: str) -> str:
    """Return the beginning of a link that opens an explanation: only a query, which player and column end."""
    query = address.partition("?")[2]
    return f"?{query}&open=" if query else "?open="


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
        "comparison": comparison,
        "rows": sorted(comparison.rows, key=published_order),
        "lists": range(1, comparison.count + 1) if comparison.count > 1 else (),
        "now": standings_address(event, phase, after=number),
    }
    return render_page(request, event, "standings", "standings/published.jinja", context)


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
    """Return the links of the page: other rounds and phases, columns, CSV."""
    hide, last = ",".join(hidden), table.rounds[-1] if table.rounds else None
    return {
        "live": standings_address(event, phase, hide=hide),
        "last": standings_address(event, phase, after=last, hide=hide) if last else "",
        "columns": standings_address(event, phase, after=table.after, hide=hide, columns=1),
        "csv": standings_address(event, phase, after=table.after, hide=hide, format="csv"),
        "after": [
            (number, standings_address(event, phase, after=number, hide=hide)) for number in table.rounds
        ],
        "phases": [(name, standings_address(event, number)) for number, name in table.other_phases],
    }


def csv_rows(event, table):
    """Yield one line per player with plain numbers; final standings have the points of each phase."""
    if table.is_final:
        phases = list_phase_points(load_history(event))
        names = [escape_formula(f"points {name}") for name, _points in phases]
        yield "rank", "player", "record", *names
        for row in table.standings.rows:
            points = [of_player.get(row.player, "") for _name, of_player in phases]
            yield row.rank, escape_formula(row.name), row.record, *points
        return
    keys = [column.key for column in table.columns]
    yield "rank", "player", "record", "points", *keys
    for row in table.standings.rows:
        values = [row.values[key] for key in keys]
        yield row.rank, escape_formula(row.name), row.record, row.points, *values


@require_safe
def forecast_page(request, slug):
    """Show certain and likely qualifiers, and the results that each player needs."""
    event = access.get_visible_event(request, slug)

    return render_live(
        request,
        event,
        "standings",
        "standings/forecast.jinja",
        {"forecast": "standings/_forecast.jinja"},
        lambda: {"forecast": forecast.build_forecast(event)},
        params={"chances": event.chances_at},
    )


def columns_panel(event, phase, hidden, here):
    """Return the panel in which the viewer hides columns; `here` returns the address of these standings."""
    phase_with_columns = find_phase_with_columns(event, phase)
    if phase_with_columns is None:
        return {"columns_open": False}
    visible_columns = columns_of(column.key for column in phase_with_columns.settings.columns)
    return {
        "columns_open": True,
        "number": phase_with_columns.number,
        "toggles": column_toggles(visible_columns, hidden, here),
        "done": here(hide=",".join(hidden)),
    }


def column_toggles(visible_columns, hidden, here):
    """Return a link to hide or show each column."""
    toggles = []
    for column in visible_columns:
        keys = [other.key for other in visible_columns if (other.key in hidden) != (other.key == column.key)]
        address = here(hide=",".join(keys), columns=1)
        toggles.append({"label": column.label, "is_hidden": column.key in hidden, "address": address})
    return toggles
