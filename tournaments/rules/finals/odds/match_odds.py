"""Chances in one match, in whole parts: by a rate for the better seed, or by ratings."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from tournaments.rules.errors import RuleViolation, _

EVEN = Fraction(1, 2)
# Chances by rating are counted in ten-thousandths, so that they are whole numbers on every machine.
PARTS = 10_000
# A difference of 400 points is ten to one (Elo; FIDE rating regulations).
TEN_TO_ONE = 400
# In a pod by rating, so that three, four or five alike have the same parts; the best rated has this strength.
POD_PARTS, STRONGEST = 60_000, 10**10


@dataclass(frozen=True, slots=True)
class Rated:
    """Chances by rating: `ups[a - 1][b - 1]` of `whole` is seed a's chance over seed b; in a pod chances are
    as the `strengths`, in seed order."""

    whole: int
    ups: tuple[tuple[int, ...], ...]
    strengths: tuple[int, ...]


def win_rate(value):
    """The better seed's chance as an exact fraction: 0.55, "0.55" and "11/20" are the same.

    RuleViolation for anything but a number from 0 to 1.
    """
    try:
        if isinstance(value, str) and "/" in value and len(value) <= 20:
            rate = Fraction(value)
        else:
            # Through float, so that an exponent in the text cannot ask for a giant number.
            rate = Fraction(float(value)).limit_denominator(10**9)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        rate = None
    if rate is None or not 0 <= rate <= 1:
        raise RuleViolation(_("The win rate “{given}” is not a number from 0 to 1."), given=str(value)[:20])
    return rate


def rated(ratings):
    """Return the Rated chances of ratings in seed order (Elo's expectation, in ten-thousandths, never 0).

    A missing rating (None) counts as the mean of the others.
    """
    known = [rating for rating in ratings if rating is not None]
    mean = sum(known) / len(known) if known else 0
    full = [mean if rating is None else rating for rating in ratings]
    ups = tuple(tuple(_expected(one, other) for other in full) for one in full)
    return Rated(PARTS, ups, tuple(max(1, round(STRONGEST * _power(max(full) - one))) for one in full))


def _expected(one, other):
    if one < other:
        return PARTS - _expected(other, one)
    return min(round(PARTS / (1 + _power(one - other))), PARTS - 1)


def _power(behind):
    """Return the relative strength of a player who is `behind` points of rating weaker."""
    # Past 4,000 points nothing changes any more, and the power stays within a float.
    return 10 ** (-min(behind, 10 * TEN_TO_ONE) / TEN_TO_ONE)


def weights(rate, count):
    """What each of a match has for its chance, by a rate, the best seed first: neighbours are as the rate.

    Of two that is p and 1 - p; of three p², p(1 - p), (1 - p)²: each of two seeds next to each other is as
    likely to be before the other as in a match of those two.
    """
    better, worse = rate.numerator, rate.denominator - rate.numerator
    return [better ** (count - 1 - rank) * worse**rank for rank in range(count)]


def whole_of(rate, count):
    """Return the sum of the parts of a match of `count` players. `rate`: a Fraction, or Rated."""
    if isinstance(rate, Rated):
        return rate.whole if count == 2 else POD_PARTS
    return sum(weights(rate, count))


def parts_of(rate, sides, change=np.asarray):
    """Each one's chance in parts of `whole_of`, shape (count, n), of `sides`: seeds, of the same shape.

    `change` is what becomes of the parts (it may put axes in front), asked of few where these are few.
    """
    if not isinstance(rate, Rated):
        ranks = (sides[:, None] > sides[None]).sum(axis=1)
        return change(np.array(weights(rate, len(sides)), dtype=object))[..., ranks]
    if len(sides) == 2:
        ups = np.array(rate.ups)
        return change(np.stack((ups[sides[0] - 1, sides[1] - 1], ups[sides[1] - 1, sides[0] - 1])))
    strong = np.array(rate.strengths)[sides - 1]
    parts = np.maximum(1, strong * POD_PARTS // strong.sum(axis=0))
    # What is left over is the best one's.
    parts[strong.argmax(axis=0), np.arange(sides.shape[1])] += POD_PARTS - parts.sum(axis=0)
    return change(parts)
