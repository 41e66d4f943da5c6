"""The search for the best seating: every one of a small field, else exchanges of two players, by count."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import ceil, factorial

import numpy as np

from .annealing import annealed
from .objectives import GAPS, Block, levels_of, priced

EVERY = 6000  # up to so many seatings are all looked at: three pods of four have 5,775
BLOCK = 64  # so many pods of a big field are searched by themselves
# Exchanges made: fewer in a big field, of which each is the best of more.
MOST_STEPS, LEAST_STEPS, WORK = 1000, 150, 40_000
TENURE = (7, 11, 9, 13, 8, 12, 10)  # for so many exchanges nobody goes back
NEVER = np.int64(2**62)


@dataclass(frozen=True)
class Seating:
    """Pods of places; `weighed`: so many exchanges of two players, 0 where every seating was looked at."""

    pods: tuple[tuple[int, ...], ...]
    weighed: int


def best_seating(field, start, wished=(), together=(), sat=None):
    """The cheapest seating found by `levels_of`, from pods of places to start from; these give the sizes."""
    pods, weighed = [], 0
    for part in parts(start, wished):
        block = Block(field, part)
        levels = levels_of(block, wished, together, sat or {})
        found = block.seated()
        if levels and ways(block) <= EVERY:
            found = cheapest_of_all(block, levels)
        elif levels:
            found, looked = searched(block, levels)
            weighed += looked
        pods += block.read(found)
    return Seating(tuple(tuple(sorted(pod)) for pod in pods), weighed)


def parts(start, wished):
    """The pods in runs of neighbours of about BLOCK, none of which parts a wished pair."""
    pod_of = {place: number for number, pod in enumerate(start) for place in pod}
    tied = {min(pod_of[a], pod_of[b]) for a, b in wished if abs(pod_of[a] - pod_of[b]) == 1}
    count, first = ceil(len(start) / BLOCK), 0
    for part in range(1, count + 1):
        last = len(start) * part // count
        while last - 1 in tied:
            last += 1
        yield start[first:last]
        first = last


def ways(block):
    """How many seatings there are, the empty seats told apart."""
    return factorial(block.nodes) // factorial(block.seats) ** block.pods // factorial(block.pods)


@lru_cache
def all_seatings(pods, seats):
    """The pod of each node in every seating of so many pods, as rows."""

    def filled(left, pod):
        if not left:
            yield ()
        for others in combinations(left[1:], seats - 1) if left else ():
            here = {left[0], *others}
            for more in filled([node for node in left if node not in here], pod + 1):
                yield (tuple(here), *more)

    found = []
    for seating in filled(list(range(pods * seats)), 0):
        row = [0] * (pods * seats)
        for pod, nodes in enumerate(seating):
            for node in nodes:
                row[node] = pod
        found.append(row)
    return np.array(found)


def cheapest_of_all(block, levels):
    """The pod of each node in the cheapest of all seatings."""
    rows = all_seatings(block.pods, block.seats)
    empty = rows[:, block.size :]
    rows = rows[[len(set(row)) == len(row) for row in empty.tolist()]]
    one, two = np.triu_indices(block.nodes, 1)
    same = rows[:, one] == rows[:, two]
    sums = [same @ level[one, two] for level in reversed(levels.values())]
    return rows[np.lexsort(sums)[0]]


def searched(block, levels):
    """(the pod of each node in the best seating that was found, how many exchanges were weighed): by the best
    exchanges, then by chance ones that look at gaps and what comes before (without gaps, at meetings), then
    by the best ones again."""
    price, units = priced(levels, block.seats)
    found, weighed = exchanged(block, price, block.seated())
    if unit := units.get(GAPS) or units.get("meetings"):
        found, tried = annealed(block, (price // unit).tolist(), found.tolist())
        found, more = exchanged(block, price, np.array(found))
        weighed += tried + more
    return found, weighed


def exchanged(block, price, pod_of):
    """(the pod of each node in the best seating found from this one, how many exchanges were weighed).

    Each step makes the best exchange of two players (or of one with an empty seat) that there is, be it for
    the worse, and for some steps those two may not go back unless it is the best so far (tabu search, Glover
    1989). Whole numbers and a count of steps alone: the same on every machine.
    """
    nodes = np.arange(block.nodes)
    empty = nodes >= block.size
    at_pod = np.zeros((block.nodes, block.pods), dtype=np.int64)  # what each would cost at each pod
    np.add.at(at_pod.T, pod_of, price)
    back = np.zeros(at_pod.shape, dtype=np.int64)
    now = best = 0
    found, steps = pod_of.copy(), max(LEAST_STEPS, min(MOST_STEPS, WORK // block.nodes))
    for step in range(steps):
        moved = at_pod[:, pod_of]
        moved -= at_pod[nodes, pod_of][:, None]
        change = moved + moved.T - 2 * price
        barred = back[:, pod_of] > step
        barred = (barred | barred.T) & (change >= best - now)
        barred |= pod_of[:, None] == pod_of
        if empty.any():
            short = np.isin(pod_of, pod_of[empty])
            two_empty = empty[:, None] & short
            barred |= two_empty | two_empty.T
        change[barred] = NEVER
        one, two = divmod(int(change.argmin()), block.nodes)
        if change[one, two] == NEVER:
            break
        now += int(change[one, two])
        a, b = pod_of[one], pod_of[two]
        at_pod[:, a] += price[:, two] - price[:, one]
        at_pod[:, b] += price[:, one] - price[:, two]
        pod_of[one], pod_of[two] = b, a
        back[one, a] = back[two, b] = step + TENURE[step % len(TENURE)]
        if now < best:
            best, found = now, pod_of.copy()
    return found, steps * block.nodes * (block.nodes - 1) // 2
