"""One player's chance against another, in exact fractions: by a rate for the better seed, or by ratings."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from tournaments.rules.errors import RuleViolation, _

EVEN = Fraction(1, 2)
# Chances by rating are counted in ten-thousandths, so that they are whole numbers on every machine.
PARTS = 10_000
# A difference of 400 points is ten to one (Elo; FIDE rating regulations).
TEN_TO_ONE = 400


@dataclass(frozen=True, slots=True)
class Rated:
    """Chances by rating: `ups[a - 1][b - 1]` of `whole` is seed a's chance over seed b."""

    whole: int
    ups: tuple[tuple[int, ...], ...]


def win_rate(given):
    """The better seed's chance as an exact fraction: 0.55, "0.55" and "11/20" are the same.

    RuleViolation for what is no number from 0 to 1.
    """
    try:
        if isinstance(given, str) and "/" in given and len(given) <= 20:
            rate = Fraction(given)
        else:
            # Through float, so that an exponent in the text cannot ask for a giant number.
            rate = Fraction(float(given)).limit_denominator(10**9)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        rate = None
    if rate is None or not 0 <= rate <= 1:
        raise RuleViolation(_("The win rate “{given}” is not a number from 0 to 1."), given=str(given)[:20])
    return rate


def rated(ratings):
    """The Rated chances of ratings in seed order (Elo's expectation, in ten-thousandths, none of them 0).

    Whoever has no rating (None) is taken for the mean of those who have one.
    """
    known = [rating for rating in ratings if rating is not None]
    mean = sum(known) / len(known) if known else 0
    full = [mean if rating is None else rating for rating in ratings]
    return Rated(PARTS, tuple(tuple(_expected(one, other) for other in full) for one in full))


def _expected(one, other):
    if one < other:
        return PARTS - _expected(other, one)
    # Past 4,000 points nothing changes any more, and the power stays within a float.
    odds_against = 10 ** (-min(one - other, 10 * TEN_TO_ONE) / TEN_TO_ONE)
    return min(round(PARTS / (1 + odds_against)), PARTS - 1)


def parts_of(rate, size):
    """(whole, square): `square[a, b]` of `whole` is seed a's chance over seed b, as Python integers."""
    if isinstance(rate, Rated):
        square = np.zeros((size + 1, size + 1), dtype=object)
        square[1:, 1:] = rate.ups
        return rate.whole, square
    rate = win_rate(rate)
    seeds = np.arange(size + 1)
    better = seeds[:, None] < seeds
    return rate.denominator, np.where(better, rate.numerator, rate.denominator - rate.numerator).astype(
        object
    )
