"""The cost of each pair of places: one square table of whole numbers per objective."""

from collections import Counter

import numpy as np

from .field import RANDOM
from .method_cost import method_wish

STRETCH_LENGTH = 16


def legal_pairs(field, rematches=False, forbidden=False):
    """Return a square table, true above the diagonal for pairs that may be seated (bye node included)."""
    legal = np.triu(np.ones((field.nodes, field.nodes), dtype=bool), 1)
    barred = () if forbidden else field.forbidden
    for pairs in (barred, () if rematches else field.meetings):
        if pairs:
            legal[tuple(np.array(list(pairs)).T)] = False
    return legal


def round_levels(field, rematches=False):
    """Return the objectives of a round as square whole-number tables, most important first."""
    levels = list(rematch_levels(field)) if rematches else []
    if field.bye_turn:
        levels.append(bye_level(field))
    gap, clubs = with_bye(field, gap_table(field) ** 2), with_bye(field, same_club_table(field))
    levels += [gap, clubs] if field.constraints.after_gaps else [clubs, gap]
    return [*levels, with_bye(field, pairwise_table(field, method_wish(field)[0]))]


def node_kinds(field):
    """Number the nodes by score group and membership of the big club; 0 for the bye."""
    big = big_club(field)
    inside = np.array([bits & big > 0 for bits in field.clubs] or [False] * field.size)
    kinds = np.unique(2 * field.groups + inside, return_inverse=True)[1] + field.size % 2
    return np.pad(kinds, (0, field.nodes - field.size))


def node_classes(field):
    """Number the places by stretches of neighbours of one kind; -1 for the bye."""
    within = np.arange(field.size) - np.searchsorted(field.groups, field.groups)
    stretch = within // STRETCH_LENGTH if field.method != RANDOM else np.zeros(field.size, dtype=int)
    classes = np.unique(node_kinds(field)[: field.size] * field.size + stretch, return_inverse=True)[1]
    return np.pad(classes, (0, field.nodes - field.size), constant_values=-1)


def big_club(field, share=8):
    """Return the bits of the biggest club if at least one in `share` places belongs to it, else 0."""
    sizes = Counter(bits for bits in field.clubs if bits)
    biggest = max(sizes, key=lambda bits: (sizes[bits], bits), default=0)
    return biggest if sizes[biggest] * share >= field.size else 0


def pairwise_table(field, numbers):
    """Return the square table of a function of two places."""
    place = np.arange(field.size)
    return numbers(place[:, None], place)


def gap_table(field):
    """Return the table of gaps in score groups."""
    return np.abs(field.groups[:, None] - field.groups)


def same_club_table(field):
    """Return a table with 1 for two places of the same club."""
    same = np.zeros((field.size, field.size), dtype=int)
    for number in range(max(field.clubs, default=0).bit_length()):
        members = np.flatnonzero([bits >> number & 1 for bits in field.clubs])
        same[np.ix_(members, members)] = 1
    return same


def same_club(field, one, two):
    """Return a boolean per pair: whether it should be kept apart."""
    clubs = field.clubs
    if not clubs:
        return np.zeros(len(one), dtype=bool)
    pairs = zip(one.tolist(), two.tolist(), strict=True)
    return np.array([clubs[a] & clubs[b] > 0 for a, b in pairs], dtype=bool)


def rematch_levels(field):
    """Return two tables: 1 for a rematch, and its cost (more meetings and later meetings cost more)."""
    rematches, costs = np.zeros((2, field.nodes, field.nodes), dtype=int)
    scale = max((since for _times, since in field.meetings.values()), default=0) + 1
    for (a, b), (times, since) in field.meetings.items():
        rematches[a, b] = rematches[b, a] = 1
        costs[a, b] = costs[b, a] = times * scale - since
    return rematches, costs


def bye_level(field):
    """Return the table of turns for the bye."""
    turns = np.zeros((field.nodes, field.nodes), dtype=int)
    turns[: field.size, field.size] = turns[field.size, : field.size] = field.bye_turn
    return turns


def with_bye(field, table):
    """Return the table with a row and a column of zeros for the bye, if the field is odd."""
    return np.pad(table, (0, field.nodes - field.size))
