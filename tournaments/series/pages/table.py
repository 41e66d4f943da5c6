"""The table of a series as pages show it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from ...rules.series.divisions import division_tables
from ...rules.series.outlook import SeriesOutlook
from ...rules.series.rows import SeriesCell, SeriesRow
from ...rules.series.series_rules import SeriesRules, number_text
from ...rules.series.table import RankedRow, SeriesTable
from ...web.wording import message_text
from .loading import COUNTED, SeriesColumn, SeriesFacts, read_person_facts
from .needs import need_text, season_needs

# Texts of cells without a number.
NONE, NOT_YET = "–", "·"
# Characters for which the columns of totals have room on phones.
MAX_SHORT_TOTAL = 3


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
    `has_need` is False while an event hides points, and at the
    end of the season. `has_other` is True if somebody has points besides those of events, `has_long_totals`
    if a total or these points need a wider column on phones.
    """

    columns: tuple[SeriesColumn, ...]
    ahead: frozenset[str]
    rows: tuple[TableRow, ...]
    left_out: tuple[tuple[SeriesColumn, str], ...]
    has_need: bool
    has_struck: bool
    has_other: bool
    has_long_totals: bool


def get_table_page(facts: SeriesFacts, division: str = "") -> TablePage:
    """Return the table of a series, or of one of its divisions."""
    columns, counted = facts.shown_columns, {event.key for event in facts.table.events}
    ahead = frozenset(column.key for column in columns if column.key not in counted)
    table = table_of(facts, division)
    needs = season_needs(facts, table)
    rows = tuple(table_row(facts, ranked, columns, ahead, needs) for ranked in table.rows)
    return TablePage(
        columns=tuple(columns),
        ahead=ahead,
        rows=rows,
        left_out=tuple(
            (column, message_text(facts.table.left_out[column.key]))
            for column in facts.columns
            if column.key in facts.table.left_out
        ),
        has_need=bool(needs),
        has_struck=any(cell.struck_out for ranked in table.rows for cell in ranked.row.cells),
        has_other=any(row.other for row in rows),
        has_long_totals=any(
            len(row.total) > MAX_SHORT_TOTAL or len(row.other) > MAX_SHORT_TOTAL + 1 for row in rows
        ),
    )


def table_of(facts: SeriesFacts, division: str) -> SeriesTable:
    """Return the table of a division; that of all without one of this name."""
    if not division:
        return facts.table
    tables = division_tables(facts.table, facts.rules, read_person_facts(facts))
    return tables.get(division, facts.table)


def table_row(
    facts: SeriesFacts,
    ranked: RankedRow,
    columns: Sequence[SeriesColumn],
    ahead: frozenset[str],
    needs: Mapping[str, SeriesOutlook],
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
        need=need_text(needs[row.person]) if needs else "",
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
class SeasonPrize:
    """A prize of the season for a range of ranks; `names` are those who get it, once the season has ended."""

    ranks: str
    text: str
    names: tuple[str, ...]


def list_season_prizes(facts: SeriesFacts) -> list[SeasonPrize]:
    """Return the prizes of the season in the order of the ranks."""
    ranked = facts.table.rows if facts.series.ended_at else ()
    return [
        SeasonPrize(
            ranks_text(prize["first"], prize["last"]),
            prize["text"],
            tuple(one.row.name for one in ranked if one.rank and prize["first"] <= one.rank <= prize["last"]),
        )
        for prize in facts.series.prizes
    ]


def ranks_text(first: int, last: int) -> str:
    """Return “1” or “2–4”."""
    return str(first) if first == last else f"{first}–{last}"


def champions_of(facts: SeriesFacts) -> list[str]:
    """Return the names of those in first place."""
    return [one.row.name for one in facts.table.rows if one.rank == 1]


def season_text(facts: SeriesFacts) -> str:
    """Return “After 8 of 10 events · best 6 count · 41 players”, or when the season ended."""
    players = len(facts.table.rows)
    parts = (
        played_text(facts),
        best_text(facts.rules),
        ngettext("{count} player", "{count} players", players).format(count=players),
    )
    return " · ".join(filter(None, parts))


def played_text(facts: SeriesFacts) -> str:
    """Return “After 8 of 10 events”, or when the season ended."""
    if facts.series.ended_at:
        return gettext("Ended on {date}").format(date=date_format(facts.series.ended_at, "j F Y"))
    counted = {event.key for event in facts.table.events}
    played = sum(column.key in counted for column in facts.with_state(COUNTED))
    planned = max(len(facts.shown_columns), facts.rules.planned_events or 0)
    if played == planned:
        return ngettext("{count} event", "{count} events", played).format(count=played)
    return gettext("After {played} of {planned} events").format(played=played, planned=planned)


def best_text(rules: SeriesRules) -> str:
    """Return “best 6 count”; empty if all results do."""
    best = rules.counting.best
    return ngettext("only the best counts", "best {count} count", best).format(count=best) if best else ""
