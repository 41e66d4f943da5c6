"""Short notation for finished events of a series."""

from fractions import Fraction

from tournaments.rules.series.events import SeriesEvent, SeriesResult
from tournaments.rules.series.table import series_table

HALF = Fraction(1, 2)


def evening(key, order, players=0, kind="", weight=1, **facts):
    """Return an event whose people finished in this order: "ann bob=cat dan", with = between those who tie.

    `facts` are other fields of results by person: `ann={"won": 3}`. `players` is the number of all players if
    there were more than those in `order`.
    """
    results, place = [], 1
    for tied in order.split():
        names = tied.split("=")
        for name in names:
            places = (place, len(names)) * 2
            results.append(SeriesResult(name, name.title(), *places, **facts.get(name, {})))
        place += len(names)
    return SeriesEvent(key, tuple(results), players or len(results), kind=kind, weight=weight)


def totals(events, rules, adjustments=()):
    """Return {person: total} of a table, in its order."""
    table = series_table(events, rules, adjustments)
    return {ranked.row.person: ranked.row.total for ranked in table.rows}


def order(table):
    """Return the ranks and people of a table: "1 ann, 2 bob"."""
    return ", ".join(f"{ranked.rank or '–'} {ranked.row.person}" for ranked in table.rows)


def computed(events, rules):
    """Return the table as the oracle does; the key of an event is its number."""
    return [
        (
            ranked.rank,
            ranked.row.name,
            ranked.row.total,
            ranked.row.attendance,
            {
                int(cell.event): (cell.place, cell.points, cell.struck_out is None)
                for cell in ranked.row.cells
            },
        )
        for ranked in series_table(events, rules).rows
    ]
