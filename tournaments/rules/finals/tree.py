"""Chances where only winners go on, each to one place: carried up the tree, for fields of any size."""

from bisect import bisect_left
from fractions import Fraction
from itertools import accumulate

from .chances import Rated, win_rate


def is_tree(table):
    """Whether only winners go on and each to one place, so that no match's sides depend on each other."""
    reads = [read for slot in table.matches for read in slot.reads]
    return all(read.kind in ("S", "W") for read in reads) and len(set(reads)) == len(reads)


def carried_up(table, rate, results):
    """(sides, champions): {slot id: (chances of the first side, of the second)} and the last winner's.

    Chances are {seed: so many of the whole} with the whole; a whole is what the matches below make.
    """
    beats = _by_rating(rate) if isinstance(rate, Rated) else _by_rate(win_rate(rate))
    whole = rate.whole if isinstance(rate, Rated) else win_rate(rate).denominator
    sides, winners = {}, {}
    for slot in table.matches:
        pair = [({read.k: 1}, 1) if read.kind == "S" else winners[read.of[0]] for read in slot.reads]
        (a, of_a), (b, of_b) = pair
        sides[slot.id] = pair
        if slot.id in results:
            winners[slot.id] = {results[slot.id][0]: 1}, 1
        else:
            winners[slot.id] = beats(a, b) | beats(b, a), of_a * of_b * whole
    return sides, winners[table.matches[-1].id]


def _by_rate(rate):
    better, worse = rate.numerator, rate.denominator - rate.numerator

    def beats(side, other):
        """{seed of a side: its chance to be there and to win} against the other side's chances."""
        seeds = sorted(other)
        below = [0, *accumulate(other[seed] for seed in seeds)]
        won = {}
        for seed, chance in side.items():
            stronger = below[bisect_left(seeds, seed)]
            won[seed] = chance * (worse * stronger + better * (below[-1] - stronger))
        return won

    return beats


def _by_rating(rate):
    def beats(side, other):
        return {
            seed: chance * sum(n * rate.ups[seed - 1][opponent - 1] for opponent, n in other.items())
            for seed, chance in side.items()
        }

    return beats


def shares(chances):
    """{seed: Fraction} of (chances, whole)."""
    counts, whole = chances
    return {seed: Fraction(count, whole) for seed, count in counts.items()}
