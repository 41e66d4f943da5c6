"""The least Σ (gap in score groups)² for tables of given sizes, regardless of past meetings."""

from collections import Counter
from itertools import accumulate


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
