"""Very big fields: a round at the lower bound, found piece by piece among those near to their ideal.

A round at the bound has no table across a line with an even number above it, and one, with a gap of
one, across each other line; so only such pairs matter. Each place looks at the pairs within its
reach; any other pair costs more than two places pay who leave. The pairs looked at fall apart into
pieces, and a round of all is no cheaper than the cheapest rounds of the pieces, in which a place may
leave at its price; if nobody leaves and each line is crossed as it should be, that is the best round.
Two who leave a piece are enough: what more of them gain falls apart into paths with two ends each.
"""

import numpy as np
import rustworkx

from ..field import BY_STANDING, FOLD
from ..method_cost import near_pairs, wish_of
from ..objectives import same_club
from .matching import cheapest, lots_of, prices

FIRST, FARTHEST = {FOLD: 0, BY_STANDING: 4}, 64


def local_round(field):
    """(pairs, bye) of the best round, if it is at the bound; None where this does not show it."""
    reach, lines = np.full(field.size, FIRST[field.method]), _odd_lines(field)
    while lines is not None and reach.max() <= FARTHEST:
        edges, wish = _edges(field, reach, lines)
        pairs, left = _pieces(field, edges, wish, reach)
        if not left:
            one, two = np.array(pairs).T
            within = (field.groups[one] != field.groups[two]).sum() == lines.sum()
            return (pairs, field.expected) if within else None
        reach[left] = np.maximum(2 * reach[left], 1)
    return None


def _odd_lines(field):
    """Whether an odd number, without the bye, stands above the lower end of each group; None if
    more than one may have the bye."""
    if field.bye_turn and field.bye_turn.count(0) > 1:
        return None
    places = np.delete(field.groups, [] if field.expected is None else field.expected)
    return np.cumsum(np.bincount(places, minlength=field.groups[-1] + 1)) % 2


def _edges(field, reach, lines):
    """The pairs looked at, as an array of two columns, and what each costs."""
    one, two = near_pairs(field, reach.max())
    wish = wish_of(field)[0](one, two)
    gap = field.groups[two] - field.groups[one]
    near = wish <= np.maximum(reach[one], reach[two]) ** 2
    near &= (gap == 0) | (gap == 1) & (lines[field.groups[one]] == 1)
    one, two, wish = one[near], two[near], wish[near]
    met = np.array([*field.meetings, *field.forbidden], dtype=int).reshape(-1, 2) @ (field.size, 1)
    legal = ~np.isin(one * field.size + two, met) & ~same_club(field, one, two)
    if field.expected is not None:
        legal &= (one != field.expected) & (two != field.expected)
    return np.stack([one, two], axis=1)[legal], wish[legal]


def _pieces(field, edges, wish, reach):
    """(the cheapest pairs of each piece, the places of those pieces that somebody would leave)."""
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(field.size))
    graph.add_edges_from([(a, b, cost) for (a, b), cost in zip(edges.tolist(), wish.tolist(), strict=True)])
    made, left = [], []
    for piece in rustworkx.connected_components(graph):
        if piece != {field.expected}:
            pairs, out = _piece(field, graph.subgraph(sorted(piece)), reach)
            made += pairs
            left += out
    return made, left


def _piece(field, graph, reach):
    """The same of one piece."""
    places, inner = graph.nodes(), graph.weighted_edge_list()
    if len(places) == 2 and inner[0][2] == 0:
        return [tuple(places)], []
    size = len(places)
    edges = [(a, b) for a, b, _cost in inner]
    lots = lots_of(edges, [field.digests[place] for place in places])
    costs = [2 * cost for _a, _b, cost in inner]
    doors = range(size, size + 2 - size % 2)
    for at, place in enumerate(places):
        edges += [(at, door) for door in doors]
        costs += [int(reach[place]) ** 2 + 1] * len(doors)
    edges += [tuple(doors)] if len(doors) == 2 else []
    costs += [0] if len(doors) == 2 else []
    total = size + len(doors)
    matched = cheapest(edges, prices([costs], total // 2, [*lots, *[0] * (len(edges) - len(lots))]), total)
    if len(matched) * 2 < total:
        return [], places
    if any(a < size <= b for a, b in matched):
        return [], places
    return [(places[a], places[b]) for a, b in matched if b < size], []
