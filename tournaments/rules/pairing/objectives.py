"""What it costs to seat two places together: one table of whole numbers for each objective."""

from collections import Counter

import numpy as np

from .field import RANDOM
from .method_cost import wish_of

BLOCK = 16


def legal_pairs(field, rematches=False, forbidden=False):
    """A square of booleans, true above the diagonal where two may be seated; the bye's node included."""
    legal = np.triu(np.ones((field.nodes, field.nodes), dtype=bool), 1)
    barred = () if forbidden else field.forbidden
    for pairs in (barred, () if rematches else field.meetings):
        if pairs:
            legal[tuple(np.array(list(pairs)).T)] = False
    return legal


def levels_of(field, rematches=False):
    """The objectives of a round, the first counting most, as square whole-number tables."""
    levels = list(rematch_levels(field)) if rematches else []
    if field.bye_turn:
        levels.append(bye_level(field))
    gap, clubs = with_bye(field, gaps(field) ** 2), with_bye(field, clubs_of(field))
    levels += [gap, clubs] if field.constraints.after_gaps else [clubs, gap]
    return [*levels, with_bye(field, everywhere(field, wish_of(field)[0]))]


def kinds_of(field):
    """A number for each node: the same for those of a score group, in or out of a big club; 0 for the bye."""
    big = big_club(field)
    inside = np.array([bits & big > 0 for bits in field.clubs] or [False] * field.size)
    kinds = np.unique(2 * field.groups + inside, return_inverse=True)[1] + field.size % 2
    return np.pad(kinds, (0, field.nodes - field.size))


def classes_of(field):
    """A number for each place: the same for a stretch of neighbours of one kind; -1 for the bye."""
    within = np.arange(field.size) - np.searchsorted(field.groups, field.groups)
    stretch = within // BLOCK if field.method != RANDOM else np.zeros(field.size, dtype=int)
    classes = np.unique(kinds_of(field)[: field.size] * field.size + stretch, return_inverse=True)[1]
    return np.pad(classes, (0, field.nodes - field.size), constant_values=-1)


def big_club(field, share=8):
    """The bits of the biggest club if one place in so many is in it, else 0."""
    sizes = Counter(bits for bits in field.clubs if bits)
    biggest = max(sizes, key=lambda bits: (sizes[bits], bits), default=0)
    return biggest if sizes[biggest] * share >= field.size else 0


def everywhere(field, numbers):
    """The square table of a function of two places."""
    place = np.arange(field.size)
    return numbers(place[:, None], place)


def gaps(field):
    return np.abs(field.groups[:, None] - field.groups)


def clubs_of(field):
    """1 for two of the same club."""
    same = np.zeros((field.size, field.size), dtype=int)
    for number in range(max(field.clubs, default=0).bit_length()):
        members = np.flatnonzero([bits >> number & 1 for bits in field.clubs])
        same[np.ix_(members, members)] = 1
    return same


def same_club(field, one, two):
    """Which of these pairs should be kept apart, as booleans."""
    if not field.clubs:
        return np.zeros(len(one), dtype=bool)
    clubs = field.clubs
    return np.array(
        [clubs[a] & clubs[b] > 0 for a, b in zip(one.tolist(), two.tolist(), strict=True)], dtype=bool
    )


def rematch_levels(field):
    """1 for a rematch; then how little is to be said for it: met twice before once, late before early."""
    again, oldest = np.zeros((2, field.nodes, field.nodes), dtype=int)
    scale = max((since for _times, since in field.meetings.values()), default=0) + 1
    for (one, two), (times, since) in field.meetings.items():
        again[one, two] = again[two, one] = 1
        oldest[one, two] = oldest[two, one] = times * scale - since
    return again, oldest


def bye_level(field):
    turns = np.zeros((field.nodes, field.nodes), dtype=int)
    turns[: field.size, field.size] = turns[field.size, : field.size] = field.bye_turn
    return turns


def with_bye(field, table):
    """The same with a row and a column of noughts for the bye, if there is one."""
    return np.pad(table, (0, field.nodes - field.size))
