"""Exact matching: the cheapest round by several prices, the first one most important."""

import hashlib
import heapq
from itertools import combinations

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
