"""Deal a round by lot in one pass through the score groups: fast, and nearly always optimal."""

from collections import Counter

import numpy as np


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
