"""The least that the gaps of a round can cost: lower bounds that anyone can check."""

import numpy as np

from .matching import cheapest

SLOTS = 20  # how many may leave a big score group before that alone costs more than the bound
WINDOW = 3  # the widest gap looked at before all are


def odd_prefixes(field):
    """Σ gap² is at least this: a line below an odd number of players is crossed by a table."""
    counts = np.cumsum(np.bincount(field.groups))
    firsts = [place for place, turn in enumerate(field.bye_turn) if turn == 0]
    return min((_odd(counts, field.groups[bye]) for bye in firsts), default=_odd(counts, len(counts)))


def _odd(counts, bye_group):
    without = counts - (np.arange(len(counts)) >= bye_group)
    return int((without % 2).sum())


def relaxed(field):
    """A lower bound on Σ gap² that knows about rematches: exact over small score groups, while the
    members of a big one (over SLOTS) stand there nameless, free to meet anyone.

    A true round in which few leave each big group is a round here too, at the same cost. One in
    which k leave a group crosses its two edges k times, one with a gap g crosses g lines: either
    costs more than this bound as long as the bound is near `odd_prefixes`. None where it is not.
    """
    nodes, named = _nodes(field)
    edges, price = [], []
    for a, (group, place) in enumerate(nodes):
        for b, (other, opponent) in enumerate(nodes[:a]):
            gap = group - other
            if gap > WINDOW or (named[a] and named[b] and opponent in field.met[place]):
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
    found = cheapest(edges, price, total)
    priced = dict(zip(edges, price, strict=True))
    cost = sum(priced[edge] for edge in found)
    above = cost - odd_prefixes(field)
    holds = len(found) * 2 == total and above + 3 < SLOTS - 1 and above <= WINDOW * (WINDOW + 1)
    return cost if holds else None


def _nodes(field):
    """(group, place) of every node, and whether the node is that very player."""
    nodes, named = [], []
    for group in range(field.groups[-1] + 1):
        members = np.flatnonzero(field.groups == group).tolist()
        if len(members) > SLOTS:
            members.sort(key=lambda place: bool(field.bye_turn) and field.bye_turn[place])
            keep = SLOTS - (len(members) - SLOTS) % 2
        else:
            keep = len(members)
        nodes += [(group, place) for place in members[:keep]]
        named += [len(members) <= SLOTS] * keep
    return nodes, named
