"""Exact matchings and bounds made with them."""

import hashlib
import heapq
from collections import Counter
from itertools import chain, combinations, islice
from random import Random

import numpy as np
import rustworkx

WEIGHT_BITS = 118  # rustworkx computes in 128 bits and doubles what it is given
LOT_BITS = 48


def edge_prices(levels, tables, lots):
    """Combine several price columns and a lot into one whole number per edge.

    A column outweighs any round's sum of all later columns. The lot makes the cheapest round unique, so
    that another version of the library does not change a draw.
    """
    total = [0] * len(lots)
    for level in levels:
        step = max(level, default=0) * tables + 1
        if step > 1:
            total = [price * step + more for price, more in zip(total, level, strict=True)]
    room = WEIGHT_BITS - (max(total, default=0) * tables).bit_length() - tables.bit_length()
    bits = min(room, LOT_BITS)
    return [
        (price * tables << bits) + (lot >> (LOT_BITS - bits)) for price, lot in zip(total, lots, strict=True)
    ]


def edge_lots(edges, digests):
    """Return the lot of each pair: 48 bits of SHA-256 over the lots of its two players."""
    pairs = [(digests[a], digests[b]) for a, b in edges]
    hashed = [hashlib.sha256(one + two if one < two else two + one).digest()[:8] for one, two in pairs]
    return _first_bits(hashed).tolist()


def lot_table(digests):
    """Return the lots of all pairs as a square table."""
    order = sorted(range(len(digests)), key=digests.__getitem__)
    pairs = combinations([digests[node] for node in order], 2)
    lots = _first_bits([hashlib.sha256(one + two).digest()[:8] for one, two in pairs])
    one, two = np.array(order)[np.array(np.triu_indices(len(order), 1))]
    table = np.zeros((len(order), len(order)), dtype=np.int64)
    table[one, two] = table[two, one] = lots
    return table


def _first_bits(hashes):
    """Return the first LOT_BITS bits of hashes of eight bytes, as whole numbers."""
    return np.frombuffer(b"".join(hashes), ">u8") >> np.uint64(64 - LOT_BITS)


def cheapest_matching(edges, price, nodes):
    """Return the largest set of disjoint edges (pairs of nodes) at the least total price, sorted."""
    top = max(price, default=0)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(a, b, top - cost) for (a, b), cost in zip(edges, price, strict=True)])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted(tuple(sorted(pair)) for pair in matching))


def matchings_in_order(edges, price, nodes):
    """Yield every perfect matching, cheapest first (Murty's partition)."""
    priced = dict(zip(edges, price, strict=True))
    heap = []

    def add(fixed, barred):
        matched = {node for pair in fixed for node in pair}
        open_edges = [e for e in priced if e not in barred and e[0] not in matched and e[1] not in matched]
        rest = cheapest_matching(open_edges, [priced[e] for e in open_edges], nodes)
        pairs = tuple(sorted((*fixed, *rest)))
        if len(pairs) * 2 == nodes:
            heapq.heappush(heap, (sum(priced[e] for e in pairs), pairs, fixed, barred))

    add((), frozenset())
    while heap:
        _price, pairs, fixed, barred = heapq.heappop(heap)
        yield pairs
        for edge in [e for e in pairs if e not in fixed]:
            add(fixed, barred | {edge})
            fixed = (*fixed, edge)


MAX_CANDIDATES = 60  # rounds examined, best first
MAX_TRIES = 80  # attempts to pair the remaining rounds after each


def best_safe_round(field, candidates, rounds_left):
    """Return the best candidate after which the remaining rounds can be paired.

    If no examined candidate is safe, return the one that was followed by the most rounds.
    """
    best, most_ahead = None, -1
    for round_ in islice(candidates, MAX_CANDIDATES):
        ahead = rounds_ahead(field, round_, rounds_left)
        if ahead > most_ahead:
            best, most_ahead = round_, ahead
        if ahead == rounds_left:
            break
    return best


def at_risk(field, rounds_left):
    """Return whether a remaining round might be impossible.

    It cannot be if every player still has half of the field to meet in the last round (Dirac 1952).
    """
    if not rounds_left:
        return False
    room = field.nodes / 2 - 1 - rounds_left
    pairs_per_player = Counter(chain.from_iterable(chain(field.past, field.constraints.forbidden)))
    if max(pairs_per_player.values(), default=0) + 1 <= room:  # no fewer than the exact count below
        return False
    excluded = max(len(met) + (e.byes > 0) for met, e in zip(field.met, field.entrants, strict=True))
    return excluded > room


