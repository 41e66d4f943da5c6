"""What a method wishes for among rounds that are equally good otherwise: one table of numbers each.

A wish is the price of seating two places together, a square matrix over the places. Its partner,
the distance, says which seats are worth looking at first in a big field.
"""

import numpy as np

from .field import BY_STANDING, FOLD, RANDOM


def wish_of(field):
    """(price, distance): two square whole-number matrices over the places of the field."""
    return WISHES[field.method](field)


def _random(field):
    """Nothing but the lot; near are those whom the lot put near in the group, or first in theirs."""
    lot = np.array(_ranked(field.digests))
    within, sizes = _within_groups(field, lot)
    apart = np.abs(within[:, None] - within)
    around = np.minimum(apart, sizes[:, None] - apart)
    ahead = np.maximum(within[:, None], within)
    same = field.groups[:, None] == field.groups
    return np.zeros_like(apart), np.where(same, around, ahead)


def _by_standing(field):
    """1 v 2, 3 v 4 …: the squared distance in the standings, so that 1-3, 2-4 stands before 1-4, 2-3."""
    place = _without_bye(field)
    price = np.maximum((place[:, None] - place) ** 2 - 1, 0)
    return price, price


def _fold(field):
    """1 v n/2+1 within the score group.

    Of an odd group the last floats down; it comes first in the group below, before its number 1.
    The price is the square of what a pair lacks, so that small shifts stand before one big one.
    """
    groups, place = field.groups, _without_bye(field)
    within, sizes = _within_groups(field, place)
    comes = np.zeros(field.size, dtype=int)
    for group in range(1, groups[-1] + 1):
        before = int((groups < group).sum()) - _bye_before(field, group)
        comes[groups == group] = before % 2
    half = (comes + sizes) // 2
    apart = np.abs(np.abs(within[:, None] - within) - half[:, None])
    down = sizes - 1 - within
    up = within + comes - half
    upper = groups[:, None] < groups
    across = np.where(upper, down[:, None] ** 2 + up**2, down**2 + up[:, None] ** 2)
    price = np.where(groups[:, None] == groups, apart**2, across)
    return price, price


WISHES = {RANDOM: _random, FOLD: _fold, BY_STANDING: _by_standing}


def _without_bye(field):
    """Places counted as if the player whose turn the bye is did not stand between the others."""
    place = np.arange(field.size)
    if field.expected is not None:
        place[field.expected :] -= 1
    return place


def _bye_before(field, group):
    return int(field.expected is not None and field.groups[field.expected] < group)


def _within_groups(field, key):
    """(number inside the score group by the key, size of the group), the expected bye not counted."""
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
