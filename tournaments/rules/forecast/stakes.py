"""Which players have clinched the cut or are out of it, and what the others need, by points and losses."""

import math
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache

from ..settings import fields
from .bounds import (
    TOLERANCE,
    CutPlaces,
    count_reaching,
    max_reaching,
    max_reaching_by_supply,
    max_reaching_by_table,
    min_reaching,
    possible_gains,
)
from .race import Race

IN, NEEDS, CAN, OUT = "in", "needs", "can", "out"


@dataclass(frozen=True, slots=True)
class Stake:
    """A player's outlook.

    IN: certainly in. NEEDS: in with `points_needed` more from `rounds_left` rounds. CAN: possible, but not
    certain even by winning everything. OUT: certainly out. If losses alone decide, a player who NEEDS
    something may lose `losses_left` more matches; otherwise this is None.
    """

    state: str
    points_needed: float
    rounds_left: int
    losses_left: int | None = None


def calculate_stakes(race: Race, places: CutPlaces) -> dict[str, Stake]:
    """Return {player: Stake} for all players still in the event.

    A player is IN if fewer others than there are places can reach the player's certain points; equal
    points count against the player, so no tiebreaker can change it, unless everyone tied at the line
    advances. A player is OUT if at least as many others as there are places already have more than the
    player can reach; equal points are enough if nobody tied at the line advances. This holds for all results
    and pairings of future rounds, unless players join, return or get a bye not requested yet; a drop can
    only help, so OUT holds unless a better player drops. It is exact for the last round, once it is paired,
    unless a cut by losses has a minimum or maximum size. Whether the cut can be made: see cut_races.
    """
    calculator = StakeCalculator(race, places)
    return {
        player: calculator.stake(
            (points, *map(race.points.get, race.opponents.get(player, ()))), race.losses.get(player, 0)
        )
        for player, points in race.points.items()
    }


def makes_cut(race: Race, places: CutPlaces, points: float) -> bool:
    """Return whether every player who finishes with these points makes a cut without a limit of losses."""
    most, most_above = max_reaching(race, points), max_reaching(race, points + 2 * TOLERANCE)
    ties_in = places.ties == fields.IN
    in_limit, guaranteed = (
        most_above < limit if ties_in else most <= limit for limit in (places.limit, places.guaranteed)
    )
    return ((points >= places.min_points and in_limit) or guaranteed) and most <= places.at_most


def misses_cut(race: Race, places: CutPlaces, points: float) -> bool:
    """Return whether every player who finishes with these points misses a cut without a limit of losses."""
    above = min_reaching(race, points + 2 * TOLERANCE)
    passed = above >= places.limit
    if places.ties == fields.OUT:
        passed = min_reaching(race, points) > places.limit
    excluded = points < places.min_points - TOLERANCE or passed
    return (excluded and above >= places.guaranteed) or above >= places.at_most


