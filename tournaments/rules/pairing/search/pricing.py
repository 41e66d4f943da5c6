"""Dual prices, which bound the cost of every round, and the search for the cheapest round with them."""

import numpy as np

from .matching import LOT_BITS, cheapest_matching, edge_lots, edge_prices, lot_table

UNREACHABLE = 1 << 62


def least_prices(costs, sizes):
    """Return a whole number per class, so that two classes together pay at most twice the cost of a pair.

    The sum over all members is maximal (successive shortest paths). `costs` is a square table of whole
    numbers, `sizes` the number of members of each class.
    """
    rows, columns = costs.min(axis=1), np.zeros(len(costs), dtype=np.int64)
    flow, supply, demand = np.zeros_like(costs), sizes.copy(), sizes.copy()
    while supply.any():
        over = costs - rows[:, None] - columns
        to_row, to_column = _distances(over, flow > 0, supply > 0)
        end = int(np.where(demand > 0, to_column, UNREACHABLE).argmin())
        length = to_column[end]
        _send(flow, supply, demand, over, to_row, to_column, end)
        rows = rows + np.maximum(length - to_row, 0)
        columns = columns - np.maximum(length - to_column, 0)
    return rows + columns


def _distances(over, used, sources):
    """Return the shortest paths from the sources to each row and column; used edges are free backwards."""
    to_row = np.where(sources, 0, UNREACHABLE)
    while True:
        to_column = (np.minimum(to_row, UNREACHABLE // 2)[:, None] + over).min(axis=0)
        back = np.minimum(to_row, np.where(used, to_column, UNREACHABLE).min(axis=1))
        if (back == to_row).all():
            return to_row, to_column
        to_row = back


def _send(flow, supply, demand, over, to_row, to_column, end):
    """Send as much flow as possible along a shortest path to the column `end`."""
    came_from, queue = {}, [(int(row), None) for row in np.flatnonzero(supply)]
    for row, step in queue:
        if row in came_from:
            continue
        came_from[row] = step
        tight = to_row[row] + over[row] == to_column
        if tight[end]:
            break
        for column in np.flatnonzero(tight & (to_column <= to_column[end])).tolist():
            queue += [(int(other), (row, column)) for other in np.flatnonzero(flow[:, column] > 0)]
    steps, column = [], end
    while True:
        steps.append((row, column))
        if came_from[row] is None:
            break
        steps.append((row, -1 - came_from[row][1]))
        row, column = came_from[row]
    amount = min([supply[row], demand[end], *(flow[a, -1 - b] for a, b in steps if b < 0)])
    for a, b in steps:
        flow[(a, b) if b >= 0 else (a, -1 - b)] += amount if b >= 0 else -amount
    supply[row] -= amount
    demand[end] -= amount


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


LAST_BITS = 24  # of a lot, used as the last level if there is no other
NO_PRICE = 1 << 60


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
    price = np.where(far, last, NO_PRICE).min(axis=1) // 2
    known = price < NO_PRICE // 2
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
    upper = _least(np.where(far, first, NO_PRICE), starts)
    lowest = far & (first == upper[np.ix_(own, own)])
    rest = _least(np.where(lowest, last - leave_prices - leave_prices[:, None], NO_PRICE), starts)
    inner = (len(classes) + 4 * np.arange(len(starts))).tolist()
    edges = [((node + door, node + door + 2), 0, 0) for node in inner for door in (0, 1)]
    for place, number, price in zip(places.tolist(), own.tolist(), leave_prices.tolist(), strict=True):
        edges += [((place, inner[number] + door), 0, price) for door in (0, 1)]
    for a, b in zip(*np.nonzero(np.triu(upper < NO_PRICE)), strict=True):
        ends = ((2, 3),) if a == b else ((2, 2), (2, 3), (3, 2), (3, 3))
        costs = int(upper[a, b]), int(rest[a, b])
        edges += [((inner[a] + one, inner[b] + two), *costs) for one, two in ends]
    return edges


def _least(table, starts):
    """Return the minimum of each block of classes."""
    return np.minimum.reduceat(np.minimum.reduceat(table, starts, axis=0), starts, axis=1)
