"""Which players have clinched the cut or are out of it, and what the others need, by points alone."""

import math
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from .bounds import (
    TOLERANCE,
    count_reaching,
    max_reaching_by_supply,
    max_reaching_by_table,
    min_reaching,
    possible_gains,
)
from .race import Race

IN, NEEDS, CAN, OUT = "in", "needs", "can", "out"
CUT_BY_POINTS = {"top", "min_points", "percent", "at_least", "at_most"}


@dataclass(frozen=True, slots=True)
class CutPlaces:
    """The places in a cut: at most `limit` players with at least `min_points` advance.

    The first `guaranteed` players advance with any points. Without a limit or a minimum these are infinite.
    """

    limit: float = math.inf
    min_points: float = -math.inf
    guaranteed: float = 0


def cut_places(rule: Mapping, listed_count: int) -> CutPlaces | None:
    """Return the CutPlaces of a `cut` setting for a number of players; None for other kinds of cut."""
    if set(rule) - CUT_BY_POINTS:
        return None
    limit, at_most = rule.get("top", math.inf), rule.get("at_most", math.inf)
    if "percent" in rule:
        limit = min(limit, math.ceil(Fraction(str(rule["percent"])) * listed_count / 100))
    guaranteed = min(rule.get("at_least", 0), at_most)
    return CutPlaces(min(limit, at_most), rule.get("min_points", -math.inf), guaranteed)


@dataclass(frozen=True, slots=True)
class Stake:
    """A player's outlook.

    IN: certainly in. NEEDS: in with `points_needed` more from `rounds_left` rounds. CAN: possible, but not
    certain even by winning everything. OUT: certainly out.
    """

    state: str
    points_needed: float
    rounds_left: int


def calculate_stakes(race: Race, places: CutPlaces) -> dict[str, Stake]:
    """Return {player: Stake} for all players still in the event.

    A player is IN if fewer others than there are places can reach the player's certain points; equal
    points count against the player, so no tiebreaker can change it. A player is OUT if at least as many
    others as there are places already have more than the player can reach. This holds for all results and
    pairings of future rounds, unless players join, return or get a bye not requested yet; a drop can only
    help, so OUT holds unless a better player drops. It is exact for the last round, once it is paired.
    """
    calculator = StakeCalculator(race, places)
    return {
        player: calculator.stake((points, *map(race.points.get, race.opponents.get(player, ()))))
        for player, points in race.points.items()
    }


class StakeCalculator:
    """Computes stakes for one race and cut, with bounds cached by points.

    A `table` is the points of a player and of the opponents at an open table, None for players who have
    left. Players with equal tables have equal stakes.
    """

    def __init__(self, race: Race, places: CutPlaces):
        self.race, self.places = race, places
        self.max_by_table = cache(lambda points: max_reaching_by_table(race, points))
        self.max_by_supply = cache(lambda points: max_reaching_by_supply(race, points))
        self.min_above = cache(lambda points: min_reaching(race, points + 2 * TOLERANCE))
        self.stake = cache(self._stake)

    def _stake(self, table) -> Stake:
        rounds_left = self.race.rounds + (len(table) > 1)
        if self.is_out(table):
            return Stake(OUT, 0, rounds_left)
        gains = possible_gains(self.race.round_gains, rounds_left)
        index = bisect_left(gains, True, key=lambda gain: self.is_safe(table, gain))
        if index == len(gains):
            return Stake(CAN, 0, rounds_left)
        return Stake(NEEDS, gains[index], rounds_left) if index else Stake(IN, 0, rounds_left)

    def is_in(self, table) -> bool:
        """Return whether the table's first player is certainly in, whatever the player gains."""
        rounds_left = self.race.rounds + (len(table) > 1)
        return self.is_safe(table, self.race.round_gains[0] * rounds_left)

    def is_safe(self, table, gain) -> bool:
        """Return whether the table's first player is certainly in with `gain` or more points."""
        target, places = table[0] + gain, self.places
        # The bounds include the player.
        rivals = self.max_by_table(target) - 1
        if len(table) > 1:
            needed = target - self.race.max_future_gain - TOLERANCE
            counted = max(count_reaching(table, result, needed) for result in self._results(table)) - 1
            rivals += self._opponents_reaching(table, gain, needed) - counted
        rivals = min(rivals, self.max_by_supply(target) - 1)
        has_points = target >= places.min_points - TOLERANCE
        return (has_points and rivals < places.limit) or rivals < places.guaranteed

    def _opponents_reaching(self, table, gain, needed):
        """Return how many opponents at the table can reach `needed` if the player gains at least `gain`."""
        best_later = self.race.max_future_gain
        results = [r for r in self._results(table) if r[0] + best_later >= gain - TOLERANCE]
        return max((count_reaching(table[1:], result[1:], needed) for result in results), default=0)

    def is_out(self, table) -> bool:
        """Return whether enough others certainly have more than the table's first player can reach."""
        best = table[0] + self.race.max_future_gain
        if len(table) == 1:
            return self._is_passed(best, self.min_above(best))
        return all(self._is_out_with(table, result) for result in self._results(table))

    def _is_out_with(self, table, result) -> bool:
        reachable = table[0] + result[0] + self.race.max_future_gain
        needed = reachable + 2 * TOLERANCE - self.race.min_future_gain - TOLERANCE
        at_table = min(count_reaching(table, other, needed) for other in self._results(table))
        elsewhere = self.min_above(reachable) - at_table
        return self._is_passed(reachable, elsewhere + count_reaching(table[1:], result[1:], needed))

    def _is_passed(self, reachable, ahead):
        """Return whether a player is out with these points, if so many others have more."""
        places = self.places
        is_excluded = reachable < places.min_points - TOLERANCE or ahead >= places.limit
        return is_excluded and ahead >= places.guaranteed

    def _results(self, table):
        return self.race.results_by_size[len(table)]
