"""Chances in single-elimination trees of any size, carried from the first matches to the final."""

from bisect import bisect_left
from fractions import Fraction
from itertools import accumulate, product
from math import prod
from operator import mul

import numpy as np

from .match_odds import RatingOdds, parse_win_rate, rank_parts, total_parts, win_parts


def is_winners_tree(table):
    """Return whether only winners advance, each to one place, so that a match's sides are independent."""
    reads = [read for slot in table.matches for read in slot.reads]
    return all(read.kind in ("S", "W") for read in reads) and len(set(reads)) == len(reads)


def carry_chances(table, rate, results, seated):
    """Return ({slot id: [chances of its first side, of its second …]}, chances to win the last match).

    Chances are ({seed: parts}, total parts). Sides without a player in a made pod (`seated`) have left and
    are not in the list.
    """
    rate = parse_win_rate(rate)
    count_wins = _wins_by_rating if isinstance(rate, RatingOdds) else _wins_by_rate
    sides, winners = {}, {}
    for slot in table.matches:
        fed = [({read.k: 1}, 1) if read.kind == "S" else winners[read.of[0]] for read in slot.reads]
        if slot.is_pod and slot.id in seated:
            fed = [side for side in fed if not side[0].keys().isdisjoint(seated[slot.id])]
        sides[slot.id] = fed
        if slot.id in results:
            winners[slot.id] = {results[slot.id][0]: 1}, 1
        else:
            total = prod(total for _parts, total in fed) * total_parts(rate, len(fed))
            winners[slot.id] = count_wins(rate, [parts for parts, _total in fed]), total
    return sides, winners[table.matches[-1].id]


def _wins_by_rate(rate, sides):
    """Return {seed: parts of reaching and winning a match} for the chances of its sides."""
    parts_of_rank = rank_parts(rate, len(sides))
    orders = [sorted(side) for side in sides]
    sums = [[0, *accumulate(side[seed] for seed in order)] for side, order in zip(sides, orders, strict=True)]
    wins = {}
    for own, side in enumerate(sides):
        others = [(orders[n], sums[n]) for n in range(len(sides)) if n != own]
        for seed, parts in side.items():
            wins[seed] = parts * sum(map(mul, _ways_by_rank(seed, others), parts_of_rank))
    return wins


def _ways_by_rank(seed, others):
    """Return in how many ways a seed is the best, the second best … of a match, by its other sides."""
    ways = [1]
    for order, sums in others:
        better = sums[bisect_left(order, seed)]
        worse = sums[-1] - better
        ways = [same * worse + above * better for same, above in zip((*ways, 0), (0, *ways), strict=True)]
    return ways


def _wins_by_rating(rate, sides):
    """Return the same by rating, over all combinations of the sides' seeds."""
    if len(sides) == 2:
        one, other = sides
        return _wins_of_side(rate, one, other) | _wins_of_side(rate, other, one)
    wins = {}
    match_parts = win_parts(rate, np.array(list(product(*sides))).T).T.tolist()
    for seats, shares in zip(product(*(side.items() for side in sides)), match_parts, strict=True):
        chance = prod(parts for _seed, parts in seats)
        for (seed, _parts), share in zip(seats, shares, strict=True):
            wins[seed] = wins.get(seed, 0) + chance * share
    return wins


def _wins_of_side(rate, side, other):
    return {
        seed: parts * sum(n * rate.pair_parts[seed - 1][opponent - 1] for opponent, n in other.items())
        for seed, parts in side.items()
    }


def to_fractions(chances):
    """Return {seed: Fraction} of ({seed: parts}, total)."""
    counts, total = chances
    return {seed: Fraction(count, total) for seed, count in counts.items()}
