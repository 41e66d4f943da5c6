"""The search for the best seating: all seatings of a small field, else exchanges of two players."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import ceil, factorial

import numpy as np

from .annealing import anneal
from .objectives import GAPS, Block, combined_price, seating_levels

MAX_SEATINGS = 6000  # up to here all seatings are compared; three pods of four have 5,775
PODS_PER_BLOCK = 64  # a big field is searched in blocks of this size
# The number of exchanges: fewer in a big field, where each is the best of more.
MAX_STEPS, MIN_STEPS, WORK = 1000, 150, 40_000
TENURE = (7, 11, 9, 13, 8, 12, 10)  # exchanges before a player may go back
FORBIDDEN = np.int64(2**62)


@dataclass(frozen=True)
class Seating:
    """Pods of places; `weighed`: the number of exchanges compared, 0 if all seatings were."""

    pods: tuple[tuple[int, ...], ...]
    weighed: int


def best_seating(field, start, wished=(), together=(), past_seats=None):
    """Return the cheapest seating found by `seating_levels`, searched from `start` (pods of places)."""
    pods, weighed = [], 0
    for part in split_pods(start, wished):
        block = Block(field, part)
        levels = seating_levels(block, wished, together, past_seats or {})
        best_pod_of = block.start_pods()
        # The number of seatings, with empty seats counted as different.
        count = factorial(block.nodes) // factorial(block.seats) ** block.pods // factorial(block.pods)
        if levels and count <= MAX_SEATINGS:
            best_pod_of = cheapest_of_all(block, levels)
        elif levels:
            best_pod_of, block_weighed = search_seating(block, levels)
            weighed += block_weighed
        pods += block.to_pods(best_pod_of)
    return Seating(tuple(tuple(sorted(pod)) for pod in pods), weighed)


def split_pods(start, wished):
    """Yield runs of about PODS_PER_BLOCK neighbouring pods that separate no wished pair."""
    pod_of = {place: number for number, pod in enumerate(start) for place in pod}
    tied = {min(pod_of[a], pod_of[b]) for a, b in wished if abs(pod_of[a] - pod_of[b]) == 1}
    count, first = ceil(len(start) / PODS_PER_BLOCK), 0
    for part in range(1, count + 1):
        last = len(start) * part // count
        while last - 1 in tied:
            last += 1
        yield start[first:last]
        first = last


@lru_cache
def all_seatings(pods, seats):
    """Return the pod of each node in every seating, as rows."""

    def seatings(nodes):
        if not nodes:
            yield ()
        for others in combinations(nodes[1:], seats - 1) if nodes else ():
            members = {nodes[0], *others}
            for rest in seatings([node for node in nodes if node not in members]):
                yield (members, *rest)

    rows = []
    for seating in seatings(range(pods * seats)):
        row = [0] * (pods * seats)
        for pod, members in enumerate(seating):
            for node in members:
                row[node] = pod
        rows.append(row)
    return np.array(rows)


def cheapest_of_all(block, levels):
    """Return the pod of each node in the cheapest of all seatings."""
    rows = all_seatings(block.pods, block.seats)
    empty = rows[:, block.size :]
    rows = rows[[len(set(row)) == len(row) for row in empty.tolist()]]
    one, two = np.triu_indices(block.nodes, 1)
    same = rows[:, one] == rows[:, two]
    sums = [same @ level[one, two] for level in reversed(levels.values())]
    return rows[np.lexsort(sums)[0]]


def search_seating(block, levels):
    """Return (the pod of each node in the best seating found, the number of exchanges compared).

    Tabu search, then annealing by the gaps and all levels before them (without gaps, by meetings), then
    tabu search again.
    """
    price, units = combined_price(levels, block.seats)
    best_pod_of, weighed = tabu_search(block, price, block.start_pods())
    if unit := units.get(GAPS) or units.get("meetings"):
        best_pod_of, tried = anneal(block, (price // unit).tolist(), best_pod_of.tolist())
        best_pod_of, more = tabu_search(block, price, np.array(best_pod_of))
        weighed += tried + more
    return best_pod_of, weighed


def tabu_search(block, price, pod_of):
    """Return (the pod of each node in the best seating found, the number of exchanges compared).

    Tabu search (Glover 1989): each step makes the best exchange of two players (or of one with an empty
    seat), even if it is worse than before; for some steps these two may not go back unless that gives the
    best seating so far. Whole numbers and a fixed number of steps: the same result on every machine.
    """
    nodes = np.arange(block.nodes)
    empty = nodes >= block.size
    at_pod = np.zeros((block.nodes, block.pods), dtype=np.int64)  # the cost of each node at each pod
    np.add.at(at_pod.T, pod_of, price)
    barred_until = np.zeros(at_pod.shape, dtype=np.int64)  # the step until which a node may not go to a pod
    total = best = 0
    best_pod_of, steps = pod_of.copy(), max(MIN_STEPS, min(MAX_STEPS, WORK // block.nodes))
    for step in range(steps):
        moved = at_pod[:, pod_of]
        moved -= at_pod[nodes, pod_of][:, None]
        change = moved + moved.T - 2 * price
        barred = barred_until[:, pod_of] > step
        barred = (barred | barred.T) & (change >= best - total)
        barred |= pod_of[:, None] == pod_of
        if empty.any():
            short = np.isin(pod_of, pod_of[empty])
            two_empty = empty[:, None] & short
            barred |= two_empty | two_empty.T
        change[barred] = FORBIDDEN
        one, two = divmod(int(change.argmin()), block.nodes)
        if change[one, two] == FORBIDDEN:
            break
        total += int(change[one, two])
        a, b = pod_of[one], pod_of[two]
        at_pod[:, a] += price[:, two] - price[:, one]
        at_pod[:, b] += price[:, one] - price[:, two]
        pod_of[one], pod_of[two] = b, a
        barred_until[one, a] = barred_until[two, b] = step + TENURE[step % len(TENURE)]
        if total < best:
            best, best_pod_of = total, pod_of.copy()
    return best_pod_of, steps * block.nodes * (block.nodes - 1) // 2