class StakeCalculator:
    """Computes stakes for one race and cut, with bounds cached by points.

    A `table` is the points of a player and of the opponents at an open table, None for players who have
    left. Players with equal tables and losses have equal stakes.
    """

    def __init__(self, race: Race, places: CutPlaces):
        self.race, self.places = race, places
        self.max_by_table = cache(lambda points: max_reaching_by_table(race, points))
        self.max_by_supply = cache(lambda points: max_reaching_by_supply(race, points))
        self.min_reaching = cache(lambda points: min_reaching(race, points))
        self.stake = cache(self._stake)

    def _stake(self, table, losses) -> Stake:
        rounds_left = self.race.rounds + (len(table) > 1)
        if self.is_out(table, losses):
            return Stake(OUT, 0, rounds_left)
        gains = possible_gains(self.race.round_gains, rounds_left)
        index = bisect_left(gains, True, key=lambda gain: self._is_safe(table, losses, gain))
        if not index:
            return Stake(IN, 0, rounds_left)
        needed = gains[index] if index < len(gains) else math.inf
        if self.places.is_losses_only and losses <= self.places.max_losses:
            return Stake(NEEDS, needed, rounds_left, self.places.max_losses - losses)
        return Stake(NEEDS, needed, rounds_left) if needed < math.inf else Stake(CAN, 0, rounds_left)

    def is_in(self, table, losses=0) -> bool:
        """Return whether the table's first player is certainly in, whatever the player gains."""
        rounds_left = self.race.rounds + (len(table) > 1)
        return self._is_safe(table, losses, self.race.round_gains[0] * rounds_left)

    def _is_safe(self, table, losses, gain) -> bool:
        """Return whether the table's first player is certainly in with `gain` or more points."""
        places, target = self.places, table[0] + gain
        rivals = self._max_rivals(table, gain)
        blockers = rivals
        if places.ties == fields.IN:
            blockers = self._max_rivals(table, gain, ahead=True)
        qualifies = target >= places.min_points - TOLERANCE and self._keeps_losses(table, losses, gain)
        is_guaranteed = blockers < places.guaranteed
        if places.counts_losses and places.guaranteed:
            # Players below may take these places because they have fewer losses.
            is_guaranteed = self._count_others(table, losses, target, math.inf) < places.guaranteed
        if not ((qualifies and blockers < places.limit) or is_guaranteed):
            return False
        if places.counts_losses and not places.guaranteed:
            rivals = min(rivals, self._count_others(table, losses, target, places.max_losses))
        return rivals < places.at_most

    def _max_rivals(self, table, gain, ahead=False):
        """Return the most others who can finish with the player's points or more; `ahead`: with more.

        The player gains `gain` or more.
        """
        target = table[0] + gain
        points = target + 2 * TOLERANCE if ahead else target
        needed = points - self.race.max_future_gain - TOLERANCE
        # The bounds include the player.
        at_table = max(count_reaching(table, result, needed) for result in self._results(table))
        by_table = self.max_by_table(points) - at_table + self._opponents_reaching(table, gain, needed)
        return min(by_table, self.max_by_supply(target) - 1, self.max_by_supply(points))

    def _opponents_reaching(self, table, gain, needed):
        """Return how many opponents at the table can reach `needed` if the player gains at least `gain`."""
        best_later = self.race.max_future_gain
        results = [r for r in self._results(table) if r[0] + best_later >= gain - TOLERANCE]
        return max((count_reaching(table[1:], result[1:], needed) for result in results), default=0)

    def _keeps_losses(self, table, losses, gain) -> bool:
        """Return whether the player cannot have too many losses after gaining at least `gain`."""
        rounds_left = self.race.rounds + (len(table) > 1)
        if losses + rounds_left <= self.places.max_losses:
            return True
        if self.race.outcome_points is None:
            return False
        loss, best = self.race.outcome_points[1], self.race.round_gains[-1]
        too_many = range(max(0, self.places.max_losses - losses + 1), rounds_left + 1)
        return all(lost * loss + (rounds_left - lost) * best < gain - TOLERANCE for lost in too_many)

    def _count_others(self, table, losses, target, max_losses):
        """Return how many others can reach the target with at most `max_losses`.

        With an infinite number also those who may still have few enough losses for the cut.
        """

        def counts(points, lost, rounds_left):
            reaches = points + self.race.round_gains[-1] * rounds_left >= target - TOLERANCE
            if max_losses == math.inf:
                return reaches or lost <= self.places.max_losses
            return reaches and lost <= max_losses

        total = sum(many for state, many in self.race.players_by_losses.items() if counts(*state))
        return total - counts(table[0], losses, self.race.rounds + (len(table) > 1))

    def is_out(self, table, losses=0) -> bool:
        """Return whether the table's first player is out with every result of the table."""
        return all(self._is_out_with(table, losses, result) for result in self._results(table))

    def _is_out_with(self, table, losses, result) -> bool:
        places = self.places
        reachable = table[0] + result[0] + self.race.max_future_gain
        ahead = passed = self._min_rivals(table, result, reachable + 2 * TOLERANCE)
        if places.ties == fields.OUT:
            passed = self._min_rivals(table, result, reachable)
        is_excluded = (
            reachable < places.min_points - TOLERANCE
            or passed >= places.limit
            or losses + self._is_loss(table, result) > places.max_losses
        )
        if is_excluded and ahead >= places.guaranteed:
            return True
        if places.counts_losses:
            ties_out = places.ties == fields.OUT and not places.guaranteed
            ahead = self._qualified_others(table, losses, reachable + (0 if ties_out else 2 * TOLERANCE))
        return ahead >= places.at_most

    def _min_rivals(self, table, result, points):
        """Return how many others certainly reach `points` if the player's table ends with this result."""
        needed = points - self.race.min_future_gain - TOLERANCE
        at_table = min(count_reaching(table, other, needed) for other in self._results(table))
        elsewhere = self.min_reaching(points) - at_table
        return elsewhere + count_reaching(table[1:], result[1:], needed)

    def _qualified_others(self, table, losses, points):
        """Return how many others certainly reach `points` and have few enough losses."""

        def qualifies(has, lost, rounds_left):
            reaches = has + self.race.round_gains[0] * rounds_left >= points - TOLERANCE
            return reaches and lost + rounds_left <= self.places.max_losses

        total = sum(many for state, many in self.race.players_by_losses.items() if qualifies(*state))
        return total - qualifies(table[0], losses, self.race.rounds + (len(table) > 1))

    def _is_loss(self, table, result) -> bool:
        """Return whether a result certainly is a loss of the table's first player."""
        if len(table) == 1 or self.race.outcome_points is None:
            return False
        win, loss, draw = self.race.outcome_points
        return result[0] == loss and loss not in (win, draw)

    def _results(self, table):
        return self.race.results_by_size[len(table)] if len(table) > 1 else [(0,)]
