"""The dual prices of a transport problem: the least cost per member of each class."""

import numpy as np

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
