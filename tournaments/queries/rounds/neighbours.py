"""The neighbouring tables of a table, by number."""

from dataclasses import dataclass

from django.utils.translation import gettext

from .tables import RoundTable


@dataclass(frozen=True)
class TableNeighbours:
    """A table and its neighbours, each (number, “Anna v Ben”) or None at the end of the row."""

    lower: tuple[int, str] | None
    table: tuple[int, str]
    higher: tuple[int, str] | None


def find_neighbours(tables: tuple[RoundTable, ...], number: int | None) -> TableNeighbours | None:
    """Return the neighbours of table `number` in its round; None for a bye."""
    sides = {table.number: [side.name for side in table.sides] for table in tables}
    return neighbours_by_table(sides).get(number)


def neighbours_by_table(names: dict[int | None, list[str]]) -> dict[int, TableNeighbours]:
    """Return {table: its neighbours} for {table: names}."""
    tables = [(number, gettext(" v ").join(names[number])) for number in sorted(names.keys() - {None})]
    triples = zip([None, *tables], tables, [*tables[1:], None], strict=False)
    return {table[0]: TableNeighbours(lower, table, higher) for lower, table, higher in triples}
