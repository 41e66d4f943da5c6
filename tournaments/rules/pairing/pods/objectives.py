"""What it costs to seat two at one pod: one table of whole numbers for each objective."""

from itertools import combinations
from math import prod

import numpy as np

from ..field import BY_STANDING
from ..objectives import clubs_of
from .seat_history import firsts, odd_pods
from .sizes import USUAL

# Prices of all objectives together stay below this, so that sums of them fit into 64 bits.
ROOM = 2**58
GAPS = "gaps"


class Block:
    """Some pods of a round for themselves: the `places` of its players in the field, then the empty seats of
    its smaller pods, as numbers 0, 1, … (nodes); `pods` of `seats` seats each."""

    def __init__(self, field, pods):
        self.field, self.start = field, pods
        self.places = [place for pod in pods for place in pod]
        self.pods, self.seats = len(pods), max(map(len, pods))
        self.nodes = self.pods * self.seats
        self.size = len(self.places)
        self.node = {place: node for node, place in enumerate(self.places)}

    def seated(self):
        """The pod of each node as they start."""
        pods = [number for number, pod in enumerate(self.start) for _place in pod]
        return np.array(pods + [at for at, pod in enumerate(self.start) if len(pod) < self.seats])

    def read(self, pod_of):
        """Such numbers as pods of places."""
        pods = [[] for _pod in range(self.pods)]
        for place, pod in zip(self.places, pod_of.tolist(), strict=False):
            pods[pod].append(place)
        return pods


def levels_of(block, wished, together, sat):
    """The objectives of a seating by name, the first counting most, as square tables over the block's nodes.

    Pairs that never meet; pairs that are `wished`; meetings squared; those kept apart, before or after the
    squared gaps; pairs that sit `together` now and would stay; neighbours in the standings; first seats of
    the past spread over the pods; who sat least often in a pod of an odd size sits there. All of places.
    """
    field = block.field
    squares = (field.groups[block.places, None] - field.groups[block.places]) ** 2
    gaps, apart = {GAPS: _padded(block, squares)}, {"apart": _padded(block, _apart(block))}
    levels = {
        "forbidden": _pairs(block, dict.fromkeys(field.forbidden, 1)),
        "wished": _pairs(block, dict.fromkeys(wished, -1)),
        "meetings": _pairs(block, {pair: times**2 for pair, (times, _since) in field.meetings.items()}),
        **(gaps | apart if field.constraints.after_gaps else apart | gaps),
        "together": _pairs(block, dict.fromkeys(together, -1)),
        "neighbours": _padded(block, _neighbours(block)),
        "firsts": _padded(block, _firsts(block, sat)),
        "odd sizes": _odd_sizes(block, sat),
    }
    return {name: level for name, level in levels.items() if level.any()}


def _pairs(block, prices):
    table, node = np.zeros((block.nodes, block.nodes), dtype=np.int64), block.node
    for (one, two), price in prices.items():
        if one in node and two in node:
            table[node[one], node[two]] = table[node[two], node[one]] = price
    return table


def _padded(block, table):
    table = np.pad(table.astype(np.int64), (0, block.nodes - block.size))
    np.fill_diagonal(table, 0)
    return table


def _apart(block):
    table = clubs_of(block.field)
    return table[np.ix_(block.places, block.places)]


def _neighbours(block):
    if block.field.method != BY_STANDING:
        return np.zeros((block.size, block.size))
    places = np.array(block.places)
    return (places[:, None] - places) ** 2


def _firsts(block, sat):
    """How often one has sat first times how often the other has: least where the pods share them evenly."""
    times = _relative([firsts(sat.get(block.field.players[place], ())) for place in block.places])
    return times[:, None] * times


def _odd_sizes(block, sat):
    """What it adds to the squares of their odd pods when those who sat in few of them sit in one again.

    A pod has an empty seat where it is a three beside fours, or a four beside fives."""
    times = _relative([odd_pods(sat.get(block.field.players[place], ())) for place in block.places])
    table = np.zeros((block.nodes, block.nodes), dtype=np.int64)
    price = 2 * times if block.seats == USUAL else 2 * (times.max() - times)
    table[: block.size, block.size :] = price[:, None]
    table[block.size :, : block.size] = price
    return table


def _relative(times):
    return np.array(times, dtype=np.int64) - min(times)


def priced(levels, seats):
    """(one table of prices by which exchanging any two players compares as by the levels in their order; what
    one of each level is worth in it, by name).

    Where the numbers are too big for that, the biggest count no more than `most`."""
    prices, scale, most = {name: level - level.min() for name, level in levels.items()}, 1, 2**32
    while prod(1 + 2 * (seats - 1) * min(int(level.max()), most) for level in prices.values()) > ROOM:
        most //= 2
    price, units = 0, {}
    for name, level in reversed(prices.items()):
        level = np.minimum(level, most)
        price, units[name] = price + scale * level, scale
        scale *= 1 + 2 * (seats - 1) * int(level.max())
    np.fill_diagonal(price, 0)
    return price, units


def pairs_of(pods):
    """The pairs of places at one pod, the smaller first."""
    return [pair for pod in pods for pair in combinations(sorted(pod), 2)]
