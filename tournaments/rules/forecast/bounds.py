"""Bounds of the points that players can still reach."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np

from ..settings.fields import IN, RANKED
from .race import Race

# Tolerance of sums of floats.
TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The expected number of players with `points`, and the number of them `inside` a cut.

    `records` are the (wins, losses, draws) with these points, most wins first.
    """

    points: float
    records: tuple[tuple[int, int, int], ...]
    expected: float
    inside: float


def expected_records(players: int, rounds: int, draw_rate: float = 0.0) -> dict[tuple[int, int, int], float]:
    """Return {(wins, losses, draws): expected number of players}, which add up to `players`.

    Every match is drawn with the chance `draw_rate` and otherwise even. Results then do not depend on
    opponents, so each record is multinomial and the numbers are exact for any pairing, pair-downs included.
    Byes are ignored: with an odd number of players they raise the top by less than one player.
    """
    decided_rate = (1 - draw_rate) / 2
    return {
        (wins, rounds - draws - wins, draws): players
        * comb(rounds, draws)
        * comb(rounds - draws, wins)
        * draw_rate**draws
        * decided_rate ** (rounds - draws)
        for draws in range(rounds + 1 if draw_rate else 1)
        for wins in range(rounds - draws, -1, -1)
    }


def score_lines(
    records: Mapping[tuple[int, int, int], float], places: float, worth=(3, 0, 1)
) -> tuple[ScoreLine, ...]:
    """Group expected numbers by points, best first; a cut takes `places` from the top.

    `worth`: points of a win, a loss and a draw.
    """
    records_by_points = {}
    for record in sorted(records, reverse=True):
        points = round(sum(n * each for n, each in zip(record, worth, strict=True)), 9)
        records_by_points.setdefault(points, []).append(record)
    lines, places_left = [], places
    for points in sorted(records_by_points, reverse=True):
        count = sum(records[record] for record in records_by_points[points])
        inside = min(count, max(places_left, 0.0))
        lines.append(ScoreLine(points, tuple(records_by_points[points]), count, inside))
        places_left -= count
    return tuple(lines)


def max_players(rounds: int, losses: int, places: int) -> int:
    """Return the largest field in which at most `places` players are expected to lose `losses` or fewer.

    Without draws players × Σ C(rounds, i ≤ losses) / 2^rounds do, for one loss players × (rounds + 1) /
    2^rounds. For ten rounds and a top eight that is 744.
    """
    share = sum(comb(rounds, lost) for lost in range(losses + 1))
    return places * 2**rounds // share


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


@dataclass(frozen=True, slots=True)
class CutPlaces:
    """The places in a cut.

    The players ranked in the first `limit` places advance if they have at least `min_points` and at most
    `max_losses`; the first `guaranteed` players advance in any case. `ties` decides for players tied across
    the line in points. At most `at_most` players advance; this is part of `limit` unless ties or losses make
    a difference.
    """

    limit: float = math.inf
    min_points: float = -math.inf
    guaranteed: float = 0
    ties: str = RANKED
    max_losses: float = math.inf
    at_most: float = math.inf

    @property
    def counts_losses(self):
        return self.max_losses < math.inf

    @property
    def is_losses_only(self):
        """Return whether a player's own losses are the only condition."""
        has_size = self.limit < math.inf or self.at_most < math.inf
        return self.counts_losses and not has_size and self.min_points == -math.inf


def cut_places(rule: Mapping, listed_count: int) -> CutPlaces | None:
    """Return the CutPlaces of a `cut` setting for a number of listed players; None for a cut by hand.

    With `per` these are the places of each group.
    """
    if rule.get("by_hand"):
        return None
    limit, at_most, ties = rule.get("top", math.inf), rule.get("at_most", math.inf), rule.get("ties", RANKED)
    if "percent" in rule:
        limit = min(limit, math.ceil(Fraction(str(rule["percent"])) * listed_count / 100))
    if ties != IN and "losses" not in rule:
        limit, at_most = min(limit, at_most), math.inf
    return CutPlaces(
        limit,
        rule.get("min_points", -math.inf),
        rule.get("at_least", 0),
        ties,
        rule.get("losses", math.inf),
        at_most,
    )
