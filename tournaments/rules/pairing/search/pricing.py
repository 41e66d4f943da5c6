"""The exact search in big fields: the best round among a few pairs, shown to be the best of all.

Few pairs are ever worth looking at: those that are cheap for one of their two. All others, the far
pairs, are looked at namelessly, by classes of places (stretches of a score group, in and out of a
big club): a place may leave by one of the two doors of its class at a price, and two doors meet at
a price, such that no far pair costs less than its two places and their doors. If nobody leaves in
the cheapest round with doors, no far pair can make the round cheaper.

Why two doors are enough: what a cheaper round would do differently falls apart into alternating
circles, one of them a gain. Cut at its far pairs, that is a closed walk from class to class. Where
it comes to a class for the third time, or for the second time in the same direction or by a pair
within the class, it is two walks, and one of those is a gain; in the end one that two doors let by.
"""

import numpy as np

from .dual_prices import above_prices
from .matching import LOT_BITS, cheapest, lot_table, lots_of, prices

LAST_BITS = 24  # of a lot, where there is no other last level
NEVER = 1 << 60


def cheapest_round(levels, legal, classes, close, digests, reach=16, kinds=None):
    """The pairs of the cheapest perfect matching of the legal pairs; None if there is none.

    `levels` are square tables of whole numbers, the first counting most; then the lots of the pairs
    decide. `classes` numbers the class of each node, -1 for one all of whose pairs are looked at.
    `close` is true where the last level is likely to matter, `reach` says how many pairs of each
    node to begin with. Where there are `kinds` of nodes, a big club apart, `above_prices` comes before:
    it leaves few pairs that could be in the cheapest, or else the reach is three times as long.
    """
    legal = legal | legal.T
    if not levels[-1].any():
        levels = [*levels[:-1], lot_table(digests) >> LOT_BITS - LAST_BITS]
    priced = None if kinds is None else above_prices(_packed(levels[:-1]), levels[-1], legal, kinds)
    if priced:
        above, most = priced
        legal &= above <= most
        levels, close = [np.zeros_like(above), above], legal
        classes = np.where(classes < 0, -1, kinds)
    elif kinds is not None:
        reach *= 3
    looked_at = legal & ((classes < 0)[:, None] | (classes < 0))
    keys = _keys(levels, legal, close)
    reach = np.full(len(legal), reach)
    while legal.any(axis=1).all():
        for key in keys:
            _look_at_nearest(looked_at, key, reach)
        matched, left = _with_doors(levels, legal, looked_at, classes, close, digests)
        if matched and not left:
            return matched
        if not (legal & ~looked_at).any():
            return None
        reach[np.isin(classes, classes[left]) if matched else slice(None)] *= 2
    return None


def _keys(levels, legal, close):
    """Tables of how near two are: by the last level alone, and after each of those before it."""
    near = levels[-1].astype(float)
    keys = [np.where(legal & close, near, np.inf)]
    for count, level in enumerate(levels[:-1], 1):
        if level.any(where=legal):
            first = _packed(levels[:count]) * (near.max() + 1)
            keys.append(np.where(legal, first + near, np.inf))
    return keys


def _look_at_nearest(looked_at, key, reach):
    for count in set(reach.tolist()):
        rows = np.flatnonzero(reach == count)
        found = np.argpartition(key[rows], min(count, len(key) - 1), axis=1)[:, :count]
        rows, found = np.repeat(rows, found.shape[1]), found.ravel()
        there = np.isfinite(key[rows, found])
        looked_at[rows[there], found[there]] = looked_at[found[there], rows[there]] = True


def _packed(levels):
    """One number for several levels, such that no round's sum of one reaches the one before it."""
    total = np.zeros_like(levels[0]) if levels else np.int64(0)
    for level in levels:
        tables = min(len(level) // 2, np.triu(level).any(axis=0).sum())
        total = total * (int(level.max()) * tables + 1) + level
    return total


def _with_doors(levels, legal, looked_at, classes, close, digests):
    """The cheapest round among pairs looked at and doors: (its pairs, the places that left); no
    pairs if there is none."""
    nodes, far = len(legal), legal & ~looked_at
    first, last = _packed(levels[:-1]), 2 * np.minimum(levels[-1], levels[-1].max(where=looked_at, initial=0))
    one, two = np.nonzero(np.triu(looked_at))
    edges = list(zip(one.tolist(), two.tolist(), strict=True))
    lots = lots_of(edges, digests)
    doors = _doors(first, last, far, _prices_to_leave(last, far & close), classes)
    columns = [
        [*level[one, two].tolist(), *(door[number] for door in doors)]
        for number, level in enumerate((first, last), 1)
    ]
    edges += [door[0] for door in doors]
    total = 1 + max(b for _a, b in edges)
    matched = cheapest(edges, prices(columns, total // 2, [*lots, *[0] * len(doors)]), total)
    if len(matched) * 2 < total:
        return None, []
    left = [one for one, two in matched if one < nodes <= two]
    return tuple(pair for pair in matched if pair[1] < nodes), left


def _prices_to_leave(last, far):
    """Half of the cheapest far pair of each place, so that two never pay more than theirs."""
    price = np.where(far, last, NEVER).min(axis=1) // 2
    known = price < NEVER // 2
    return np.where(known, price, price[known].max(initial=0))


def _doors(first, last, far, pays, classes):
    """The edges of the doors as (edge, its upper levels in one, its last level). A door is two nodes
    that meet for nothing while nobody needs them: one for who leaves, one for another's door."""
    places = np.flatnonzero(far.any(axis=1))
    if not len(places):
        return []
    places = places[np.argsort(classes[places], kind="stable")]
    starts, own = np.unique(classes[places], return_index=True, return_inverse=True)[1:]
    square = np.ix_(places, places)
    far, first, last, pays = far[square], first[square], last[square], pays[places]
    upper = _least(np.where(far, first, NEVER), starts)
    lowest = far & (first == upper[np.ix_(own, own)])
    rest = _least(np.where(lowest, last - pays - pays[:, None], NEVER), starts)
    inner = (len(classes) + 4 * np.arange(len(starts))).tolist()
    edges = [((node + door, node + door + 2), 0, 0) for node in inner for door in (0, 1)]
    for place, number, price in zip(places.tolist(), own.tolist(), pays.tolist(), strict=True):
        edges += [((place, inner[number] + door), 0, price) for door in (0, 1)]
    for a, b in zip(*np.nonzero(np.triu(upper < NEVER)), strict=True):
        ends = ((2, 3),) if a == b else ((2, 2), (2, 3), (3, 2), (3, 3))
        costs = int(upper[a, b]), int(rest[a, b])
        edges += [((inner[a] + one, inner[b] + two), *costs) for one, two in ends]
    return edges


def _least(table, starts):
    """The least of each block of classes."""
    return np.minimum.reduceat(np.minimum.reduceat(table, starts, axis=0), starts, axis=1)
