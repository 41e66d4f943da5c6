"""The search for the best seating of pods: all seatings if they are few, else tabu search and annealing.

Annealing is random exchanges of two players, with a fixed number of trials. It uses whole numbers only, so
that every machine makes the same exchanges: the random numbers are raw 64-bit numbers of PCG64, and −ln u
comes from a table.
"""

import hashlib
import math
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, combinations
from math import ceil, factorial

import numpy as np

from .objectives import GAPS, Block, combined_price, seating_levels

MAX_TRIALS, TRIALS_PER_SEAT = 160_000, 1_600
# The start temperature is in units of the price and falls by a tenth each stage.
STAGES, START_TEMPERATURE, COOLING = 40, 20, (9, 10)
FINE = 1024
BITS = 12
LOGS = [round(-math.log((step + 0.5) / 2**BITS) * FINE) for step in range(2**BITS)]


def anneal(block, price, pod_of):
    """Return (the pod of each node in the best seating found from `pod_of`, the number of exchanges tried).

    `price` has the price of two nodes at one pod, as lists. Objectives worth much more than
    START_TEMPERATURE do not get worse.
    """
    stages, trial_count = draw_trials(block)
    pods = [[node for node, number in enumerate(pod_of) if number == pod] for pod in range(block.pods)]
    short = [any(node >= block.size for node in pod) for pod in pods]
    price_change = lowest = 0
    best_pod_of, temperature = pod_of[:], START_TEMPERATURE * FINE
    for trials in stages:
        for one, two, log in trials:
            a, b = pod_of[one], pod_of[two]
            if a == b:
                continue
            of_one, of_two = price[one], price[two]
            change = -2 * of_one[two]
            for node in pods[b]:
                change += of_one[node] - of_two[node]
            for node in pods[a]:
                change += of_two[node] - of_one[node]
            if change > 0 and change * FINE * FINE > temperature * log:
                continue
            if (one >= block.size) != (two >= block.size):
                # A pod has one empty seat at most.
                if short[b if one >= block.size else a]:
                    continue
                short[a], short[b] = short[b], short[a]
            pods[a][pods[a].index(one)], pods[b][pods[b].index(two)] = two, one
            pod_of[one], pod_of[two] = b, a
            price_change += change
            if price_change < lowest:
                lowest, best_pod_of = price_change, pod_of[:]
        temperature = temperature * COOLING[0] // COOLING[1]
    return best_pod_of, trial_count


def draw_trials(block):
    """Return (the trials of each stage, their total number), drawn from the lots of the block's players.

    A trial is two nodes and −ln u in units of 1 / FINE.
    """
    lots = b"".join(block.field.digests[place] for place in block.places)
    seed = int.from_bytes(hashlib.sha256(lots).digest()[:8])
    trial_count = min(MAX_TRIALS, TRIALS_PER_SEAT * block.nodes) // STAGES * STAGES
    raw = np.random.PCG64(seed).random_raw(trial_count)
    one, two = raw % np.uint64(block.nodes), (raw >> np.uint64(26)) % np.uint64(block.nodes)
    logs = np.array(LOGS)[raw >> np.uint64(64 - BITS)]
    columns = (part.reshape(STAGES, -1).tolist() for part in (one, two, logs))
    return [zip(*stage, strict=True) for stage in zip(*columns, strict=True)], trial_count


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


def least_gap(groups, sizes):
    """Return (the least Σ gap² of any seating, the sizes of its pods from the best players down).

    `groups` are the players' score groups, best first; `sizes` has at most two different values, at most two
    seats apart. A pod of k costs k Σx² − (Σx)². If the players of two pods interleave, two of them can swap
    without raising the cost, so some cheapest seating takes the players in order. Only the positions of the
    rarer size are open: dynamic programming places them one by one, ties with the bigger pods first.
    """
    often, *rare = [size for size, _times in Counter(sizes).most_common()]
    rare, times = (rare[0], sizes.count(rare[0])) if rare else (often, 0)
    sums = list(accumulate(groups, initial=0))
    squares = list(accumulate((group * group for group in groups), initial=0))

    def cost(first, size):
        total = sums[first + size] - sums[first]
        return size * (squares[first + size] - squares[first]) - total * total

    late = -1 if rare < often else 1
    # Number of pods of the rare size so far → (cost, their signed pod numbers).
    best = {0: (0, ())}
    for pod in range(len(sizes)):
        next_best = {}
        for placed, (so_far, rare_so_far) in best.items():
            first = pod * often + placed * (rare - often)
            choices = [(placed, often, rare_so_far)] if pod - placed < len(sizes) - times else []
            if placed < times:
                choices.append((placed + 1, rare, (*rare_so_far, late * pod)))
            for placed_now, size, rare_pods in choices:
                next_best[placed_now] = min(
                    next_best.get(placed_now, (float("inf"),)), (so_far + cost(first, size), rare_pods)
                )
        best = next_best
    gap, rare_so_far = best[times]
    return gap, tuple(rare if late * pod in rare_so_far else often for pod in range(len(sizes)))
