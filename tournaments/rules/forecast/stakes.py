"""Which players have clinched the cut or are out of it, and what the others need, by points alone."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache

from .places import CutPlaces
from .race import Race, by_supply, by_table, fewest, table_count, values_ahead
from .triangle import NEARLY

IN, NEEDS, CAN, OUT = "in", "needs", "can", "out"


@dataclass(frozen=True, slots=True)
class Stake:
    """A player's outlook: `in`; in with `gain` points more from `left` rounds (`needs`); possible, but not
    certain even by winning everything (`can`); `out`."""

    state: str
    gain: float
    left: int


def stakes(race: Race, places: CutPlaces) -> dict[str, Stake]:
    """Return {player: Stake} for all players still in the event.

    A player is `in` if fewer others than there are places can reach the player's certain points; equal
    points count against the player, so no tiebreaker can change it. A player is `out` if at least as many
    others as there are places already have more than the player can reach. This holds for all results and
    pairings of future rounds, unless players join, return or get a bye not requested yet; a drop can only
    help, so `out` holds unless a better player drops. It is exact for the last round, once it is paired.
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
    """Return the points of a player and of the others at an open table, None for players who have left.

    Players with equal values have equal stakes.
    """
    return race.has[player], *(race.has.get(other) for other in seated.get(player, ()))


def stake_of(race, places, left, table, tables, supply, above) -> Stake:
    if is_out(race, places, table, above):
        return Stake(OUT, 0, left)
    gains = values_ahead(race.each, left)
    index = bisect_left(gains, True, key=lambda gain: is_sure(race, places, table, gain, tables, supply))
    if index == len(gains):
        return Stake(CAN, 0, left)
    return Stake(NEEDS, gains[index], left) if index else Stake(IN, 0, left)


def is_sure(race, places, table, gain, tables, supply) -> bool:
    """Return whether the table's first player is certainly in with `gain` or more points."""
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
    # The bound by supply includes the player.
    others = min(others, supply(target) - 1)
    enough = target >= places.floor - NEARLY
    return (enough and others < places.most) or others < places.least


def is_out(race, places, table, above) -> bool:
    """Return whether enough others certainly have more than the table's first player can reach."""
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
