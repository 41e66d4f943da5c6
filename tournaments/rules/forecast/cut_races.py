"""Certain consequences of a win, a draw and a loss in a match of the running round for the cut."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from ..history import DRAW, LOSS, WIN
from ..standings.cut import MIN_ENTRANTS
from .bounds import max_reaching
from .cut_races import CutRace, least_entrants, min_entrants, stakes_of_cut
from .race import Race
from .stakes import CAN, StakeCalculator, calculate_stakes

# The points of the two players after each possible result.
Results = Collection[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class MatchStakes:
    """A player's state (as in Stake) after a `win`, a `draw` and a `loss` in the current match.

    `draw` is None where the rulebook has no draws. `rivals` is the largest number of others who can finish
    level with the player or ahead, if the match is drawn and the player wins nothing after it; None without
    draws, and if the cut is not only a number of places.
    """

    win: str
    draw: str | None
    loss: str
    rivals: int | None


def match_stakes(
    races: Sequence[CutRace], results: Mapping[str, Results], has_draws: bool
) -> dict[str, MatchStakes]:
    """Return {player: MatchStakes} for the players at tables of two without a result.

    `results` are all points of a match by the first player's outcome.
    """
    least = [least_entrants(group, calculate_stakes(group.race, group.places)) for group in races]
    stakes = {}
    for group, own_least in zip(races, least, strict=True):
        stakes |= group_match_stakes(group, sum(least) - own_least, results, has_draws)
    return stakes


def group_match_stakes(group: CutRace, elsewhere: float, results, has_draws: bool) -> dict[str, MatchStakes]:
    """Return the MatchStakes in one group; `elsewhere`: see stakes_of_cut."""
    race, places = group.race, group.places
    stakes, by_state = {}, {}
    for table in race.open_tables:
        for player, other in (table, table[::-1]):
            if player not in race.points:
                continue
            # Players with the same points and losses, against the same, have the same stakes.
            state = tuple((race.points.get(one), race.losses.get(one, 0)) for one in (player, other))
            if state not in by_state:
                after = {
                    outcome: state_after(group, elsewhere, (player, other), outcome, gains)
                    for outcome, gains in results.items()
                    if has_draws or outcome != DRAW
                }
                rivals = None
                if has_draws and not (places.counts_losses or places.min_points > -math.inf):
                    rivals = max(count_rivals(race, (player, other), gains) for gains in results[DRAW])
                by_state[state] = MatchStakes(after[WIN], after.get(DRAW), after[LOSS], rivals)
            stakes[player] = by_state[state]
    return stakes


def state_after(group: CutRace, elsewhere: float, table, outcome: str, results: Results) -> str:
    """Return the state of the table's first player after this outcome, CAN if it depends on the result."""
    player, states = table[0], set()
    for gains in results:
        after = replace(group, race=race_after(group.race, table, gains, outcome))
        if elsewhere + min_entrants(after) >= MIN_ENTRANTS:
            points, losses = after.race.points[player], after.race.losses.get(player, 0)
            stake = StakeCalculator(after.race, group.places).stake((points,), losses)
        else:
            stake = stakes_of_cut([after], elsewhere)[player]
        states.add(stake.state)
    return states.pop() if len(states) == 1 else CAN


def count_rivals(race: Race, table, gains) -> int:
    """Return the most others who can finish level with the table's first player, or ahead, after a draw."""
    after = race_after(race, table, gains, DRAW)
    return max_reaching(after, after.points[table[0]] + after.min_future_gain) - 1


def race_after(race: Race, table: tuple[str, ...], gains: tuple[float, ...], outcome: str) -> Race:
    """Return the race when an open table has ended with these points and outcome of its first player."""
    gained = dict(zip(table, gains, strict=True))
    loser = {WIN: table[1], LOSS: table[0]}.get(outcome)
    return replace(
        race,
        points={player: points + gained.get(player, 0) for player, points in race.points.items()},
        losses={player: race.losses.get(player, 0) + (player == loser) for player in {*race.losses, *table}},
        open_tables=tuple(other for other in race.open_tables if other != table and other != table[::-1]),
    )
