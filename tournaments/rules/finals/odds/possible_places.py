"""Who can still stand where in a finals table, from what has been decided."""

from itertools import permutations

from tournaments.rules.history import NOTHING

from ..system import source


def possible_sides(table, decided, seated=NOTHING):
    """{slot id: (seeds that can be its first side, its second …)} as frozensets.

    `decided`: {slot id: (winner's seed, losers' seeds)}. A rank is certain as soon as every way in
    which the other matches can end gives the same seed; who is called is as soon as the match is made.
    """
    seated = {slot: tuple(frozenset((seed,)) for seed in ends) for slot, ends in decided.items()} | seated
    found, winners, losers, called = {}, {}, {}, {}
    for slot in table.matches:
        sides = tuple(_possible(read, winners, losers, called) for read in slot.reads)
        if slot.id in seated:
            sides = _as_in_table(seated[slot.id], sides)
            called |= {
                read.of: side for read, side in zip(slot.reads, sides, strict=True) if read.kind == "CALL"
            }
        found[slot.id] = sides
        won, *lost = decided.get(slot.id, (None,))
        any_of_them = frozenset().union(*seated.get(slot.id, sides))
        winners[slot.id] = frozenset((won,)) if won else any_of_them
        losers[slot.id] = frozenset(lost) if won else any_of_them
    return found


def _possible(read, winners, losers, called):
    if read.kind == "S":
        return frozenset((read.k,))
    come = winners if read.winners else losers
    if read.kind in ("CALL", "REST"):
        return frozenset().union(*(come[slot] for slot in read.of)) - called.get(read.of, frozenset())
    return ranked([come[slot] for slot in read.of], read.k)


def _as_in_table(seated, sides):
    """Those who sit there, in the order of the table's sides whichever seats they took. The side of who had
    left before a pod sat down stays as it was."""
    gone = [None] * (len(sides) - len(seated))
    for order in permutations((*seated, *gone)):
        if all(seat is None or seat <= side for seat, side in zip(order, sides, strict=True)):
            break
    else:
        order = (*seated, *gone)
    return tuple(side if seat is None else seat for seat, side in zip(order, sides, strict=True))


def ranked(sets, k):
    """Seeds that can be the k-th best when one seed comes out of each of the sets."""
    if len(sets) == 1:
        return sets[0]
    found = set()
    for index, own in enumerate(sets):
        others = sets[:index] + sets[index + 1 :]
        for seed in own:
            surely = sum(max(other) < seed for other in others)
            perhaps = sum(min(other) < seed for other in others)
            if surely < k <= perhaps + 1:
                found.add(seed)
    return frozenset(found)


def seed_of(text, winners, losers):
    """The seed that a side's source gives, where {slot id: seed} says who won and who lost."""
    read = source(text)
    if read.kind == "S":
        return read.k
    come = winners if read.winners else losers
    return sorted(come[slot] for slot in read.of)[read.k - 1]
