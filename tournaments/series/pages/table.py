"""The table of a series as pages show it, with the explanation of each number."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext

from ...history.cache import load_history
from ...rules.finals_systems.system import ordinal
from ...rules.history import SWISS
from ...rules.pairing import Reason
from ...rules.series.divisions import division_tables
from ...rules.series.outlook import ComingEvent, SeriesOutlook, season_outlook
from ...rules.series.rows import SeriesCell, SeriesRow, explain_cell, explain_total
from ...rules.series.series_rules import BY_RECORD, Number, SeriesScoring, number_text
from ...rules.series.table import RankedRow, SeriesTable
from ...web.wording import message_text
from .loading import COMING, COUNTED, LIVE, SeriesColumn, SeriesFacts, exact_decimal, hides_points

# What is opened besides the cell of an event.
RANK, OTHER, TOTAL = "rank", "other", "total"
# Texts of cells without a number.
NONE, NOT_YET = "–", "·"


@dataclass(frozen=True)
class TableCell:
    """A cell of the table; `key` of the column opens its explanation, empty without a result."""

    text: str
    key: str = ""
    is_struck: bool = False
    has_won: bool = False
    is_ahead: bool = False


@dataclass(frozen=True)
class TableRow:
    """A row: `profile` is the id of the person if the profile is public, `need` what is still possible.

    `other` are points besides those of events: for attendance, and adjustments.
    """

    person: str
    name: str
    rank: str
    total: str
    cells: tuple[TableCell, ...]
    other: str = ""
    profile: str = ""
    need: str = ""


@dataclass(frozen=True)
class TablePage:
    """The table: `columns` are events that count and those to come; `left_out` are (event, why not).

    `ahead` are the keys of events that do not count yet: to come, or live now.
    `played` of `planned` events are finished. `has_need` is False while an event hides points, and at the
    end of the season. `has_other` is True if somebody has points besides those of events.
    """

    columns: tuple[SeriesColumn, ...]
    ahead: frozenset[str]
    rows: tuple[TableRow, ...]
    played: int
    planned: int
    left_out: tuple[tuple[SeriesColumn, str], ...]
    has_need: bool
    has_struck: bool
    has_other: bool


def get_table_page(facts: SeriesFacts, division: str = "") -> TablePage:
    """Return the table of a series, or of one of its divisions."""
    columns, counted = facts.shown_columns, {event.key for event in facts.table.events}
    ahead = frozenset(column.key for column in columns if column.key not in counted)
    table = table_of(facts, division)
    needs = needs_of(facts, table)
    return TablePage(
        columns=tuple(columns),
        ahead=ahead,
        rows=tuple(table_row(facts, ranked, columns, ahead, needs) for ranked in table.rows),
        played=len(facts.table.events),
        planned=len(columns),
        left_out=tuple(
            (column, message_text(facts.table.left_out[column.key]))
            for column in facts.columns
            if column.key in facts.table.left_out
        ),
        has_need=bool(needs),
        has_struck=any(cell.struck_out for ranked in table.rows for cell in ranked.row.cells),
        has_other=any(ranked.row.attendance or ranked.row.adjustments for ranked in table.rows),
    )


def table_of(facts: SeriesFacts, division: str) -> SeriesTable:
    """Return the table of a division; that of all without one of this name."""
    known = {key: person.facts for key, person in facts.people.items()}
    tables = division_tables(facts.table, facts.rules, known) if division else {}
    return tables.get(division, facts.table)


def needs_of(facts: SeriesFacts, table: SeriesTable) -> dict[str, str]:
    """Return the sentence about what each person can still reach; empty if there is none to give.

    An event that hides points would be told by it, and at the end of the season there is nothing to reach.
    Nobody can say what an event that is played can still bring to those who have points from it already.
    """
    counted = {event.key for event in facts.table.events}
    coming = facts.with_state(COMING, LIVE)
    if (
        not coming
        or any(column.key in counted for column in coming)
        or facts.series.ended_at
        or hides_points(coming)
    ):
        return {}
    events = [coming_event(column, facts.rules.scoring) for column in coming]
    outlooks = season_outlook(table, facts.rules, events)
    return {person: need_text(outlook) for person, outlook in outlooks.items()}


def coming_event(column: SeriesColumn, scoring: SeriesScoring) -> ComingEvent:
    """Return an event to come, with its number of rounds if its settings say it and the scoring needs it."""
    rounds = None
    if scoring.by == BY_RECORD:
        phases = load_history(column.event).all_phases
        if all(phase.kind == SWISS and phase.settings.rounds for phase in phases):
            rounds = sum(phase.settings.rounds for phase in phases)
    entry = column.entry
    return ComingEvent(column.key, entry.kind, exact_decimal(entry.weight), rounds)


def need_text(outlook: SeriesOutlook) -> str:
    """Return “4 ahead, at most +8”, “7 behind, at most +12”, or “at best 2nd, with +18”."""
    most = "" if outlook.most is None else number_text(outlook.most)
    if outlook.best_rank not in (None, 1):
        place = ordinal(outlook.best_rank).render(gettext)
        return gettext("at best {place}, with +{most}").format(place=place, most=most)
    at_most = gettext("at most +{most}").format(most=most) if most else ""
    return ", ".join(filter(None, (distance_text(outlook.to_first), at_most)))


def distance_text(to_first: Number | None) -> str:
    """Return how far somebody is from first place; empty if there is nobody to compare with."""
    if to_first is None:
        return ""
    if to_first == 0:
        return gettext("level with the first")
    text = gettext("{points} behind") if to_first > 0 else gettext("{points} ahead")
    return text.format(points=number_text(abs(to_first)))


def table_row(
    facts: SeriesFacts,
    ranked: RankedRow,
    columns: Sequence[SeriesColumn],
    ahead: frozenset[str],
    needs: dict[str, str],
) -> TableRow:
    row, person = ranked.row, facts.people[ranked.row.person]
    by_event = {cell.event: cell for cell in row.cells}
    return TableRow(
        person=row.person,
        name=row.name,
        rank=str(ranked.rank or NONE),
        total=number_text(row.total),
        cells=tuple(table_cell(by_event.get(column.key), column, column.key in ahead) for column in columns),
        other=other_text(row),
        profile=row.person if person.is_shown else "",
        need=needs.get(row.person, ""),
    )


def other_text(row: SeriesRow) -> str:
    """Return the points besides those of events, with a sign; empty for somebody without any."""
    if not (row.attendance or row.adjustments):
        return ""
    points = row.attendance + sum(one.points for one in row.adjustments)
    return f"{'−' if points < 0 else '+'}{number_text(abs(points))}"


def table_cell(cell: SeriesCell | None, column: SeriesColumn, is_ahead: bool) -> TableCell:
    if cell is None:
        return TableCell(NOT_YET if is_ahead else NONE, is_ahead=is_ahead)
    return TableCell(number_text(cell.points), column.key, cell.struck_out is not None, cell.place == 1)


@dataclass(frozen=True)
class OpenNumber:
    """The explanation of a number: `lines` are (why, points as text), summed up to `value`.

    `why` says what the number does, such as that the result counts. `column` is the event, None for a total
    or a rank.
    """

    name: str
    label: str
    value: str
    lines: tuple[tuple[str, str], ...]
    sum_label: str
    why: str
    column: SeriesColumn | None = None


def explain(facts: SeriesFacts, person: str, key: str, division: str = "") -> OpenNumber | None:
    """Return the explanation of a rank, a total or a result; None if the table does not have it."""
    ranked = table_of(facts, division).find(person)
    if ranked is None:
        return None
    if key == RANK:
        return open_rank(ranked)
    if key == OTHER:
        return open_other(facts, ranked.row)
    if key == TOTAL:
        return open_total(facts, ranked.row)
    cell = next((one for one in ranked.row.cells if one.event == key), None)
    column = facts.column(key)
    return open_result(facts, ranked.row, cell, column) if cell and column else None


def open_rank(ranked: RankedRow) -> OpenNumber:
    value = ordinal(ranked.rank).render(gettext) if ranked.rank else NONE
    total = ((gettext("Total"), number_text(ranked.row.total)),)
    return OpenNumber(ranked.row.name, gettext("Rank"), value, total, "", message_text(ranked.decided_by))


def open_other(facts: SeriesFacts, row: SeriesRow) -> OpenNumber | None:
    """Return the points for attendance and the adjustments of a person; None without any."""
    lines = sum_lines(explain_total(row, facts.rules.attendance)[1:])
    if not other_text(row):
        return None
    return OpenNumber(row.name, gettext("Other points"), other_text(row), lines, gettext("Other points"), "")


def open_total(facts: SeriesFacts, row: SeriesRow) -> OpenNumber:
    lines = sum_lines(explain_total(row, facts.rules.attendance))
    return OpenNumber(
        row.name, gettext("Total"), number_text(row.total), lines, gettext("Total of the season"), ""
    )


def open_result(facts: SeriesFacts, row: SeriesRow, cell: SeriesCell, column: SeriesColumn) -> OpenNumber:
    """Return the sum of one result: the weighted parts first, times the weight, then the others."""
    weighted = [term for term in cell.terms if term.is_weighted]
    others = [term for term in cell.terms if not term.is_weighted]
    lines = [(message_text(term.reason), signed(term.points, n > 0)) for n, term in enumerate(weighted)]
    if cell.weight != 1 and weighted:
        lines.append((gettext("Weight of the event"), f"× {number_text(cell.weight)}"))
    lines += [(message_text(term.reason), signed(term.points, bool(lines))) for term in others]
    return OpenNumber(
        row.name,
        f"{column.name}, {column.date()}",
        number_text(cell.points),
        tuple(lines),
        gettext("Points for this event"),
        message_text(explain_cell(row, cell, facts.rules.counting)),
        column,
    )


def sum_lines(terms: Iterable[tuple[Reason, Number]]) -> tuple[tuple[str, str], ...]:
    """Return (reason, points) as the lines of a sum."""
    return tuple((message_text(reason), signed(points, n > 0)) for n, (reason, points) in enumerate(terms))


def signed(points, is_added: bool) -> str:
    """Return points as a text of a sum: “15” for the first, “+ 2” or “− 1” for others."""
    text = number_text(abs(points))
    if points < 0:
        return f"− {text}"
    return f"+ {text}" if is_added else text


def champions_of(facts: SeriesFacts) -> list[str]:
    """Return the names of those in first place."""
    return [one.row.name for one in facts.table.rows if one.rank == 1]


def season_text(facts: SeriesFacts) -> str:
    """Return “After 8 of 10 events”, or when the season ended."""
    if facts.series.ended_at:
        return gettext("Ended on {date}").format(date=date_format(facts.series.ended_at, "j F Y"))
    columns = facts.with_state(COUNTED, COMING, LIVE)
    played = len(facts.with_state(COUNTED))
    if played == len(columns):
        return gettext("{count} events").format(count=played)
    return gettext("After {played} of {planned} events").format(played=played, planned=len(columns))
