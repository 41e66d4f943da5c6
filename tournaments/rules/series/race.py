"""The race of a series: what the total of a person was after each event."""

from .rows import SeriesRow, build_row
from .series_rules import Number, SeriesRules


def race_totals(row: SeriesRow, event_count: int, rules: SeriesRules) -> list[Number]:
    """Return the total after each of the events that count, by the rules of the series.

    Adjustments belong to no event: they are in the last total alone.
    """
    totals = []
    for count in range(1, event_count + 1):
        cells = [cell for cell in row.cells if cell.position < count]
        adjustments = row.adjustments if count == event_count else ()
        totals.append(build_row(row.person, row.name, cells, count, rules, adjustments).total)
    return totals
