"""Who is in the cut whatever happens, who is out, and what the others need: by points alone."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache

from .places import Places
from .race import Race, by_supply, by_table, fewest, table_count, values_ahead
from .triangle import NEARLY

IN, NEEDS, CAN, OUT = "in", "needs", "can", "out"


@dataclass(frozen=True, slots=True)
class Stake:
    """What is certain of a player: `in`; in with `gain` points more from `left` rounds (`needs`); still
    possible, but not certain even by winning all (`can`); `out`."""

    state: str
    gain: float
    left: int


def stakes(race: Race, places: Places) -> dict[str, Stake]:
    """{player: Stake} for everybody still in the event.

    Who is `in` has fewer others than there are places who can reach the points that they are sure of; equal
    points count against them, so that no tiebreaker can take it back. Who is `out` has at least as many
    others as there are places who already have more than they can reach. It holds for every result and
    every pairing of the rounds to come while nobody joins, comes back or is given a bye that is not asked
    for yet; that somebody leaves can only help, so what is `out` holds while nobody above leaves.
    In the last round, once it is paired, it is exact: what is not claimed can happen.
    """
    tables, supply = cache(lambda t: by_table(race, t)), cache(lambda t: by_supply(race, t))
    above = cache(lambda points: fewest(race, points + 2 * NEARLY))
    seated, known = race.at_tables, {}
    for player in race.has:
        table = table_of(race, player, seated)
        if table not in known:
            known[table] = stake_of(race, places, race.left(player), table, tables, supply, above)
    return {player: known[table_of(race, player, seated)] for player in race.has}


def table_of(race, player, seated) -> tuple[float | None, ...]:
    """The points of a player and of the others at a table without a result, None for who has left; whose are
    the same have the same at stake."""
    return race.has[player], *(race.has.get(other) for other in seated.get(player, ()))


def stake_of(race, places, left, table, tables, supply, above) -> Stake:
    if is_out(race, places, table, above):
        return Stake(OUT, 0, left)
    gains = values_ahead(race.each, left)
    found = bisect_left(gains, True, key=lambda gain: is_sure(race, places, table, gain, tables, supply))
    if found == len(gains):
        return Stake(CAN, 0, left)
    return Stake(NEEDS, gains[found], left) if found else Stake(IN, 0, left)


def is_sure(race, places, table, gain, tables, supply) -> bool:
    """Whether the player, the first of the table, is in with `gain` points more, or better, whatever else
    happens."""
    target = table[0] + gain
    others = tables(target) - 1
    if len(table) > 1:
        ahead = target - race.best * race.rounds - NEARLY
        ends = race.by_size[len(table)]
        others -= max(table_count(table, end, ahead) for end in ends) - 1
        others += max(
            (
                table_count(table[1:], end[1:], ahead)
                for end in ends
                if end[0] + race.best * race.rounds >= gain - NEARLY
            ),
            default=0,
        )
    # The player is one of those who get there.
    others = min(others, supply(target) - 1)
    enough = target >= places.floor - NEARLY
    return (enough and others < places.most) or others < places.least


def is_out(race, places, table, above) -> bool:
    """Whether enough others have more for certain than the player, the first of the table, can reach,
    whatever their own result."""
    has, later = table[0], race.best * race.rounds
    if len(table) == 1:
        return _is_passed(places, has + later, above(has + later))
    ends = race.by_size[len(table)]

    def passed(end):
        reach = has + end[0] + later
        ahead = reach + 2 * NEARLY - race.worst * race.rounds - NEARLY
        elsewhere = above(reach) - min(table_count(table, one, ahead) for one in ends)
        return _is_passed(places, reach, elsewhere + table_count(table[1:], end[1:], ahead))

    return all(map(passed, ends))


def _is_passed(places, reach, ahead):
    return (reach < places.floor - NEARLY or ahead >= places.most) and ahead >= places.least
