"""The race for the places of a cut, or one for each group, and whether the cut can be made at all."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ..errors import RuleViolation, _
from ..history import EventPhase
from ..rounds.phases import groups_of
from ..settings.cut import IN as TIES_IN
from ..settings.cut import OUT as TIES_OUT
from ..standings.cut import MIN_ENTRANTS, POINTS, check_enough, group_rows
from ..standings.standings import standings
from .bounds import max_reaching, min_reaching
from .places import CutPlaces, cut_places
from .race import Race
from .stakes import CAN, IN, NEEDS, OUT, Stake, calculate_stakes


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
