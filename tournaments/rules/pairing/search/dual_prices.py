"""What each place must pay at least in any round: the prices that make an exact search quick.

A price for each place changes every round's cost by the same sum. With good ones (those of the linear
programme beside the matching) hardly a pair costs anything above them, and none much less than nothing;
so one that costs more than a whole known round is in no better one.
"""

import numpy as np

from .matching import cheapest
from .transport import least_prices

NEVER = 1 << 60
ROOM = 1 << 54  # what a pair may cost, so that sums stay whole numbers of 64 bits
NEAREST, FIRST, AFTER = 8, 1.25, 1.6  # the pairs looked at of each place: the nearest, then ever sparser
TURNS = 12


def above_prices(first, last, legal, kinds):
    """(what each legal pair costs above the prices, the most that one of the cheapest round can cost above
    them): whole numbers from 0, for `first` and then `last`. None where no prices were found at which
    those of a round pay no more than it costs. `kinds` numbers the kind of each node; `first` is much the
    same between the nodes of two kinds."""
    step = int(last.max(where=legal, initial=0)) * (len(legal) // 2) + 1
    limit = ROOM // step
    first = np.minimum(first, limit)
    least = least_prices(*_between(first, legal, kinds))[kinds] * step
    cost = 2 * (first * step + last) - least[:, None] - least
    pays, mate = _payments(np.where(legal, cost, NEVER))
    if mate is None or first[np.arange(len(mate)), mate].sum() // 2 >= limit:
        return None
    above = 2 * cost - pays[:, None] - pays
    above -= above.min(where=legal, initial=0)
    return above, int(above[np.arange(len(mate)), mate].sum()) // 2


def _between(first, legal, kinds):
    """(the least that a pair of each two kinds costs, how many are in each)."""
    order = np.argsort(kinds, kind="stable")
    sizes = np.bincount(kinds)
    starts = np.cumsum(sizes) - sizes
    table = np.where(legal, first, NEVER)[np.ix_(order, order)]
    for axis in (0, 1):
        table = np.minimum.reduceat(table, starts, axis=axis)
    return np.minimum(table, 2 * int(first.max()) + 1), sizes


def _payments(cost):
    """(prices of which no two come to more than twice what their pair costs, or hardly; whom each meets in
    a round that costs no more than they pay, or hardly); None for the latter if none was found."""
    pays, above, near = np.zeros(len(cost), dtype=np.int64), cost, _nearest(cost, FIRST)
    for _turn in range(TURNS):
        mate = _mated(above, near)
        pays = None if mate is None else _relaxed(cost, near, mate, pays)
        if pays is None:
            return None, None
        above = np.where(cost < NEVER, 2 * cost - pays[:, None] - pays, NEVER)
        looked_at, near = near, _nearest(above, AFTER)
        if not (above[near & ~looked_at] < 0).any():
            break
        near[np.arange(len(mate)), mate] = True
    return pays, mate


def _nearest(above, spread):
    """The cheapest pairs of each node, and ever sparser some dearer ones."""
    ranks, count = {*range(min(NEAREST, len(above)))}, NEAREST
    while count < len(above):
        ranks.add(int(count))
        count *= spread
    ranks = sorted(ranks)
    found = np.argpartition(above, ranks, axis=1)[:, ranks]
    near = np.zeros(above.shape, dtype=bool)
    np.put_along_axis(near, found, np.take_along_axis(above, found, axis=1) < NEVER // 2, axis=1)
    return near | near.T


def _mated(above, near):
    """Whom each meets in the cheapest round of these pairs; None if there is none."""
    one, two = np.nonzero(np.triu(near))
    if not len(one):
        return None
    edges = list(zip(one.tolist(), two.tolist(), strict=True))
    mate = np.full(len(above), -1)
    for a, b in cheapest(edges, (above[one, two] - above[one, two].min()).tolist(), len(above)):
        mate[a], mate[b] = b, a
    return mate if (mate >= 0).all() else None


def _relaxed(cost, near, mate, pays):
    """The prices at which those who meet pay all that they cost, and no others more (shortest ways,
    after Bellman and Ford); None if there are none."""
    one, two = np.nonzero(near | near.T)
    own = cost[np.arange(len(cost)), mate]
    starts = np.searchsorted(one, np.arange(len(cost)))
    over, via = cost[one, two] - own[two], mate[two]
    pay = (2 * own + pays - pays[mate]) // 4
    for _pass in range(len(cost)):
        less = np.minimum(pay, np.minimum.reduceat(over + pay[via], starts))
        if (less == pay).all():
            return pay + own - pay[mate]
        pay = less
    return None
