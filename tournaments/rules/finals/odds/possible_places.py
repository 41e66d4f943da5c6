"""Which seeds can still reach which sides of a finals table."""

from itertools import permutations

from tournaments.rules.history import NOTHING

from ..system import source


def possible_sides(table, decided, seated=NOTHING):
    """Return {slot id: (seeds possible on its first side, its second …)} as frozensets.

    `decided`: {slot id: (winner's seed, losers' seeds)}. A rank is certain once all possible results of
    the other matches give the same seed; a chosen opponent is certain once the match is made.
    """
    seated = {slot: tuple(frozenset((seed,)) for seed in ends) for slot, ends in decided.items()} | seated
    possible, winners, losers, called = {}, {}, {}, {}
    for slot in table.matches:
        sides = tuple(_possible(read, winners, losers, called) for read in slot.reads)
        if slot.id in seated:
            sides = _as_in_table(seated[slot.id], sides)
            called |= {
                read.of: side for read, side in zip(slot.reads, sides, strict=True) if read.kind == "CALL"
            }
        possible[slot.id] = sides
        won, *lost = decided.get(slot.id, (None,))
        any_of_them = frozenset().union(*seated.get(slot.id, sides))
        winners[slot.id] = frozenset((won,)) if won else any_of_them
        losers[slot.id] = frozenset(lost) if won else any_of_them
    return possible


def _possible(read, winners, losers, called):
    if read.kind == "S":
        return frozenset((read.k,))
    come = winners if read.winners else losers
    if read.kind in ("CALL", "REST"):
        return frozenset().union(*(come[slot] for slot in read.of)) - called.get(read.of, frozenset())
    return ranked([come[slot] for slot in read.of], read.k)


def _as_in_table(seated, sides):
    """Return the seated seeds in the order of the table's sides.

    The side of a player who had left before a pod started stays as it was.
    """
    absent = [None] * (len(sides) - len(seated))
    for order in permutations((*seated, *absent)):
        if all(seat is None or seat <= side for seat, side in zip(order, sides, strict=True)):
            break
    else:
        order = (*seated, *absent)
    return tuple(side if seat is None else seat for seat, side in zip(order, sides, strict=True))


def ranked(sets, k):
    """Return the seeds that can be the k-th best of one seed from each set."""
    if len(sets) == 1:
        return sets[0]
    seeds = set()
    for index, own in enumerate(sets):
        others = sets[:index] + sets[index + 1 :]
        for seed in own:
            surely = sum(max(other) < seed for other in others)
            perhaps = sum(min(other) < seed for other in others)
            if surely < k <= perhaps + 1:
                seeds.add(seed)
    return frozenset(seeds)


def seed_of(text, winners, losers):
    """Return the seed of a side's source; `winners` and `losers` are {slot id: seed}."""
    read = source(text)
    if read.kind == "S":
        return read.k
    come = winners if read.winners else losers
    return sorted(come[slot] for slot in read.of)[read.k - 1]
