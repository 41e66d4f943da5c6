"""Between what numbers the top of a Swiss event ends, however its matches fall."""


def spread(players: int, rounds: int, losses: int) -> tuple[int, int]:
    """The fewest and the most players who lose at most `losses` matches, over every way to win and lose.

    That is so where nobody draws, nobody leaves, and players meet within their score group but for the
    odd one of a group, who meets the next group below (the least that pair-downs can be; an odd field has a
    bye at its foot). A draw lowers the number who win enough; a rematch that must be avoided in a small
    group can move it by one. Found by following every state of the groups through every round.
    """
    groups = {(players,) + (0,) * losses}
    for _number in range(rounds):
        groups = {after for before in groups for after in after_round(before, players - sum(before))}
    sums = [sum(state) for state in groups]
    return min(sums), max(sums)


def after_round(groups: tuple[int, ...], below: int) -> set[tuple[int, ...]]:
    """What the groups (by losses, from none) may be after one more round; `below` them are so many."""
    # (the group of the odd one who is paired down, if any; the groups after the round so far)
    ways = {(None, (0,) * (len(groups) + 1))}
    for lost, size in enumerate(groups):
        ways = {way for floater, after in ways for way in through(lost, size, floater, after)}
    ended = set()
    for floater, after in ways:
        if floater is None:
            ended.add(after[:-1])
            continue
        # Who finds nobody below has the bye.
        ended.add(with_more(after, floater)[:-1])
        if below:
            ended.add(with_more(after, floater + 1)[:-1])
    return ended


def through(lost: int, size: int, floater: int | None, after: tuple[int, ...]):
    """One group plays: first the one from above, then the others among themselves; one may be left over."""
    if not size:
        yield floater, after
        return
    starts = [(size, after)]
    if floater is not None:
        starts = [
            (size - 1, with_more(with_more(after, floater), lost + 1)),
            (size - 1, with_more(with_more(after, floater + 1), lost)),
        ]
    for left, before in starts:
        won = with_more(with_more(before, lost, left // 2), lost + 1, left // 2)
        yield (lost if left % 2 else None), won


def with_more(groups: tuple[int, ...], place: int, more: int = 1) -> tuple[int, ...]:
    return (*groups[:place], groups[place] + more, *groups[place + 1 :])
