"""Chances to win a match, and finals played at random."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ...errors import RuleViolation, _
from ...history import EMPTY_MAPPING
from .places import is_played, known_sides

EVEN = Fraction(1, 2)
# Chances by rating are integers, so that they are the same on every machine.
PAIR_PARTS = 10_000
# Divisible by 3, 4 and 5, so that equal players of a pod have equal parts.
POD_PARTS = 60_000
# The strength of the best-rated player in a pod.
MAX_STRENGTH = 10**10
# Elo; FIDE rating regulations.
RATING_DIFFERENCE_OF_TEN_TO_ONE = 400


@dataclass(frozen=True, slots=True)
class RatingOdds:
    """Chances by rating, for seeds in order.

    `pair_parts[a - 1][b - 1]` of PAIR_PARTS is seed a's chance to beat seed b. In a pod, chances are
    proportional to the `strengths`.
    """

    pair_parts: tuple[tuple[int, ...], ...]
    strengths: tuple[int, ...]


def parse_win_rate(value):
    """Return the better seed's chance as an exact fraction: 0.55, "0.55" and "11/20" are the same.

    RatingOdds are returned unchanged. RuleViolation for anything but a number from 0 to 1.
    """
    if isinstance(value, RatingOdds):
        return value
    try:
        is_ratio = isinstance(value, str) and "/" in value and len(value) <= 20
        # Through float, so that an exponent in the text cannot ask for a giant number.
        rate = Fraction(value) if is_ratio else Fraction(float(value)).limit_denominator(10**9)
        if 0 <= rate <= 1:
            return rate
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        pass
    raise RuleViolation(_("The win rate “{given}” isn’t a number from 0 to 1."), given=str(value)[:20])


def odds_from_ratings(ratings):
    """Return the RatingOdds of ratings in seed order (Elo's expectation, never 0).

    A missing rating (None) counts as the mean of the others.
    """
    known = [rating for rating in ratings if rating is not None]
    mean = sum(known) / len(known) if known else 0
    full = [mean if rating is None else rating for rating in ratings]
    strengths = (max(1, round(MAX_STRENGTH * _relative_strength(max(full) - own))) for own in full)
    return RatingOdds(tuple(tuple(_pair_parts(a, b) for b in full) for a in full), tuple(strengths))


def _pair_parts(own, other):
    if own < other:
        return PAIR_PARTS - _pair_parts(other, own)
    return min(round(PAIR_PARTS / (1 + _relative_strength(own - other))), PAIR_PARTS - 1)


def _relative_strength(deficit):
    """Return the relative strength of a player whose rating is lower by `deficit`."""
    # The limit keeps the power within a float; beyond it the chances no longer change.
    return 10 ** (-min(deficit / RATING_DIFFERENCE_OF_TEN_TO_ONE, 10))


def rank_parts(rate, count):
    """Return the parts of each player of a match by win rate, best seed first.

    For two: p and 1 - p; for three: p², p(1 - p), (1 - p)². So of two neighbouring seeds the better one is
    as likely to be ahead as in a match of only these two.
    """
    better, worse = rate.numerator, rate.denominator - rate.numerator
    return [better ** (count - 1 - rank) * worse**rank for rank in range(count)]


def total_parts(odds, count):
    """Return the sum of all parts in a match of `count` players. `odds`: a Fraction, or RatingOdds."""
    if isinstance(odds, RatingOdds):
        return PAIR_PARTS if count == 2 else POD_PARTS
    return sum(rank_parts(odds, count))


def win_parts(odds, sides, convert=np.asarray):
    """Return the chance of each side in parts of `total_parts`, in the shape of `sides` (count, n): seeds.

    `convert` changes the type of the parts and may add axes in front. By win rate it is called only once for
    each rank, not for all n columns.
    """
    if not isinstance(odds, RatingOdds):
        ranks = (sides[:, None] > sides[None]).sum(axis=1)
        return convert(np.array(rank_parts(odds, len(sides)), dtype=object))[..., ranks]
    if len(sides) == 2:
        parts = np.array(odds.pair_parts)
        return convert(np.stack((parts[sides[0] - 1, sides[1] - 1], parts[sides[1] - 1, sides[0] - 1])))
    strengths = np.array(odds.strengths)[sides - 1]
    parts = np.maximum(1, strengths * POD_PARTS // strengths.sum(axis=0))
    # The strongest player gets the parts left over by rounding down.
    parts[strengths.argmax(axis=0), np.arange(sides.shape[1])] += POD_PARTS - parts.sum(axis=0)
    return convert(parts)


RUNS = 10_000


@dataclass(frozen=True, slots=True)
class EstimatedOdds:
    """Like Odds, in floats: the share of `runs` in which each seed wins, and plays in each round."""

    win: dict[int, float]
    rounds: dict[int, dict[int, float]]
    runs: int

    def error(self, chance):
        """Return the standard error of one of the chances."""
        return (chance * (1 - chance) / self.runs) ** 0.5

    @property
    def largest_error(self):
        return max(map(self.error, self.win.values()))


def estimate_odds(table, rate=EVEN, results=EMPTY_MAPPING, seated=EMPTY_MAPPING, runs=RUNS, seed=1):
    """Return EstimatedOdds of any table, the same for the same seed; other arguments as for `exact_odds`."""
    table, random = table.to_the_title, np.random.Generator(np.random.PCG64(seed))
    rate = parse_win_rate(rate)
    known, columns = known_sides(table, results, seated), {}
    played = np.zeros((table.size + 1, table.rounds + 1), dtype=np.int64)
    for slot in table.matches:
        seats = known.seeds_of(slot, columns.__getitem__)
        sides = np.array([np.full(runs, seeds) for seeds in seats])
        played_here = np.full(runs, is_played(slot, columns.__getitem__))
        for side in sides:
            played[:, slot.round] += np.bincount(side[played_here], minlength=table.size + 1)
        draws = random.random(runs)
        if slot.id in results:
            winner, loser = (np.full(runs, seed) for seed in results[slot.id][:2])
        else:
            winning_side = (draws >= _cumulative_chances(rate, sides)).sum(axis=0)
            winning_side = np.where(played_here, winning_side, 0)
            # No loser of a pod advances, so any of them can represent the others.
            winner, loser = (
                np.choose(winning_side, sides),
                np.choose(winning_side, np.roll(sides, -1, axis=0)),
            )
        columns |= {f"A:{slot.id}": sides[0], f"W:{slot.id}": winner, f"L:{slot.id}": loser}
    champions = np.bincount(columns[f"W:{table.matches[-1].id}"], minlength=table.size + 1) / runs
    seeds = range(1, table.size + 1)
    rounds = {s: {n: float(played[s, n]) / runs for n in range(1, table.rounds + 1)} for s in seeds}
    return EstimatedOdds({s: float(champions[s]) for s in seeds}, rounds, runs)


def _cumulative_chances(rate, sides):
    """Return, for all sides but the last, the chance that this or an earlier side wins."""
    total = total_parts(rate, len(sides))
    return win_parts(rate, sides, lambda parts: (parts / total).astype(float))[:-1].cumsum(axis=0)
