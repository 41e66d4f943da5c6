"""Lower bounds on the gaps of a round, simple enough to check by hand."""

import numpy as np

from .matching import cheapest_matching

MAX_EXACT_GROUP = 20  # players; if more left a big score group, that alone would cost more than the bound
MAX_GAP = 3  # the widest gap between nodes that is considered


def odd_prefix_bound(field):
    """Return a lower bound on Σ gap²: a table crosses each line below an odd number of players."""
    counts = np.cumsum(np.bincount(field.groups))
    firsts = [place for place, turn in enumerate(field.bye_turn) if turn == 0]
    return min((_odd(counts, field.groups[bye]) for bye in firsts), default=_odd(counts, len(counts)))


def _odd(counts, bye_group):
    without = counts - (np.arange(len(counts)) >= bye_group)
    return int((without % 2).sum())


def relaxed_bound(field):
    """Return a lower bound on Σ gap² that respects past meetings, or None if it cannot be proven.

    Exact over small score groups; the members of a big one (over MAX_EXACT_GROUP) are anonymous and may
    meet any player. A real round in which few players leave each big group is also a round here, at the
    same cost. A round in which k players leave a group crosses its two edges k times, and a gap of g
    crosses g lines: both cost more than this bound if it is close to `odd_prefix_bound`.
    """
    nodes, named = _nodes(field)
    edges, price = [], []
    for a, (group, place) in enumerate(nodes):
        for b, (other, opponent) in enumerate(nodes[:a]):
            gap = group - other
            if gap > MAX_GAP or (named[a] and named[b] and opponent in field.met[place]):
                continue
            edges.append((b, a))
            price.append(gap * gap)
    total = len(nodes)
    if field.bye_turn:
        for a, (_group, place) in enumerate(nodes):
            if field.bye_turn[place] == 0:
                edges.append((a, total))
                price.append(0)
        total += 1
    matching = cheapest_matching(edges, price, total)
    priced = dict(zip(edges, price, strict=True))
    cost = sum(priced[edge] for edge in matching)
    above = cost - odd_prefix_bound(field)
    holds = (
        len(matching) * 2 == total and above + 3 < MAX_EXACT_GROUP - 1 and above <= MAX_GAP * (MAX_GAP + 1)
    )
    return cost if holds else None


def _nodes(field):
    """Return (group, place) of every node, and whether the node stands for exactly that player."""
    nodes, named = [], []
    for group in range(field.groups[-1] + 1):
        members = np.flatnonzero(field.groups == group).tolist()
        if len(members) > MAX_EXACT_GROUP:
            members.sort(key=lambda place: bool(field.bye_turn) and field.bye_turn[place])
            keep = MAX_EXACT_GROUP - (len(members) - MAX_EXACT_GROUP) % 2
        else:
            keep = len(members)
        nodes += [(group, place) for place in members[:keep]]
        named += [len(members) <= MAX_EXACT_GROUP] * keep
    return nodes, named
