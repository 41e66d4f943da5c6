"""The least Σ (gap in score groups)² that tables of these sizes can have, whoever has met."""

from collections import Counter
from itertools import accumulate


def least_gap(groups, sizes):
    """(the least Σ gap² of any seating, the sizes of its pods from the best players down).

    `groups` are the players' score groups, the best first; `sizes` of one or two kinds, which differ by two
    seats at most. A pod of k costs k Σx² − (Σx)²; of two pods whose players interleave, two can always change
    places without making that more, so that some cheapest seating takes the players in order. Only where the
    pods of the rarer size stand is open: they are placed one by one, of equal costs the big ones first.
    """
    often, *rare = [size for size, _times in Counter(sizes).most_common()]
    rare, times = (rare[0], sizes.count(rare[0])) if rare else (often, 0)
    sums = list(accumulate(groups, initial=0))
    squares = list(accumulate((group * group for group in groups), initial=0))

    def cost(first, size):
        total = sums[first + size] - sums[first]
        return size * (squares[first + size] - squares[first]) - total * total

    late = -1 if rare < often else 1
    # How many of the rare size there are so far → (the cost, the numbers of their pods with that sign).
    best = {0: (0, ())}
    for pod in range(len(sizes)):
        found = {}
        for placed, (so_far, where) in best.items():
            first = pod * often + placed * (rare - often)
            ways = [(placed, often, where)] if pod - placed < len(sizes) - times else []
            if placed < times:
                ways.append((placed + 1, rare, (*where, late * pod)))
            for now, size, at in ways:
                found[now] = min(found.get(now, (float("inf"),)), (so_far + cost(first, size), at))
        best = found
    gap, where = best[times]
    return gap, tuple(rare if late * pod in where else often for pod in range(len(sizes)))
