"""The range of how many players of a Swiss event lose few matches."""


def spread(players: int, rounds: int, losses: int) -> tuple[int, int]:
    """Return the fewest and the most players who lose at most `losses` matches, over all results.

    Assumes no draws and no drops, and pairings within score groups, where the odd player of a group meets
    the next group below (the fewest pair-downs; an odd field has a bye at the bottom). A draw lowers the
    number of players with enough wins; an avoided rematch in a small group can change it by one. Searches
    all states of the score groups through all rounds.
    """
    groups = {(players,) + (0,) * losses}
    for _number in range(rounds):
        groups = {after for before in groups for after in after_round(before, players - sum(before))}
    sums = [sum(state) for state in groups]
    return min(sums), max(sums)


def after_round(groups: tuple[int, ...], below: int) -> set[tuple[int, ...]]:
    """Return the possible groups (sizes by losses, from 0) after a round, with `below` players below."""
    # (the group of the odd one who is paired down, if any; the groups after the round so far)
    ways = {(None, (0,) * (len(groups) + 1))}
    for lost, size in enumerate(groups):
        ways = {way for floater, after in ways for way in through(lost, size, floater, after)}
    ended = set()
    for floater, after in ways:
        if floater is None:
            ended.add(after[:-1])
            continue
        # Without an opponent below, the floater has the bye.
        ended.add(with_more(after, floater)[:-1])
        if below:
            ended.add(with_more(after, floater + 1)[:-1])
    return ended


def through(lost: int, size: int, floater: int | None, after: tuple[int, ...]):
    """Yield the results of one group: the floater from above plays first; one player may be left over."""
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
