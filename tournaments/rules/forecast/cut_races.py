"""The race for the places of a cut, or one for each group, and whether the cut can be made at all."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import RuleViolation, _
from ..history import DRAW, LOSS, WIN, EventPhase
from ..rounds.phases import groups_of
from ..settings.fields import IN as TIES_IN
from ..settings.fields import OUT as TIES_OUT
from ..standings.cut import MIN_ENTRANTS, POINTS, check_enough, group_rows
from ..standings.standings import standings
from .bounds import CutPlaces, cut_places, max_reaching, min_reaching
from .race import Race
from .stakes import CAN, IN, NEEDS, OUT, Stake, StakeCalculator, calculate_stakes


@dataclass(frozen=True, slots=True)
class CutRace:
    """The race of a group of players for its places in a cut; `name` is empty for all players together."""

    race: Race
    places: CutPlaces
    name: str = ""


def cut_races(phase: EventPhase, race: Race, rule: Mapping) -> list[CutRace]:
    """Return the race for a cut, or the race of each group.

    Each table counts for the groups of its players, so that matches between groups are allowed. Empty if a
    cut by points follows rounds ranked by something else: then nothing is certain.
    """
    if "min_points" in rule and phase.settings.first_column != POINTS:
        return []
    if "per" not in rule:
        return [CutRace(race, cut_places(rule, race.listed_count))]
    rows = standings(phase, live=True).rows
    groups = group_rows(rows, groups_of(phase.history, rows, rule))
    return [
        CutRace(race.of_group([row.player for row in group]), cut_places(rule, len(group)), name)
        for name, group in groups.items()
    ]


def check_cut_is_possible(races: Collection[CutRace], rule: Mapping):
    """Raise RuleViolation if no result of the matches to come leaves a cut that can be made."""
    for group in races:
        check_enough(group.race.points, rule, group.name)
    if races and sum(map(max_entrants, races)) < MIN_ENTRANTS:
        raise RuleViolation(_("No cut is possible: it would leave fewer than two players. Make it larger."))


def max_entrants(group: CutRace) -> float:
    """Return an upper bound of how many players of a group make the cut."""
    race, places = group.race, group.places
    stakes = calculate_stakes(race, places).values()
    most = sum(stake.state != OUT for stake in stakes)
    if places.min_points > -math.inf:
        most = min(most, max(max_reaching(race, places.min_points), places.guaranteed))
    return most if places.ties == TIES_IN else min(most, max(places.limit, places.guaranteed))


def min_entrants(group: CutRace) -> float:
    """Return a lower bound of how many players of a group make the cut, from the numbers of players alone."""
    race, places = group.race, group.places
    if places.counts_losses or places.ties == TIES_OUT:
        return places.guaranteed
    least = min(len(race.points), places.limit, places.at_most)
    if places.min_points > -math.inf:
        least = min(least, min_reaching(race, places.min_points))
    return max(least, places.guaranteed)


def stakes_of_cut(races: Sequence[CutRace], elsewhere: float = 0) -> dict[str, Stake]:
    """Return {player: Stake} for the players of these groups.

    A cut that leaves fewer than two players is not made. Where that can happen, nobody is certain to be in
    it who might be alone; `elsewhere` is the least number of players who make it from other groups.
    """
    stakes = [calculate_stakes(group.race, group.places) for group in races]
    least = list(map(least_entrants, races, stakes))
    checked = {}
    for group, own_stakes, own_least in zip(races, stakes, least, strict=True):
        total = elsewhere + sum(least)
        certain = sum(stake.state == IN for stake in own_stakes.values())
        with_another = total - own_least + max(min_entrants(group), certain + 1)
        is_made = {IN: total >= MIN_ENTRANTS, NEEDS: with_another >= MIN_ENTRANTS}
        for player, stake in own_stakes.items():
            is_sound = is_made.get(stake.state, True)
            checked[player] = stake if is_sound else Stake(CAN, 0, stake.rounds_left)
    return checked


def least_entrants(group: CutRace, stakes: Mapping[str, Stake]) -> float:
    """Return how many players of a group make the cut at least."""
    return max(min_entrants(group), sum(stake.state == IN for stake in stakes.values()))


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
