"""Standings, and the settings of their columns."""

from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from urllib.parse import quote, urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from .. import access
from ..events.actions.events import change_settings
from ..events.pages.settings import preview_settings
from ..history.cache import get_displayed_version, load_history
from ..rules.errors import RuleViolation
from ..rules.rulebooks import RULEBOOKS
from ..rules.tiebreakers import FAMILIES, TIEBREAKERS
from ..web.answers import csv_response, respond_done, run_action
from ..web.forms import parse_whole_number
from ..web.jinja import insert_open_row, render_template
from ..web.layout import STANDINGS, phase_names, render_live, render_page, render_settings_page
from ..web.live import version_text
from ..web.status import get_event_status
from ..web.turns import take_turn
from ..web.wording import escape_formula, rulebook_text
from .forms import (
    MINUS,
    CountingForm,
    columns_in,
    draft_of,
    draft_text,
    number_text,
    parse_columns_form,
    parse_draft,
    stored_as,
)
from .pages import forecast
from .pages.published import compare_with_published
from .pages.standings import (
    ColumnInfo,
    columns_of,
    find_phase_with_columns,
    get_standings_page,
    list_phase_points,
    option_name,
)
from .pages.working import RANK, explain_cell


@dataclass(frozen=True)
class ColumnOption:
    """An option of a column with its value as text."""

    name: str
    label: str
    value: str


@dataclass(frozen=True)
class ColumnEntry:
    """A column of the draft with its error."""

    column: ColumnInfo
    options: tuple[ColumnOption, ...]
    error: str


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


def arrangement_context(event, number, settings, draft, counting):
    """Return the context of the settings: the draft, columns to add, and a preview."""
    used_keys = {*draft.keys, settings.first_column, "points"}
    new_columns = () if draft.errors else columns_in(settings.rulebook, draft)
    changed_fields = counting.typed()
    is_new = bool(changed_fields) or new_columns != settings.columns
    preview = None
    if is_new and not draft.errors and counting.is_valid():
        tiebreakers = stored_as(settings.rulebook, draft)
        preview = preview_settings(event, number, tiebreakers=tiebreakers, **counting.overrides())
    return {
        "entries": [
            ColumnEntry(
                column, column_options(draft, new_columns, column.key), draft.errors.get(column.key, "")
            )
            for column in columns_of(draft.keys)
        ],
        "first": columns_of([settings.first_column])[0],
        "families": families_left(used_keys),
        "presets": [
            (key, rulebook_text(rulebook), key == settings.rulebook.key)
            for key, rulebook in RULEBOOKS.items()
        ],
        "error": draft.errors.get("", ""),
        "is_new": is_new,
        "preview": preview,
        "counting": counting,
        "counting_open": bool(changed_fields) or bool(counting.errors),
        "number": number,
    }


def column_options(draft, new_columns, key):
    """Return the fields of a column, as typed or stored."""
    if TIEBREAKERS[key].takes_after and key not in draft.options:
        return ()
    values = next((column.options for column in new_columns if column.key == key), TIEBREAKERS[key].options)
    options = []
    for name, value in values.items():
        text = number_text(value).replace("-", MINUS)
        options.append(ColumnOption(name, option_name(name), draft.typed.get((key, name), text)))
    return tuple(options)


def families_left(used_keys):
    """Return (name, columns) of each family with columns left to add."""
    left = (
        (gettext(name), columns_of(entry.key for entry in family if entry.key not in used_keys))
        for name, family in FAMILIES
    )
    return [(name, family) for name, family in left if family]


