"""The table of a series as pages show it, with the explanation of each number."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext

from ...rules.finals_systems.system import ordinal
from ...rules.series.divisions import division_tables
from ...rules.series.outlook import ComingEvent, SeriesOutlook, season_outlook
from ...rules.series.rows import SeriesCell, SeriesRow, explain_cell, explain_total
from ...rules.series.series_rules import number_text
from ...rules.series.table import RankedRow, SeriesTable
from ...web.wording import message_text
from .loading import COMING, COUNTED, LIVE, SeriesColumn, SeriesFacts, exact_decimal, hides_points

# What is opened besides the cell of an event.
RANK, TOTAL = "rank", "total"
NOT_PLAYED, STILL_TO_COME = "–", "·"


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
    """A row: `profile` is the id of the person if the profile is public, `need` what is still possible."""

    person: str
    name: str
    rank: str
    total: str
    cells: tuple[TableCell, ...]
    profile: str = ""
    need: str = ""


@dataclass(frozen=True)
class TablePage:
    """The table: `columns` are events that count and those to come; `left_out` are (event, why not).

    `played` of `planned` events are finished. `has_need` is False while an event hides points, and at the
    end of the season.
    """

    columns: tuple[SeriesColumn, ...]
    rows: tuple[TableRow, ...]
    played: int
    planned: int
    left_out: tuple[tuple[SeriesColumn, str], ...]
    has_need: bool
    has_struck: bool


def get_table_page(facts: SeriesFacts, division: str = "") -> TablePage:
    """Return the table of a series, or of one of its divisions."""
    counted = {event.key for event in facts.table.events}
    columns = [
        column
        for column in facts.columns
        if column.key in counted or (column.state == COMING and not facts.series.ended_at)
    ]
    table = table_of(facts, division)
    needs = needs_of(facts, table)
    return TablePage(
        columns=tuple(columns),
        rows=tuple(table_row(facts, ranked, columns, needs) for ranked in table.rows),
        played=len(facts.table.events),
        planned=len(columns),
        left_out=tuple(
            (column, message_text(facts.table.left_out[column.key]))
            for column in facts.columns
            if column.key in facts.table.left_out
        ),
        has_need=bool(needs),
        has_struck=any(cell.struck_out for ranked in table.rows for cell in ranked.row.cells),
    )


def table_of(facts: SeriesFacts, division: str) -> SeriesTable:
    """Return the table of a division; that of all without one of this name."""
    known = {key: person.facts for key, person in facts.people.items()}
    tables = division_tables(facts.table, facts.rules, known) if division else {}
    return tables.get(division, facts.table)


def needs_of(facts: SeriesFacts, table: SeriesTable) -> dict[str, str]:
    """Return the sentence about what each person can still reach; empty if there is none to give.

    An event that hides points would be told by it, and at the end of the season there is nothing to reach.
    """
    counted = {event.key for event in facts.table.events}
    coming = [column for column in facts.with_state(COMING, LIVE) if column.key not in counted]
    if not coming or facts.series.ended_at or hides_points(coming):
        return {}
    events = [
        ComingEvent(column.key, column.entry.kind, exact_decimal(column.entry.weight)) for column in coming
    ]
    outlooks = season_outlook(table, facts.rules, events)
    return {person: need_text(outlook) for person, outlook in outlooks.items()}


def need_text(outlook: SeriesOutlook) -> str:
    """Return “4 ahead, at most +8”, “7 behind, at most +12”, or “at best 2nd, with +18”."""
    distance = number_text(abs(outlook.to_first))
    if outlook.to_first < 0:
        text = gettext("{points} ahead").format(points=distance)
    elif outlook.to_first == 0:
        text = gettext("level with the first")
    else:
        text = gettext("{points} behind").format(points=distance)
    if outlook.most is None:
        return text
    most = number_text(outlook.most)
    if outlook.best_rank in (None, 1):
        return gettext("{text}, at most +{most}").format(text=text, most=most)
    place = ordinal(outlook.best_rank).render(gettext)
    return gettext("at best {place}, with +{most}").format(place=place, most=most)


def table_row(
    facts: SeriesFacts, ranked: RankedRow, columns: Sequence[SeriesColumn], needs: dict[str, str]
) -> TableRow:
    row, person = ranked.row, facts.people[ranked.row.person]
    by_event = {cell.event: cell for cell in row.cells}
    return TableRow(
        person=row.person,
        name=row.name,
        rank=str(ranked.rank or NOT_PLAYED),
        total=number_text(row.total),
        cells=tuple(table_cell(by_event.get(column.key), column) for column in columns),
        profile=row.person if person.is_shown else "",
        need=needs.get(row.person, ""),
    )


def table_cell(cell: SeriesCell | None, column: SeriesColumn) -> TableCell:
    if cell is None:
        is_ahead = column.state != COUNTED
        return TableCell(STILL_TO_COME if is_ahead else NOT_PLAYED, is_ahead=is_ahead)
    return TableCell(number_text(cell.points), column.key, cell.struck_out is not None, cell.place == 1)


@dataclass(frozen=True)
class OpenedCell:
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


def explain(facts: SeriesFacts, person: str, key: str, division: str = "") -> OpenedCell | None:
    """Return the explanation of a rank, a total or a result; None if the table does not have it."""
    ranked = table_of(facts, division).find(person)
    if ranked is None:
        return None
    if key == RANK:
        return explain_rank(facts, ranked)
    if key == TOTAL:
        return explain_row(facts, ranked.row)
    cell = next((one for one in ranked.row.cells if one.event == key), None)
    column = facts.column(key)
    return explain_result(facts, ranked.row, cell, column) if cell and column else None


def explain_rank(facts: SeriesFacts, ranked: RankedRow) -> OpenedCell:
    value = ordinal(ranked.rank).render(gettext) if ranked.rank else NOT_PLAYED
    total = ((gettext("Total"), number_text(ranked.row.total)),)
    return OpenedCell(ranked.row.name, gettext("Rank"), value, total, "", message_text(ranked.decided_by))


def explain_row(facts: SeriesFacts, row: SeriesRow) -> OpenedCell:
    lines = tuple(
        (message_text(reason), signed(points, n > 0))
        for n, (reason, points) in enumerate(explain_total(row, facts.rules.attendance))
    )
    return OpenedCell(
        row.name, gettext("Total"), number_text(row.total), lines, gettext("Total of the season"), ""
    )


def explain_result(facts: SeriesFacts, row: SeriesRow, cell: SeriesCell, column: SeriesColumn) -> OpenedCell:
    """Return the sum of one result: the weighted parts first, times the weight, then the others."""
    weighted = [term for term in cell.terms if term.is_weighted]
    others = [term for term in cell.terms if not term.is_weighted]
    lines = [(message_text(term.reason), signed(term.points, n > 0)) for n, term in enumerate(weighted)]
    if cell.weight != 1 and weighted:
        lines.append((gettext("Weight of the event"), f"× {number_text(cell.weight)}"))
    lines += [(message_text(term.reason), signed(term.points, bool(lines))) for term in others]
    return OpenedCell(
        row.name,
        f"{column.name}, {column.date()}",
        number_text(cell.points),
        tuple(lines),
        gettext("Points for this event"),
        message_text(explain_cell(row, cell, facts.rules.counting)),
        column,
    )


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
