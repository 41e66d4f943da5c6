"""Very big fields: a round at the lower bound, found piece by piece among pairs near their ideal.

A round at the bound has no table across a line with an even number of players above it, and one table,
with a gap of one, across each other line; so only these pairs matter. Each place tries the pairs within
its reach; any other pair costs more than two places pay to leave. These pairs form a graph of separate
pieces. A full round is no cheaper than the cheapest rounds of the pieces, in which a place may leave at
its price. If no place leaves and each line is crossed as required, the round is optimal. Allowing two
places per piece to leave is enough: a gain by more of them splits into paths with two ends each.
"""

import numpy as np
import rustworkx

from ..field import BY_STANDING, FOLD
from ..method_cost import method_wish, near_pairs
from ..objectives import same_club
from .matching import cheapest_matching, edge_lots, edge_prices

FIRST_REACH, MAX_REACH = {FOLD: 0, BY_STANDING: 4}, 64


def local_round(field):
    """Return (pairs, bye) of the best round if it is proven to be at the bound, else None."""
    reach, lines = np.full(field.size, FIRST_REACH[field.method]), _odd_lines(field)
    while lines is not None and reach.max() <= MAX_REACH:
        edges, wish = _edges(field, reach, lines)
        pairs, leaving = _pair_pieces(field, edges, wish, reach)
        if not leaving:
            one, two = np.array(pairs).T
            crossing_count = (field.groups[one] != field.groups[two]).sum()
            return (pairs, field.expected) if crossing_count == lines.sum() else None
        reach[leaving] = np.maximum(2 * reach[leaving], 1)
    return None


def _odd_lines(field):
    """Return, per group, whether an odd number of players (without the bye) is in it or above.

    None if more than one place may have the bye.
    """
    if field.bye_turn and field.bye_turn.count(0) > 1:
        return None
    places = np.delete(field.groups, [] if field.expected is None else field.expected)
    return np.cumsum(np.bincount(places, minlength=field.groups[-1] + 1)) % 2


def _edges(field, reach, lines):
    """Return the pairs to try, as an array of two columns, and the cost of each."""
    one, two = near_pairs(field, reach.max())
    wish = method_wish(field)[0](one, two)
    gap = field.groups[two] - field.groups[one]
    near = wish <= np.maximum(reach[one], reach[two]) ** 2
    near &= (gap == 0) | (gap == 1) & (lines[field.groups[one]] == 1)
    one, two, wish = one[near], two[near], wish[near]
    met = np.array([*field.meetings, *field.forbidden], dtype=int).reshape(-1, 2) @ (field.size, 1)
    legal = ~np.isin(one * field.size + two, met) & ~same_club(field, one, two)
    if field.expected is not None:
        legal &= (one != field.expected) & (two != field.expected)
    return np.stack([one, two], axis=1)[legal], wish[legal]


def _pair_pieces(field, edges, wish, reach):
    """Return (the cheapest pairs of each piece, the places of pieces that a place would leave)."""
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(field.size))
    graph.add_edges_from([(a, b, cost) for (a, b), cost in zip(edges.tolist(), wish.tolist(), strict=True)])
    all_pairs, leaving = [], []
    for piece in rustworkx.connected_components(graph):
        if piece != {field.expected}:
            pairs, unpaired = _pair_piece(field, graph.subgraph(sorted(piece)), reach)
            all_pairs += pairs
            leaving += unpaired
    return all_pairs, leaving


def _pair_piece(field, graph, reach):
    """Return the cheapest pairs and the places of one piece, like `_pair_pieces`."""
    places, inner = graph.nodes(), graph.weighted_edge_list()
    if len(places) == 2 and inner[0][2] == 0:
        return [tuple(places)], []
    size = len(places)
    edges = [(a, b) for a, b, _cost in inner]
    lots = edge_lots(edges, [field.digests[place] for place in places])
    costs = [2 * cost for _a, _b, cost in inner]
    doors = range(size, size + 2 - size % 2)
    for node, place in enumerate(places):
        edges += [(node, door) for door in doors]
        costs += [int(reach[place]) ** 2 + 1] * len(doors)
    if len(doors) == 2:
        edges.append(tuple(doors))
        costs.append(0)
    total = size + len(doors)
    lots += [0] * (len(edges) - len(lots))
    matched = cheapest_matching(edges, edge_prices([costs], total // 2, lots), total)
    if len(matched) * 2 < total or any(a < size <= b for a, b in matched):
        return [], places
    return [(places[a], places[b]) for a, b in matched if b < size], []
