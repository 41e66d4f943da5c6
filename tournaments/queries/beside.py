"""Who plays next to whom: the tables on both sides of one, by their numbers."""

from dataclasses import dataclass

from django.utils.translation import gettext

from .sittings import Table


@dataclass(frozen=True)
class Beside:
    """A table and its neighbours, each (number, “Anna v Ben”); None where there is none on that side."""

    lower: tuple[int, str] | None
    here: tuple[int, str]
    higher: tuple[int, str] | None


def beside(tables: tuple[Table, ...], number: int | None) -> Beside | None:
    """What is next to table `number` among the tables of its round; None for a bye."""
    names = {table.number: names_at(table) for table in tables if table.number is not None}
    if number not in names:
        return None
    lower = max((other for other in names if other < number), default=None)
    higher = min((other for other in names if other > number), default=None)
    return Beside(*((at, names[at]) if at is not None else None for at in (lower, number, higher)))


def names_at(table: Table) -> str:
    return f" {gettext('v')} ".join(side.name for side in table.sides)
