"""Chances in single-elimination trees of any size, carried from the leaves to the final."""

from bisect import bisect_left
from fractions import Fraction
from itertools import accumulate, product
from math import prod

import numpy as np

from tournaments.rules.history import NOTHING

from .match_odds import Rated, parts_of, weights, whole_of, win_rate


def is_tree(table):
    """Return whether only winners advance, each to one place, so that a match's sides are independent."""
    reads = [read for slot in table.matches for read in slot.reads]
    return all(read.kind in ("S", "W") for read in reads) and len(set(reads)) == len(reads)


def carried_up(table, rate, results, seated=NOTHING):
    """(sides, champions): {slot id: (chances of its first side, of its second …)} and the last winner's.

    Chances are {seed: so many of the whole} with the whole; a whole is what the matches below make. A side
    that does not sit in its pod (`seated`) has left.
    """
    rate = rate if isinstance(rate, Rated) else win_rate(rate)
    won = _by_rating if isinstance(rate, Rated) else _by_rate
    sides, winners = {}, {}
    for slot in table.matches:
        come = [({read.k: 1}, 1) if read.kind == "S" else winners[read.of[0]] for read in slot.reads]
        if slot.is_pod and slot.id in seated:
            come = [side for side in come if not side[0].keys().isdisjoint(seated[slot.id])]
        sides[slot.id] = come
        if slot.id in results:
            winners[slot.id] = {results[slot.id][0]: 1}, 1
        else:
            whole = prod(whole for _chances, whole in come) * whole_of(rate, len(come))
            winners[slot.id] = won(rate, [chances for chances, _whole in come]), whole
    return sides, winners[table.matches[-1].id]


def _by_rate(rate, sides):
    """{seed: its chance to be there and to win} of the chances of a match's sides."""
    share = weights(rate, len(sides))
    orders = [sorted(side) for side in sides]
    sums = [[0, *accumulate(side[seed] for seed in order)] for side, order in zip(sides, orders, strict=True)]
    won = {}
    for own, side in enumerate(sides):
        for seed, chance in side.items():
            # In how many ways so many of the others are better.
            ways = [1]
            for n, (order, upto) in enumerate(zip(orders, sums, strict=True)):
                if n != own:
                    better = upto[bisect_left(order, seed)]
                    worse = upto[-1] - better
                    ways = [a * worse + b * better for a, b in zip((*ways, 0), (0, *ways), strict=True)]
            won[seed] = chance * sum(map(int.__mul__, ways, share))
    return won


def _by_rating(rate, sides):
    """Return the same by rating, over all combinations of the sides' seeds."""
    if len(sides) == 2:
        one, other = sides
        return _beats(rate, one, other) | _beats(rate, other, one)
    won = {}
    parts = parts_of(rate, np.array(list(product(*sides))).T).T.tolist()
    for seats, here in zip(product(*(side.items() for side in sides)), parts, strict=True):
        chance = prod(chance for _seed, chance in seats)
        for (seed, _chance), part in zip(seats, here, strict=True):
            won[seed] = won.get(seed, 0) + chance * part
    return won


def _beats(rate, side, other):
    return {
        seed: chance * sum(n * rate.ups[seed - 1][opponent - 1] for opponent, n in other.items())
        for seed, chance in side.items()
    }


def shares(chances):
    """{seed: Fraction} of (chances, whole)."""
    counts, whole = chances
    return {seed: Fraction(count, whole) for seed, count in counts.items()}
