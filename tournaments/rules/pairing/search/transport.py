"""What the members of each class must pay at least to be paired: the prices of a transport problem."""

import numpy as np

FAR = 1 << 62


def least_prices(costs, sizes):
    """A whole number for each class, such that no two pay more together than twice the cost of a pair
    of theirs; their sum over all members is as high as can be (shortest ways, one after another).

    `costs` is a square table of whole numbers, `sizes` says how many are in each class.
    """
    rows, columns = costs.min(axis=1), np.zeros(len(costs), dtype=np.int64)
    flow, supply, demand = np.zeros_like(costs), sizes.copy(), sizes.copy()
    while supply.any():
        over = costs - rows[:, None] - columns
        to_row, to_column = _distances(over, flow > 0, supply > 0)
        end = int(np.where(demand > 0, to_column, FAR).argmin())
        length = to_column[end]
        _send(flow, supply, demand, over, to_row, to_column, end)
        rows = rows + np.maximum(length - to_row, 0)
        columns = columns - np.maximum(length - to_column, 0)
    return rows + columns


def _distances(over, used, sources):
    """The shortest way from any source to each row and each column; back along what is used for nothing."""
    to_row = np.where(sources, 0, FAR)
    while True:
        to_column = (np.minimum(to_row, FAR // 2)[:, None] + over).min(axis=0)
        back = np.minimum(to_row, np.where(used, to_column, FAR).min(axis=1))
        if (back == to_row).all():
            return to_row, to_column
        to_row = back


def _send(flow, supply, demand, over, to_row, to_column, end):
    """Send as much as can be along a shortest way to the column `end`."""
    seen, ways = {}, [(int(row), None) for row in np.flatnonzero(supply)]
    for row, came in ways:
        if row in seen:
            continue
        seen[row] = came
        tight = to_row[row] + over[row] == to_column
        if tight[end]:
            break
        for column in np.flatnonzero(tight & (to_column <= to_column[end])).tolist():
            ways += [(int(other), (row, column)) for other in np.flatnonzero(flow[:, column] > 0)]
    steps, column = [], end
    while True:
        steps.append((row, column))
        if seen[row] is None:
            break
        steps.append((row, -1 - seen[row][1]))
        row, column = seen[row]
    amount = min([supply[row], demand[end], *(flow[a, -1 - b] for a, b in steps if b < 0)])
    for a, b in steps:
        flow[(a, b) if b >= 0 else (a, -1 - b)] += amount if b >= 0 else -amount
    supply[row] -= amount
    demand[end] -= amount