@access.requires(change_settings.permission)
def standings_settings(request, event):
    """Show the columns of a `phase`: the draft of the address or the stored ones.

    POST stores the arranged columns if `use` was pressed, else redirects to their preview. Errors are shown
    at the column, with status 422.
    """
    phases = phase_names(load_history(event))
    number = parse_whole_number((request.POST or request.GET).get("phase", ""), digits=3)
    if request.method != "POST" and number not in phases:
        number = next(iter(phases), None)
    if number not in phases:
        raise Http404
    phase = find_phase_with_columns(event, number)
    now, own = phase.settings, phase.overrides
    if request.method != "POST":
        draft = parse_draft(now.rulebook, request.GET.get("draft")) or draft_of(now.columns)
        return show(request, event, phases, number, draft, CountingForm(request.GET, now=now, own=own))
    draft = parse_columns_form(now.rulebook, request.POST)
    counting = CountingForm(request.POST, now=now, own=own)
    if draft.errors or not counting.is_valid():
        return show(request, event, phases, number, draft, counting)
    address = f"{reverse('settings_standings', args=[event.slug])}?phase={number}"
    if not request.POST.get("use"):
        changes = urlencode(counting.typed() | {"draft": draft_text(draft)}, safe=",:")
        return redirect(f"{address}&{changes}")
    settings = counting.overrides() | {"tiebreakers": stored_as(now.rulebook, draft)}
    if run_action(request, change_settings, event, number, **settings):
        text = gettext("Tiebreakers saved. The standings now use them.")
        return respond_done(request, event, text, "settings_standings", address=address)
    return show(request, event, phases, number, draft, counting)


def show(request, event, phases, number, draft, counting):
    settings = find_phase_with_columns(event, number).settings
    context = {
        "phases": phases.items(),
        "is_paired": any(phase.rounds for phase in load_history(event).phases),
        "rulebook_name": gettext(settings.rulebook.name),
        **arrangement_context(event, number, settings, draft, counting),
    }
    return render_settings_page(request, event, STANDINGS, "events/desk/settings/standings.jinja", context)


PART, TEMPLATE = "explanation", "standings/_opened.jinja"
# A player's id and the key of a column.
MAX_OPEN_LENGTH = 240


def read_cell(request) -> tuple[str, str] | None:
    """Return (player, column) whose explanation is open, or None; the column may be `rank`."""
    player, _, key = request.GET.get("open", "")[:MAX_OPEN_LENGTH].rpartition(":")
    return (player, key) if player and (key in TIEBREAKERS or key == RANK) else None


@dataclass(frozen=True)
class Explanation:
    """The open explanation of standings at an `address`; `options` are those of the page.

    The table is the same for everybody; only the row is rendered for each request.
    """

    event: object
    address: str
    cell: tuple[str, str] | None
    options: dict

    @property
    def close_link(self) -> str:
        """Return the link that closes the explanation: only a query."""
        return f"?{self.address.partition('?')[2]}"

    @property
    def open_link(self) -> str:
        player, key = self.cell
        separator = "" if self.close_link == "?" else "&"
        return f"{self.close_link}{separator}open={quote(player, safe='')}:{key}"

    @cached_property
    def row(self) -> str:
        """Return the HTML of the table's row; empty if these standings do not have the cell."""
        if self.cell is None:
            return ""
        with take_turn(self.event):
            opened = explain_cell(self.event, *self.cell, **self.options)
        if opened is None:
            return ""
        context = {
            "explanation": opened.explanation,
            "width": opened.width,
            "cell": ":".join(self.cell),
            "open_link": self.open_link,
            "close_link": self.close_link,
        }
        return render_template(TEMPLATE, context)

    def insert(self, table: str) -> str:
        """Return the HTML of the table with the row below its player's; the number closes it."""
        return insert_open_row(table, self.row, self.open_link, self.close_link)


def explanation_response(explanation: Explanation) -> HttpResponse:
    """Return the row alone, empty if nothing is open; the browser's address becomes that of the page."""
    try:
        response = HttpResponse(explanation.row)
    except RuleViolation:
        raise Http404 from None
    link = explanation.open_link if explanation.row else explanation.close_link
    response["HX-Push-Url"] = explanation.address.partition("?")[0] + (link if link != "?" else "")
    response["Event-Version"] = version_text(explanation.event, get_displayed_version(explanation.event))
    response["Cache-Control"] = "private, no-cache"
    return response


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
        return {"standings": table, "links": links, "comparison": comparison}

    def page_context(_layout):
        if "columns" not in request.GET:
            return {"columns_open": False}
        return columns_panel(event, phase, hidden, partial(standings_address, event, phase, after=after))

    if request.GET.get("format") == "csv":
        with take_turn(event):
            rows = csv_rows(event, fragment_context()["standings"])
            return csv_response(f"{event.slug}-standings.csv", rows)
    return render_live(
        request,
        event,
        "standings",
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
