"""Who plays next to whom: the tables on both sides of one, by their numbers."""

from dataclasses import dataclass

from django.utils.translation import get_language, gettext

from ..models import Event
from ..rules import history
from .histories import history_of
from .once import once_here
from .sittings import Table


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


def beside_in(event: Event, phase: int, round_: int, number: int | None) -> Beside | None:
    """The same in a round that is being played; None in another one."""
    return tables_of(event).get((phase, round_), {}).get(number)


def tables_of(event: Event) -> dict:
    """(phase, round) → number → Beside, of the rounds that are being played: found once a version for all
    phones."""
    return once_here(event, f"tables {get_language()}", lambda: tables_in(history_of(event)))


def tables_in(told: history.Event) -> dict:
    names = told.names
    return {
        (at, round_.number): each_beside(
            {
                match.table: [names[player] for player in match.players]
                for match in round_.matches
                if match.table
            }
        )
        for at, phase in enumerate(told.phases, 1)
        for round_ in phase.rounds
        if round_.state == history.PUBLISHED
    }


def each_beside(names: dict[int | None, list[str]]) -> dict[int, Beside]:
    """Each table of those named with its neighbours."""
    told = [(at, gettext(" v ").join(names[at])) for at in sorted(names.keys() - {None})]
    between = zip([None, *told], told, [*told[1:], None], strict=False)
    return {here[0]: Beside(lower, here, higher) for lower, here, higher in between}
