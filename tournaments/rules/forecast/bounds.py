"""Bounds on how many players can or must finish a phase with a given number of points."""

from collections import Counter
from functools import lru_cache
from math import comb

import numpy as np

from .race import Race
from .triangle import TOLERANCE

# With more sums, only the best and the worst result of a round are distinguished.
MAX_SUMS = 1000


def max_reaching(race: Race, target: float) -> int:
    """Return an upper bound of how many players can end with the target, for all future pairings.

    The smaller of two bounds. By table: in the running round only results of one match count, and every
    player who can reach the target by winning all later rounds does. By supply: the points still missing,
    smallest first, against all that the tables can give in the rounds left (a table gives one win).
    """
    return min(max_reaching_by_table(race, target), max_reaching_by_supply(race, target))


def max_reaching_by_table(race: Race, target: float) -> int:
    """Return the upper bound if every player could win all rounds that are not paired yet."""
    return _count_after_round(race, target - race.max_future_gain - TOLERANCE, np.max)


def min_reaching(race: Race, target: float) -> int:
    """Return a lower bound of how many players end with the target if all lose every unpaired round."""
    return _count_after_round(race, target - race.min_future_gain - TOLERANCE, np.min)


def _count_after_round(race, target, pick):
    """Return how many reach the target in the running round, if `pick` chooses each table's result."""
    seatless = sum(count for points, count in race.seatless_points.items() if points >= target)
    return seatless + sum(
        int(pick((ends >= target).sum(axis=2), axis=1) @ counts) for ends, counts in race.open_table_ends
    )


def count_reaching(table_points, result, target: float) -> int:
    """Return how many players of a table, with these points so far, reach the target with this result."""
    pairs = zip(table_points, result, strict=True)
    return sum(points is not None and points + gain >= target for points, gain in pairs)


def max_reaching_by_supply(race: Race, target: float) -> int:
    """Return the upper bound by all points that the tables can still give."""
    supply = _points_left(race)
    reaching = 0
    for points, rounds_left in sorted(race.players_by_state, reverse=True):
        if points + race.round_gains[-1] * rounds_left < target - TOLERANCE:
            continue
        missing, count = max(0, target - points), race.players_by_state[points, rounds_left]
        if missing > TOLERANCE:
            count = min(count, int((supply + TOLERANCE) // missing))
        reaching += count
        supply -= count * missing
    return reaching


def _points_left(race):
    """Return the most points that all tables and byes together can still give."""
    max_by_size = {
        size: max(sum(max(points, 0) for points in result) for result in results)
        for size, results in race.results_by_size.items()
    }
    running = sum(max_by_size[len(table)] for table in race.open_tables)
    per_round = race.max_tables * max(race.bye_points, *max_by_size.values())
    return running + race.rounds * per_round + race.requested_byes * max(race.bye_points, 0)


def expected_finish(race: Race, draw_rate: float = 0.0) -> dict[float, float] | None:
    """Return {final points: expected number of players}, if matches are even except for the drawn ones.

    None if a match can end otherwise than in win, loss and draw.
    """
    if race.outcome_points is None:
        return None
    win, loss, draw = race.outcome_points
    finish = Counter()
    for (points, rounds_left), count in race.players_by_state.items():
        for draws in range(rounds_left + 1 if draw_rate else 1):
            decided = rounds_left - draws
            chance = comb(rounds_left, draws) * draw_rate**draws * ((1 - draw_rate) / race.seats) ** decided
            for wins in range(decided + 1):
                losses = decided - wins
                final = round(points + (win * wins + draw * draws + loss * losses), 9)
                finish[final] += count * (chance * comb(decided, wins) * (race.seats - 1) ** losses)
    return dict(finish)


@lru_cache
def possible_gains(round_gains: tuple[float, ...], rounds: int) -> tuple[float, ...]:
    """Return all sums of points that so many rounds can give, least first."""
    sums = {0}
    for _round in range(rounds):
        gains = round_gains if len(sums) < MAX_SUMS else (round_gains[0], round_gains[-1])
        sums = {round(total + gain, 9) for total in sums for gain in gains}
    return tuple(sorted(sums))
