"""The exact search in big fields: the best round among a few pairs, proven to be the best of all.

Only pairs that are cheap for one of their two places are searched one by one. All others, the far
pairs, are represented by classes of places (stretches of a score group, inside and outside a big
club): a place may leave by one of the two doors of its class at a price, and two doors meet at a
price, so that no far pair costs less than its two places and their doors. If no place leaves in the
cheapest round with doors, no far pair can make the round cheaper.

Why two doors are enough: the difference to a cheaper round splits into alternating cycles, one of
which is a gain. Cut at its far pairs, that cycle is a closed walk from class to class. Where the walk
enters a class for the third time, or for the second time in the same direction or by a pair within
the class, it splits into two walks, one of which is a gain; finally one that fits through two doors.
"""

import numpy as np

from .dual_prices import reduced_costs
from .matching import LOT_BITS, cheapest_matching, edge_lots, edge_prices, lot_table

LAST_BITS = 24  # of a lot, used as the last level if there is no other
IMPOSSIBLE = 1 << 60


def cheapest_round(levels, legal, classes, close, digests, reach=16, kinds=None):
    """Return the pairs of the cheapest perfect matching of the legal pairs, or None.

    `levels` are square tables of whole numbers, most important first; the lots of the pairs break ties.
    `classes` numbers the class of each node, -1 for a node all of whose pairs are searched. `close` is
    true where the last level is likely to matter, `reach` is the number of pairs per node to begin with.
    With `kinds` of nodes (a big club to keep apart), `reduced_costs` first narrows down the pairs; if
    that fails, the reach is tripled.
    """
    legal = legal | legal.T
    if not levels[-1].any():
        levels = [*levels[:-1], lot_table(digests) >> LOT_BITS - LAST_BITS]
    reduced = None if kinds is None else reduced_costs(_packed(levels[:-1]), levels[-1], legal, kinds)
    if reduced:
        above, max_above = reduced
        legal &= above <= max_above
        levels, close = [np.zeros_like(above), above], legal
        classes = np.where(classes < 0, -1, kinds)
    elif kinds is not None:
        reach *= 3
    included = legal & ((classes < 0)[:, None] | (classes < 0))
    keys = _keys(levels, legal, close)
    reach = np.full(len(legal), reach)
    while legal.any(axis=1).all():
        for key in keys:
            _add_nearest(included, key, reach)
        matched, leaving = _with_doors(levels, legal, included, classes, close, digests)
        if matched and not leaving:
            return matched
        if not (legal & ~included).any():
            return None
        reach[np.isin(classes, classes[leaving]) if matched else slice(None)] *= 2
    return None


def _keys(levels, legal, close):
    """Return tables of the distance of each pair: by the last level alone, and after each earlier level."""
    near = levels[-1].astype(float)
    keys = [np.where(legal & close, near, np.inf)]
    for count, level in enumerate(levels[:-1], 1):
        if level.any(where=legal):
            first = _packed(levels[:count]) * (near.max() + 1)
            keys.append(np.where(legal, first + near, np.inf))
    return keys


def _add_nearest(included, key, reach):
    """Include the pairs of each node within its reach."""
    for count in set(reach.tolist()):
        rows = np.flatnonzero(reach == count)
        columns = np.argpartition(key[rows], min(count, len(key) - 1), axis=1)[:, :count]
        rows, columns = np.repeat(rows, columns.shape[1]), columns.ravel()
        finite = np.isfinite(key[rows, columns])
        included[rows[finite], columns[finite]] = included[columns[finite], rows[finite]] = True


def _packed(levels):
    """Combine several levels into one number; a level outweighs any round's sum of all later levels."""
    total = np.zeros_like(levels[0]) if levels else np.int64(0)
    for level in levels:
        tables = min(len(level) // 2, np.triu(level).any(axis=0).sum())
        total = total * (int(level.max()) * tables + 1) + level
    return total


def _with_doors(levels, legal, included, classes, close, digests):
    """Return (pairs of the cheapest round among known pairs and doors, places that leave by a door).

    (None, []) if there is no round.
    """
    nodes, far = len(legal), legal & ~included
    first, last = _packed(levels[:-1]), 2 * np.minimum(levels[-1], levels[-1].max(where=included, initial=0))
    one, two = np.nonzero(np.triu(included))
    edges = list(zip(one.tolist(), two.tolist(), strict=True))
    lots = edge_lots(edges, digests)
    doors = _doors(first, last, far, _prices_to_leave(last, far & close), classes)
    columns = [
        [*level[one, two].tolist(), *(door[number] for door in doors)]
        for number, level in enumerate((first, last), 1)
    ]
    edges += [door[0] for door in doors]
    total = 1 + max(b for _a, b in edges)
    matched = cheapest_matching(edges, edge_prices(columns, total // 2, [*lots, *[0] * len(doors)]), total)
    if len(matched) * 2 < total:
        return None, []
    leaving = [one for one, two in matched if one < nodes <= two]
    return tuple(pair for pair in matched if pair[1] < nodes), leaving


def _prices_to_leave(last, far):
    """Return half the price of each place's cheapest far pair, so that two never pay more than their pair."""
    price = np.where(far, last, IMPOSSIBLE).min(axis=1) // 2
    known = price < IMPOSSIBLE // 2
    return np.where(known, price, price[known].max(initial=0))


def _doors(first, last, far, leave_prices, classes):
    """Return the edges of the doors as (edge, combined upper levels, last level).

    A door is two nodes that meet at no cost while unused: one for the leaving place, one for another door.
    """
    places = np.flatnonzero(far.any(axis=1))
    if not len(places):
        return []
    places = places[np.argsort(classes[places], kind="stable")]
    starts, own = np.unique(classes[places], return_index=True, return_inverse=True)[1:]
    square = np.ix_(places, places)
    far, first, last, leave_prices = far[square], first[square], last[square], leave_prices[places]
    upper = _least(np.where(far, first, IMPOSSIBLE), starts)
    lowest = far & (first == upper[np.ix_(own, own)])
    rest = _least(np.where(lowest, last - leave_prices - leave_prices[:, None], IMPOSSIBLE), starts)
    inner = (len(classes) + 4 * np.arange(len(starts))).tolist()
    edges = [((node + door, node + door + 2), 0, 0) for node in inner for door in (0, 1)]
    for place, number, price in zip(places.tolist(), own.tolist(), leave_prices.tolist(), strict=True):
        edges += [((place, inner[number] + door), 0, price) for door in (0, 1)]
    for a, b in zip(*np.nonzero(np.triu(upper < IMPOSSIBLE)), strict=True):
        ends = ((2, 3),) if a == b else ((2, 2), (2, 3), (3, 2), (3, 3))
        costs = int(upper[a, b]), int(rest[a, b])
        edges += [((inner[a] + one, inner[b] + two), *costs) for one, two in ends]
    return edges


def _least(table, starts):
    """Return the minimum of each block of classes."""
    return np.minimum.reduceat(np.minimum.reduceat(table, starts, axis=0), starts, axis=1)
