"""Lower bounds on the gaps of a round, simple enough to check by hand."""

import numpy as np

from .matching import cheapest_matching

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
