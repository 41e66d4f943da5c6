"""The range of how many players of a Swiss event lose few matches."""


def spread(players: int, rounds: int, losses: int) -> tuple[int, int]:
    """Return the fewest and the most players who lose at most `losses` matches, over all results.

    Assumes no draws and no drops, and pairings within score groups, where the odd player of a group meets
    the next group below (the fewest pair-downs; an odd field has a bye at the bottom). A draw lowers the
    number of players with enough wins; an avoided rematch in a small group can change it by one. Searches
    all states of the score groups through all rounds.
    """
    states = {(players,) + (0,) * losses}
    for _round in range(rounds):
        states = {after for groups in states for after in groups_after_round(groups, players - sum(groups))}
    counts = [sum(groups) for groups in states]
    return min(counts), max(counts)


def groups_after_round(groups: tuple[int, ...], below: int) -> set[tuple[int, ...]]:
    """Return the possible groups (sizes by losses, from 0) after a round, with `below` players below."""
    # (the group of the odd player who is paired down, if any; the groups after the round so far)
    states = {(None, (0,) * (len(groups) + 1))}
    for losses, size in enumerate(groups):
        states = {state for floater, after in states for state in play_group(losses, size, floater, after)}
    ended = set()
    for floater, after in states:
        if floater is None:
            ended.add(after[:-1])
            continue
        # Without an opponent below, the floater has the bye.
        ended.add(with_more(after, floater)[:-1])
        if below:
            ended.add(with_more(after, floater + 1)[:-1])
    return ended


def play_group(losses: int, size: int, floater: int | None, after: tuple[int, ...]):
    """Yield the results of one group: the floater from above plays first; one player may be left over."""
    if not size:
        yield floater, after
        return
    starts = [(size, after)]
    if floater is not None:
        starts = [
            (size - 1, with_more(with_more(after, floater), losses + 1)),
            (size - 1, with_more(with_more(after, floater + 1), losses)),
        ]
    for left, before in starts:
        paired = with_more(with_more(before, losses, left // 2), losses + 1, left // 2)
        yield (losses if left % 2 else None), paired


def with_more(groups: tuple[int, ...], index: int, more: int = 1) -> tuple[int, ...]:
    return (*groups[:index], groups[index] + more, *groups[index + 1 :])