def rounds_ahead(field, round_, rounds_left):
    """Return how many rounds were found to follow this one, up to `rounds_left`.

    They have no rematch and no second bye before everyone's first; each attempt removes random matchings.
    """
    random = Random(int.from_bytes(field.digests[0], "big"))
    met = {*field.meetings, *field.forbidden, *round_.pairs}
    byes = [e.byes + (place == round_.bye) for place, e in enumerate(field.entrants)]
    most_ahead = 0
    for _try in range(MAX_TRIES):
        most_ahead = max(most_ahead, _pair_at_random(met, byes, field.bye_node, rounds_left, random))
        if most_ahead == rounds_left:
            break
    return most_ahead


def _pair_at_random(met, byes, bye_node, rounds_left, random):
    """Return how many rounds of random matchings can be paired before none is left."""
    places = range(len(byes))
    left, byes = [pair for pair in combinations(places, 2) if pair not in met], list(byes)
    nodes = len(byes) + (bye_node is not None)
    for number in range(rounds_left):
        edges = list(left)
        if bye_node is not None:
            fewest = min(byes)
            edges += [(place, bye_node) for place in places if byes[place] == fewest]
        matched = set(cheapest_matching(edges, [random.getrandbits(32) for _edge in edges], nodes))
        if len(matched) * 2 < nodes:
            return number
        left = [pair for pair in left if pair not in matched]
        for one, two in matched:
            if two == bye_node:
                byes[one] += 1
    return rounds_left


MAX_EXACT_GROUP = 20  # players; if more left a big score group, that alone would cost more than the bound
MAX_GAP = 3  # the widest gap between nodes that is considered


def odd_prefix_bound(field):
    """Return a lower bound on Σ gap²: a table crosses each line below an odd number of players."""
    counts = np.cumsum(np.bincount(field.groups))
    bye_groups = [field.groups[place] for place, turn in enumerate(field.bye_turn) if turn == 0]
    return min(_odd_count(counts, bye_group) for bye_group in bye_groups or [len(counts)])


def _odd_count(counts, bye_group):
    """Return how many counts are odd, without the player with the bye."""
    return int(((counts - (np.arange(len(counts)) >= bye_group)) % 2).sum())


def relaxed_bound(field):
    """Return a lower bound on Σ gap² that respects past meetings, or None if it cannot be proven.

    Exact over small score groups; the members of a big one (over MAX_EXACT_GROUP) are anonymous and may
    meet any player. A real round in which few players leave each big group is also a round here, at the
    same cost. A round in which k players leave a group crosses its two edges k times, and a gap of g
    crosses g lines: both cost more than this bound if it is close to `odd_prefix_bound`.
    """
    nodes, is_exact = _nodes(field)
    prices = {}
    for a, (group, place) in enumerate(nodes):
        for b, (other_group, other) in enumerate(nodes[:a]):
            gap = group - other_group
            if gap <= MAX_GAP and not (is_exact[a] and is_exact[b] and other in field.met[place]):
                prices[b, a] = gap * gap
    if field.bye_turn:
        prices |= {(a, len(nodes)): 0 for a, (_, place) in enumerate(nodes) if field.bye_turn[place] == 0}
    total = len(nodes) + bool(field.bye_turn)
    matching = cheapest_matching([*prices], [*prices.values()], total)
    if len(matching) * 2 < total:
        return None
    cost = sum(prices[edge] for edge in matching)
    above = cost - odd_prefix_bound(field)
    is_proven = above + 3 < MAX_EXACT_GROUP - 1 and above <= MAX_GAP * (MAX_GAP + 1)
    return cost if is_proven else None


def _nodes(field):
    """Return (group, place) of every node, and for each whether it stands for exactly that player."""
    nodes, is_exact = [], []
    for group in range(field.groups[-1] + 1):
        members = np.flatnonzero(field.groups == group).tolist()
        if len(members) > MAX_EXACT_GROUP:
            members.sort(key=lambda place: bool(field.bye_turn) and field.bye_turn[place])
            count = MAX_EXACT_GROUP - (len(members) - MAX_EXACT_GROUP) % 2
        else:
            count = len(members)
        nodes += [(group, place) for place in members[:count]]
        is_exact += [len(members) <= MAX_EXACT_GROUP] * count
    return nodes, is_exact
