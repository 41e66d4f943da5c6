"""A round dealt by lot in one pass through the score groups: quick, and nearly always the best."""

from collections import Counter

import numpy as np


def deal(field):
    """Pairs of places without a rematch or two of a club, the odd ones floating down one group, and
    the bye. None if the pass gets stuck: then only the exact search can tell.
    """
    bye, suit = field.expected, _suit_of(field)
    pairs, floater = [], None
    for members in _groups_by_lot(field, bye):
        pool = members if floater is None else [floater, *members]
        made, floater = _deal_group(pool, bool(members), field.clubs, suit)
        if made is None:
            return None
        pairs += made
    return (tuple(pairs), bye) if floater is None else None


def _suit_of(field):
    """Whether two places may meet and no club has both."""
    names, barred, clubs = field.players, field.barred, field.clubs

    def suit(one, other):
        a, b = names[one], names[other]
        return (a, b) not in barred and (b, a) not in barred and not (clubs and clubs[one] & clubs[other])

    return suit


def _groups_by_lot(field, bye):
    by_lot = np.argsort(np.array(field.digests))
    by_group = by_lot[np.argsort(field.groups[by_lot], kind="stable")]
    groups = np.split(by_group, np.flatnonzero(np.diff(field.groups)) + 1)
    return [[place for place in group.tolist() if place != bye] for group in groups]


def _deal_group(pool, has_members, clubs, suit):
    """Deal one group; if it is odd, the last by lot floats (an earlier one if that gets stuck)."""
    if len(pool) % 2 == 0:
        return _pair_off(pool, clubs, suit), None
    if not has_members:
        return None, None
    for spare in reversed(pool):
        made = _pair_off([place for place in pool if place != spare], clubs, suit)
        if made is not None:
            return made, spare
    return None, None


def _pair_off(pool, clubs, suit):
    """Each with the next one not met yet, the biggest club first; two who are left over break up an
    earlier pair."""
    made, pool = _pair_club_off(pool, clubs, suit) if clubs else ([], pool)
    left = list(reversed(pool))
    while left:
        one = left.pop()
        at = len(left) - 1
        while at >= 0 and not suit(one, left[at]):
            at -= 1
        if at >= 0:
            made.append((one, left.pop(at)))
        elif not _break_up(made, one, left.pop(), suit):
            return None
    return made


def _pair_club_off(pool, clubs, suit):
    """(pairs, who is left): the members of the biggest club here, each with the next from outside."""
    sizes = Counter(clubs[place] for place in pool if clubs[place])
    club = max(sizes, key=lambda bits: (sizes[bits], bits), default=0)
    outside, made, left = [place for place in pool if not clubs[place] & club], [], []
    for one in pool:
        if clubs[one] & club:
            at = next((k for k, other in enumerate(outside) if suit(one, other)), None)
            if at is None:
                left.append(one)
            else:
                made.append((one, outside.pop(at)))
    return made, [*left, *outside]


def _break_up(made, one, two, suit):
    for at in range(len(made) - 1, -1, -1):
        for a, b in (made[at], made[at][::-1]):
            if suit(one, a) and suit(two, b):
                made[at] = (one, a)
                made.append((two, b))
                return True
    return False
