"""What each number of the table of a series is made of, as the table opens it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules.finals_systems.system import ordinal
from ...rules.pairing import Reason
from ...rules.series.rows import SeriesCell, SeriesRow, explain_cell, explain_total
from ...rules.series.series_rules import OF_SWISS, Number, number_text
from ...rules.series.table import RankedRow, SeriesTable
from ...web.wording import message_text
from .loading import SeriesColumn, SeriesFacts
from .needs import need_reason, need_terms, season_needs
from .table import NONE, other_text, table_of

# What is opened besides the cell of an event.
RANK, OTHER, TOTAL, NEED = "rank", "other", "total", "need"


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
    table = table_of(facts, division)
    ranked = table.find(person)
    if ranked is None:
        return None
    if key == RANK:
        return open_rank(facts, table, ranked)
    if key == NEED:
        return open_need(facts, table, ranked.row)
    if key == OTHER:
        return open_other(facts, ranked.row)
    if key == TOTAL:
        return open_total(facts, ranked.row)
    cell = next((one for one in ranked.row.cells if one.event == key), None)
    column = facts.column(key)
    return open_result(facts, ranked.row, cell, column) if cell and column else None


def open_rank(facts: SeriesFacts, table: SeriesTable, ranked: RankedRow) -> OpenNumber:
    """Return what decided a rank, with the totals of the rows next to it, and what is still possible."""
    value = ordinal(ranked.rank).render(gettext) if ranked.rank else NONE
    position = table.rows.index(ranked)
    around = table.rows[max(0, position - 1) : position + 2]
    lines = tuple((f"{one.rank or NONE} {one.row.name}", number_text(one.row.total)) for one in around)
    outlook = season_needs(facts, table).get(ranked.row.person)
    sentences = [message_text(ranked.decided_by), *([need_reason(outlook)] if outlook else ())]
    return OpenNumber(ranked.row.name, gettext("Rank"), value, lines, "", sentences_text(sentences))


def sentences_text(sentences: Iterable[str]) -> str:
    """Return sentences one after the other, each with a full stop."""
    return " ".join(text if text.endswith(".") else f"{text}." for text in sentences)


def open_need(facts: SeriesFacts, table: SeriesTable, row: SeriesRow) -> OpenNumber | None:
    """Return the most that a person can reach, event by event; None if there is nothing to say."""
    outlook = season_needs(facts, table).get(row.person)
    if outlook is None:
        return None
    terms, most = need_terms(facts, table, row)
    lines = tuple((why, signed(points, n > 0)) for n, (why, points) in enumerate(terms))
    sum_label = "" if outlook.most is None else gettext("Total at most")
    return OpenNumber(
        row.name, gettext("What you need"), number_text(most), lines, sum_label, need_reason(outlook)
    )


def open_other(facts: SeriesFacts, row: SeriesRow) -> OpenNumber | None:
    """Return the points for attendance and the adjustments of a person; None without any."""
    lines = sum_lines(explain_total(row, facts.rules.attendance)[1:])
    if not other_text(row):
        return None
    return OpenNumber(row.name, gettext("Other points"), other_text(row), lines, gettext("Other points"), "")


def open_total(facts: SeriesFacts, row: SeriesRow) -> OpenNumber:
    """Return the results that count, each with its event, attendance and adjustments."""
    count, *others = explain_total(row, facts.rules.attendance)
    results = [(result_text(facts, cell), cell.points) for cell in row.counted]
    terms = [*results, *((message_text(reason), points) for reason, points in others)]
    lines = tuple((why, signed(points, n > 0)) for n, (why, points) in enumerate(terms))
    label, why = gettext("Total of the season"), message_text(count[0])
    return OpenNumber(row.name, gettext("Total"), number_text(row.total), lines, label, why)


def result_text(facts: SeriesFacts, cell: SeriesCell) -> str:
    """Return “Friday 7, 13 Nov”."""
    column = facts.column(cell.event)
    return f"{column.name}, {column.date()}"


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
        sentences_text(
            (message_text(explain_cell(row, cell, facts.rules.counting)), *moved_up(facts, row, cell))
        ),
        column,
    )


def moved_up(facts: SeriesFacts, row: SeriesRow, cell: SeriesCell) -> Iterator[str]:
    """Yield why a place differs from that of the event: those behind a guest move up."""
    event = next((one for one in facts.events if one.key == cell.event), None)
    result = next((one for one in event.results if one.person == row.person), None) if event else None
    if result is None or cell.place is None:
        return
    of_swiss = facts.rules.scoring.of == OF_SWISS
    place = result.swiss_place if of_swiss else result.place
    if place and place != cell.place:
        text = gettext("The event has place {place}: guests score nothing, and players behind them move up.")
        yield text.format(place=place)


def sum_lines(terms: Iterable[tuple[Reason, Number]]) -> tuple[tuple[str, str], ...]:
    """Return (reason, points) as the lines of a sum."""
    return tuple((message_text(reason), signed(points, n > 0)) for n, (reason, points) in enumerate(terms))


def signed(points, is_added: bool) -> str:
    """Return points as a text of a sum: “15” for the first, “+ 2” or “− 1” for others."""
    text = number_text(abs(points))
    if points < 0:
        return f"− {text}"
    return f"+ {text}" if is_added else text
