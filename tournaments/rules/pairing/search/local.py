"""A first round at random, and its repair by exchanges."""

from collections import Counter

import numpy as np
import rustworkx

from ..field import BY_STANDING, FOLD
from ..objectives import method_wish, near_pairs, same_club
from .matching import cheapest_matching, edge_lots, edge_prices


def deal_round(field):
    """Return (pairs of places, bye) without a rematch or a pair of one club, or None if the pass gets stuck.

    The odd player of a group floats down one group.
    """
    bye, can_meet = field.expected, _pair_check(field)
    pairs, floater = [], None
    for members in _groups_by_lot(field, bye):
        pool = members if floater is None else [floater, *members]
        dealt, floater = _deal_group(pool, bool(members), field.clubs, can_meet)
        if dealt is None:
            return None
        pairs += dealt
    return (tuple(pairs), bye) if floater is None else None


def _pair_check(field):
    """Return a function that tells whether two places may meet and share no club."""
    names, barred, clubs = field.players, field.barred, field.clubs

    def can_meet(place, other):
        a, b = names[place], names[other]
        return (a, b) not in barred and (b, a) not in barred and not (clubs and clubs[place] & clubs[other])

    return can_meet


def _groups_by_lot(field, bye):
    """Return the places of each score group in the order of their lots, without the bye."""
    by_lot = np.argsort(np.array(field.digests))
    by_group = by_lot[np.argsort(field.groups[by_lot], kind="stable")]
    groups = np.split(by_group, np.flatnonzero(np.diff(field.groups)) + 1)
    return [[place for place in group.tolist() if place != bye] for group in groups]


def _deal_group(pool, has_members, clubs, can_meet):
    """Deal one group; if it is odd, the last by lot floats, or an earlier one if that gets stuck."""
    if len(pool) % 2 == 0:
        return _pair_off(pool, clubs, can_meet), None
    if not has_members:
        return None, None
    for spare in reversed(pool):
        pairs = _pair_off([place for place in pool if place != spare], clubs, can_meet)
        if pairs is not None:
            return pairs, spare
    return None, None


def _pair_off(pool, clubs, can_meet):
    """Pair each player with the next possible opponent, the biggest club first.

    Two players left over break up an earlier pair. Returns None if that fails.
    """
    pairs, pool = _pair_club_off(pool, clubs, can_meet) if clubs else ([], pool)
    left = list(reversed(pool))
    while left:
        place = left.pop()
        index = len(left) - 1
        while index >= 0 and not can_meet(place, left[index]):
            index -= 1
        if index >= 0:
            pairs.append((place, left.pop(index)))
        elif not _break_up(pairs, place, left.pop(), can_meet):
            return None
    return pairs


def _pair_club_off(pool, clubs, can_meet):
    """Pair the members of the biggest club with players from outside; return (pairs, players left)."""
    sizes = Counter(clubs[place] for place in pool if clubs[place])
    club = max(sizes, key=lambda bits: (sizes[bits], bits), default=0)
    outside, pairs, left = [place for place in pool if not clubs[place] & club], [], []
    for place in pool:
        if clubs[place] & club:
            index = next((k for k, other in enumerate(outside) if can_meet(place, other)), None)
            if index is None:
                left.append(place)
            else:
                pairs.append((place, outside.pop(index)))
    return pairs, [*left, *outside]


def _break_up(pairs, place, other, can_meet):
    """Pair the two with the two players of an earlier pair, the latest possible; return whether it worked."""
    for index in range(len(pairs) - 1, -1, -1):
        for a, b in (pairs[index], pairs[index][::-1]):
            if can_meet(place, a) and can_meet(other, b):
                pairs[index] = (place, a)
                pairs.append((other, b))
                return True
    return False


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
