"""What a round of pods aims for: sizes of pods, order of seats, and the objectives of a seating."""

from fractions import Fraction
from itertools import combinations
from math import prod

import numpy as np

from ...errors import RuleViolation, _
from ...terms import POD_SEATS
from ..field import BY_STANDING
from ..objectives import same_club_table

# The organiser's choices if the number of players is not a multiple of four: tables of three, tables of five
# where possible, or byes.
THREES, FIVES, BYES = "threes", "fives", "byes"
POD_SIZES = (THREES, FIVES, BYES)
USUAL_POD_SIZE = 4


def seats_per_pod(players: int, sizes: str = THREES) -> tuple[int, ...]:
    """Return the number of seats of each pod, fours first; players left over have a bye.

    Fours, and −n mod 4 threes for the rest (one five for five players); with FIVES n mod 4 fives if there
    are enough players, with BYES fours only (Topcut's own rule, modelled on the pods of cEDH events).
    Raises RuleViolation for fewer than three players.
    """
    least, most = min(POD_SEATS), max(POD_SEATS)
    if players < least:
        message = _("A pod needs at least {least} players; there are {count}.")
        raise RuleViolation(message, least=least, count=players)
    remainder = players % USUAL_POD_SIZE
    if sizes == BYES and players > least:
        return (USUAL_POD_SIZE,) * (players // USUAL_POD_SIZE)
    if (sizes == FIVES and players >= remainder * most) or players == most:
        return (USUAL_POD_SIZE,) * ((players - remainder * most) // USUAL_POD_SIZE) + (most,) * remainder
    threes = -players % USUAL_POD_SIZE
    return (USUAL_POD_SIZE,) * ((players - threes * least) // USUAL_POD_SIZE) + (least,) * threes


def first_seat_count(past_seats):
    """Return how often a player has sat first."""
    return sum(seat == 1 for seat, _seats in past_seats)


def odd_pod_count(past_seats):
    """Return how often a player has sat in a pod of a size other than four."""
    return sum(seats != USUAL_POD_SIZE for _seat, seats in past_seats)


def average_lateness(past_seats):
    """Return a player's average seat from 0 (always first) to 1 (always last); ½ before the first pod."""
    if not past_seats:
        return Fraction(1, 2)
    return sum(Fraction(seat - 1, seats - 1) for seat, seats in past_seats) / len(past_seats)


def order_seats(pod, past_seats, lots):
    """Return a pod's players in seat order.

    The first seat goes to the player who has had it least often; the others follow by average seat, latest
    first, which also breaks ties for the first seat. `lots` break remaining ties.
    """
    order = {player: (-average_lateness(past_seats.get(player, ())), lots[player]) for player in pod}
    first = min(pod, key=lambda player: (first_seat_count(past_seats.get(player, ())), *order[player]))
    return (first, *sorted((player for player in pod if player != first), key=order.__getitem__))


# The limit for the combined price of all objectives, so that sums fit into 64 bits.
MAX_TOTAL_PRICE = 2**58
GAPS = "gaps"


class Block:
    """Some pods of a round, searched separately: `pods` pods of `seats` seats each.

    The nodes 0, 1, … are its players (at `places` in the field), then the empty seats of smaller pods.
    """

    def __init__(self, field, pods):
        self.field, self.start = field, pods
        self.places = [place for pod in pods for place in pod]
        self.pods, self.seats = len(pods), max(map(len, pods))
        self.nodes = self.pods * self.seats
        self.size = len(self.places)
        self.node = {place: node for node, place in enumerate(self.places)}

    def start_pods(self):
        """Return the pod of each node in the start seating."""
        pods = [number for number, pod in enumerate(self.start) for _place in pod]
        return np.array(pods + [number for number, pod in enumerate(self.start) if len(pod) < self.seats])

    def to_pods(self, pod_of):
        """Convert the pod of each node to pods of places."""
        pods = [[] for _pod in range(self.pods)]
        for place, pod in zip(self.places, pod_of.tolist(), strict=False):
            pods[pod].append(place)
        return pods


def seating_levels(block, wished, together, past_seats):
    """Return the objectives of a seating by name, most important first, as square tables over the nodes.

    `wished` and `together` (pairs of the existing tables) are pairs of places, `past_seats` the past seats.
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
        "firsts": _padded(block, _firsts(block, past_seats)),
        "odd sizes": _odd_sizes(block, past_seats),
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
    table = same_club_table(block.field)
    return table[np.ix_(block.places, block.places)]


def _neighbours(block):
    if block.field.method != BY_STANDING:
        return np.zeros((block.size, block.size))
    places = np.array(block.places)
    return (places[:, None] - places) ** 2


def _firsts(block, past_seats):
    """Multiply the first seats of two players: the sum is least if the pods share first seats evenly."""
    times = _relative_counts(block, past_seats, first_seat_count)
    return times[:, None] * times


def _odd_sizes(block, past_seats):
    """Price another pod of an odd size, lower for players who have had fewer.

    The pod with an empty seat is a three beside fours or a four beside fives.
    """
    times = _relative_counts(block, past_seats, odd_pod_count)
    table = np.zeros((block.nodes, block.nodes), dtype=np.int64)
    price = 2 * times if block.seats == USUAL_POD_SIZE else 2 * (times.max() - times)
    table[: block.size, block.size :] = price[:, None]
    table[block.size :, : block.size] = price
    return table


def _relative_counts(block, past_seats, count):
    """Return `count` of each player's past seats, above the least of the block."""
    counts = [count(past_seats.get(block.field.players[place], ())) for place in block.places]
    return np.array(counts, dtype=np.int64) - min(counts)


def combined_price(levels, seats):
    """Return (one table of prices that orders exchanges as the levels do, the unit of each level by name).

    If the numbers are too big for that, levels are capped.
    """
    levels, cap = {name: level - level.min() for name, level in levels.items()}, 2**32
    maxima = [int(level.max()) for level in levels.values()]
    while prod(1 + 2 * (seats - 1) * min(maximum, cap) for maximum in maxima) > MAX_TOTAL_PRICE:
        cap //= 2
    price, scale, units = 0, 1, {}
    for name, level in reversed(levels.items()):
        level = np.minimum(level, cap)
        price, units[name] = price + scale * level, scale
        scale *= 1 + 2 * (seats - 1) * int(level.max())
    np.fill_diagonal(price, 0)
    return price, units


def pod_pairs(pods):
    """Return the pairs of places at one pod, the smaller first."""
    return [pair for pod in pods for pair in combinations(sorted(pod), 2)]
