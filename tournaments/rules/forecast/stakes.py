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
        rival = seated.get(player)
        alike = alike_of(race, player, rival)
        if alike not in known:
            known[alike] = stake_of(race, places, player, rival, tables, supply, above)
    return {player: known[alike_of(race, player, seated.get(player))] for player in race.has}


def alike_of(race, player, rival):
    """Who has the same points and plays somebody of the same points has the same at stake."""
    return race.has[player], rival is not None, race.has.get(rival)


def stake_of(race, places, player, rival, tables, supply, above) -> Stake:
    left = race.left(player)
    if is_out(race, places, player, rival, above):
        return Stake(OUT, 0, left)
    gains = values_ahead(race.each, left)
    found = bisect_left(
        gains, True, key=lambda gain: is_sure(race, places, player, rival, gain, tables, supply)
    )
    if found == len(gains):
        return Stake(CAN, 0, left)
    return Stake(NEEDS, gains[found], left) if found else Stake(IN, 0, left)


def is_sure(race, places, player, rival, gain, tables, supply) -> bool:
    """Whether the player is in with `gain` points more, or better, whatever else happens."""
    target = race.has[player] + gain
    others = tables(target) - 1
    if rival is not None:
        ahead = target - race.best * race.rounds - NEARLY
        pair = (race.has[player], race.has.get(rival))
        others -= max(table_count(pair, result, ahead) for result in race.results) - 1
        others += max(
            (
                rival in race.has and race.has[rival] + other >= ahead
                for own, other in race.results
                if own + race.best * race.rounds >= gain - NEARLY
            ),
            default=0,
        )
    # The player is one of those who get there.
    others = min(others, supply(target) - 1)
    enough = target >= places.floor - NEARLY
    return (enough and others < places.most) or others < places.least


def is_out(race, places, player, rival, above) -> bool:
    """Whether enough others have more for certain than the player can reach, whatever their own result."""
    has, later = race.has[player], race.best * race.rounds
    if rival is None:
        return _is_passed(places, has + later, above(has + later))
    own_table = (has, race.has.get(rival))

    def passed(own, other):
        reach = has + own + later
        ahead = reach + 2 * NEARLY - race.worst * race.rounds - NEARLY
        elsewhere = above(reach) - min(table_count(own_table, r, ahead) for r in race.results)
        return _is_passed(places, reach, elsewhere + (rival in race.has and race.has[rival] + other >= ahead))

    return all(passed(own, other) for own, other in race.results)


def _is_passed(places, reach, ahead):
    return (reach < places.floor - NEARLY or ahead >= places.most) and ahead >= places.least
