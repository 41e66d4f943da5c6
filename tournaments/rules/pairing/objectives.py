"""The cost that a pairing method gives each pair, to choose between rounds that are otherwise equal.

A method's wish is the price of seating two places together. Its distance says which pairs a search
of a big field tries first. Both are functions of places that broadcast, as a square table of a big
field would not fit in memory. `near_pairs` lists the pairs closest to each place's ideal.
"""

import numpy as np

from .field import BY_STANDING, FOLD, RANDOM


def method_wish(field):
    """Return (price, distance): two functions from arrays of places to whole numbers."""
    return WISHES[field.method](field)


def _random(field):
    """No price. Near are neighbours by lot within the group, and places early by lot in other groups."""
    groups = field.groups
    within, sizes = _within_groups(field, np.array(_ranked(field.digests)))

    def distance(one, two):
        apart = np.abs(within[one] - within[two])
        around = np.minimum(apart, sizes[one] - apart)
        return np.where(groups[one] == groups[two], around, np.maximum(within[one], within[two]))

    return lambda one, two: np.zeros(np.broadcast(one, two).shape, dtype=int), distance


def _by_standing(field):
    """1 v 2, 3 v 4 …: the squared distance in the standings, so that 1-3, 2-4 beats 1-4, 2-3."""
    place = _without_bye(field)

    def price(one, two):
        return np.maximum((place[one] - place[two]) ** 2 - 1, 0)

    return price, price


def _fold(field):
    """1 v n/2+1 within the score group.

    The last of an odd group floats down and is placed before number 1 of the group below. The price
    is the squared distance from the ideal, so that several small shifts beat one big one.
    """
    groups = field.groups
    within, sizes, is_joined = _fold_order(field)
    half, down = (is_joined + sizes) // 2, sizes - 1 - within
    up = within + is_joined - half

    def price(one, two):
        one, two = np.minimum(one, two), np.maximum(one, two)
        apart = np.abs(np.abs(within[one] - within[two]) - half[one])
        across = down[one] ** 2 + up[two] ** 2
        return np.where(groups[one] == groups[two], apart**2, across)

    return price, price


WISHES = {RANDOM: _random, FOLD: _fold, BY_STANDING: _by_standing}


def near_pairs(field, reach):
    """Return the pairs near to what the method (fold or by standing) prefers: (one, two), better place first.

    All pairs with a gap of at most one and a price of at most reach² by the method, and some more.
    """
    one, two = np.repeat(np.arange(field.size), 2 * reach + 5), np.arange(-reach - 2, reach + 3)
    if field.method == BY_STANDING:
        two = one + np.tile(two + reach + 3, field.size)
        inside = two < field.size
        return one[inside], two[inside]
    starts = np.searchsorted(field.groups, np.arange(field.groups[-1] + 2))
    _within, sizes, is_joined = _fold_order(field)
    half = (is_joined + sizes) // 2
    ones, twos = [one], [one + np.repeat(half, len(two)) + np.tile(two, field.size)]
    for group, first in enumerate(starts[1:-1].tolist()):
        last = np.arange(max(starts[group], first - reach - 2), first)
        middle = first + half[first] - is_joined[first] + two
        middle = middle[(middle >= first) & (middle < starts[group + 2])]
        ones.append(np.repeat(last, len(middle)))
        twos.append(np.tile(middle, len(last)))
    one, two = np.concatenate(ones), np.concatenate(twos)
    inside = (one < two) & (two < field.size)
    return tuple(np.unique(np.stack([one, two])[:, inside], axis=1))


def _fold_order(field):
    """Return (number inside the score group, size of the group, whether a player floats into the group)."""
    groups = field.groups
    within, sizes = _within_groups(field, _without_bye(field))
    is_joined = np.zeros(field.size, dtype=int)
    for group in range(1, groups[-1] + 1):
        has_bye_before = field.expected is not None and groups[field.expected] < group
        is_joined[groups == group] = (int((groups < group).sum()) - has_bye_before) % 2
    return within, sizes, is_joined


def _without_bye(field):
    """Return the places counted without the player expected to have the bye."""
    place = np.arange(field.size)
    if field.expected is not None:
        place[field.expected :] -= 1
    return place


def _within_groups(field, key):
    """Return (number inside the score group by the key, size of the group), without the expected bye."""
    within, sizes = np.zeros(field.size, dtype=int), np.zeros(field.size, dtype=int)
    for group in range(field.groups[-1] + 1):
        members = np.flatnonzero(field.groups == group)
        members = members[np.argsort(key[members], kind="stable")]
        counted = [place for place in members if place != field.expected]
        within[counted] = np.arange(len(counted))
        sizes[members] = len(counted)
    return within, sizes


def _ranked(values):
    number = {value: rank for rank, value in enumerate(sorted(values))}
    return [number[value] for value in values]
