"""Who plays next to whom: the tables on both sides of one, by their numbers."""

from dataclasses import dataclass

from django.utils.translation import gettext

from .tables import Table


@dataclass(frozen=True)
class Beside:
    """A table and its neighbours, each (number, “Anna v Ben”); None where there is none on that side."""

    lower: tuple[int, str] | None
    here: tuple[int, str]
    higher: tuple[int, str] | None


def beside(tables: tuple[Table, ...], number: int | None) -> Beside | None:
    """What is next to table `number` among the tables of its round; None for a bye."""
    sides = {table.number: [side.name for side in table.sides] for table in tables}
    return each_beside(sides).get(number)


def each_beside(names: dict[int | None, list[str]]) -> dict[int, Beside]:
    """Each table of those named with its neighbours."""
    told = [(at, gettext(" v ").join(names[at])) for at in sorted(names.keys() - {None})]
    between = zip([None, *told], told, [*told[1:], None], strict=False)
    return {here[0]: Beside(lower, here, higher) for lower, here, higher in between}
