"""Dual prices of places, which make the exact search fast.

A price for each place changes every round's cost by the same sum. With good prices (those of the dual of
the matching's linear programme) few pairs cost more than their prices and none much less. A pair that
costs more above the prices than a whole known round cannot be part of a better round.
"""

import numpy as np

from .matching import cheapest_matching
from .transport import least_prices

IMPOSSIBLE = 1 << 60
MAX_PAIR_COST = 1 << 54  # so that sums fit into 64 bits
NEAREST, FIRST_SPREAD, SPREAD = 8, 1.25, 1.6  # pairs tried per place: the nearest, then ever sparser
MAX_ITERATIONS = 12


def reduced_costs(first, last, legal, kinds):
    """Return (cost of each legal pair above the prices, maximum of that cost in the cheapest round).

    Whole numbers from 0, by the objectives `first`, then `last`. None if no prices were found at which the
    places of a round pay at most its cost. `kinds` numbers the kind of each node; `first` is nearly
    constant between two kinds.
    """
    step = int(last.max(where=legal, initial=0)) * (len(legal) // 2) + 1
    limit = MAX_PAIR_COST // step
    first = np.minimum(first, limit)
    least = least_prices(*_cheapest_between(first, legal, kinds))[kinds] * step
    cost = 2 * (first * step + last) - least[:, None] - least
    prices, mate = _place_prices(np.where(legal, cost, IMPOSSIBLE))
    if mate is None or first[np.arange(len(mate)), mate].sum() // 2 >= limit:
        return None
    above = 2 * cost - prices[:, None] - prices
    above -= above.min(where=legal, initial=0)
    return above, int(above[np.arange(len(mate)), mate].sum()) // 2


def _cheapest_between(first, legal, kinds):
    """Return (the least cost of a pair for every two kinds, the size of each kind)."""
    order = np.argsort(kinds, kind="stable")
    sizes = np.bincount(kinds)
    starts = np.cumsum(sizes) - sizes
    table = np.where(legal, first, IMPOSSIBLE)[np.ix_(order, order)]
    for axis in (0, 1):
        table = np.minimum.reduceat(table, starts, axis=axis)
    return np.minimum(table, 2 * int(first.max()) + 1), sizes


def _place_prices(cost):
    """Return (prices, partner of each place in a round), or (None, None) if no round was found.

    Approximately: no two prices sum to more than twice their pair's cost, and the round costs no more
    than its places pay.
    """
    prices, above, near = np.zeros(len(cost), dtype=np.int64), cost, _nearest(cost, FIRST_SPREAD)
    for _iteration in range(MAX_ITERATIONS):
        mate = _cheapest_partners(above, near)
        prices = None if mate is None else _relaxed_prices(cost, near, mate, prices)
        if prices is None:
            return None, None
        above = np.where(cost < IMPOSSIBLE, 2 * cost - prices[:, None] - prices, IMPOSSIBLE)
        previous, near = near, _nearest(above, SPREAD)
        if not (above[near & ~previous] < 0).any():
            break
        near[np.arange(len(mate)), mate] = True
    return prices, mate


def _nearest(above, spread):
    """Return a table of the cheapest pairs of each node and, ever sparser, some more expensive ones."""
    ranks, count = {*range(min(NEAREST, len(above)))}, NEAREST
    while count < len(above):
        ranks.add(int(count))
        count *= spread
    ranks = sorted(ranks)
    nearest = np.argpartition(above, ranks, axis=1)[:, ranks]
    near = np.zeros(above.shape, dtype=bool)
    np.put_along_axis(near, nearest, np.take_along_axis(above, nearest, axis=1) < IMPOSSIBLE // 2, axis=1)
    return near | near.T


def _cheapest_partners(above, near):
    """Return the partner of each node in the cheapest round of these pairs, or None."""
    one, two = np.nonzero(np.triu(near))
    if not len(one):
        return None
    edges = list(zip(one.tolist(), two.tolist(), strict=True))
    mate = np.full(len(above), -1)
    for a, b in cheapest_matching(edges, (above[one, two] - above[one, two].min()).tolist(), len(above)):
        mate[a], mate[b] = b, a
    return mate if (mate >= 0).all() else None


def _relaxed_prices(cost, near, mate, prices):
    """Return prices at which partners pay exactly their cost and no other pair more than its own, or None.

    Shortest paths by Bellman–Ford.
    """
    one, two = np.nonzero(near | near.T)
    own = cost[np.arange(len(cost)), mate]
    starts = np.searchsorted(one, np.arange(len(cost)))
    over, via = cost[one, two] - own[two], mate[two]
    pay = (2 * own + prices - prices[mate]) // 4
    for _pass in range(len(cost)):
        less = np.minimum(pay, np.minimum.reduceat(over + pay[via], starts))
        if (less == pay).all():
            return pay + own - pay[mate]
        pay = less
    return None
