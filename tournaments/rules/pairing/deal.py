"""A round dealt by lot in one pass through the score groups: quick, and nearly always the best."""


def deal(field):
    """Pairs of places without a rematch, the odd ones floating down one group, and the bye.

    None if the pass gets stuck: then only the exact search can tell.
    """
    bye = field.expected
    pairs, floater = [], None
    for members in _groups_by_lot(field, bye):
        pool = members if floater is None else [floater, *members]
        made, floater = _deal_group(pool, bool(members), field.met)
        if made is None:
            return None
        pairs += made
    return (tuple(pairs), bye) if floater is None else None


def _groups_by_lot(field, bye):
    groups = {}
    for place, group in enumerate(field.groups.tolist()):
        groups.setdefault(group, [])
        if place != bye:
            groups[group].append(place)
    return [sorted(groups[group], key=field.digests.__getitem__) for group in sorted(groups)]


def _deal_group(pool, has_members, met):
    """Deal one group; if it is odd, the last by lot floats (an earlier one if that gets stuck)."""
    if len(pool) % 2 == 0:
        return _pair_off(pool, met), None
    if not has_members:
        return None, None
    for spare in reversed(pool):
        made = _pair_off([place for place in pool if place != spare], met)
        if made is not None:
            return made, spare
    return None, None


def _pair_off(pool, met):
    """Each with the next one not met yet; two who are left over break up an earlier pair."""
    left, made = list(reversed(pool)), []
    while left:
        one = left.pop()
        at = next((k for k in range(len(left) - 1, -1, -1) if left[k] not in met[one]), None)
        if at is not None:
            made.append((one, left.pop(at)))
        elif not _break_up(made, one, left.pop(), met):
            return None
    return made


def _break_up(made, one, two, met):
    for at in range(len(made) - 1, -1, -1):
        for a, b in (made[at], made[at][::-1]):
            if a not in met[one] and b not in met[two]:
                made[at] = (one, a)
                made.append((two, b))
                return True
    return False
