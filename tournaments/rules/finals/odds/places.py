"""Which seeds can still reach which sides of a finals table."""

from itertools import permutations

from tournaments.rules.history import NOTHING

from ..system import source


def possible_sides(table, decided, seated=NOTHING):
    """Return {slot id: (seeds possible on its first side, its second …)} as frozensets.

    `decided`: {slot id: (winner's seed, losers' seeds)}; `seated`: {slot id: one frozenset for each seat}
    of the made matches. A rank is certain once all possible results of the other matches give the same
    seed; a chosen opponent is certain once the match is made.
    """
    seated = {slot: tuple(frozenset((seed,)) for seed in seeds) for slot, seeds in decided.items()} | seated
    possible, winners, losers, chosen = {}, {}, {}, {}
    for slot in table.matches:
        sides = tuple(_possible_seeds(read, winners, losers, chosen) for read in slot.reads)
        if slot.id in seated:
            sides = _in_order_of_sides(seated[slot.id], sides)
            chosen |= {
                read.of: side for read, side in zip(slot.reads, sides, strict=True) if read.kind == "CALL"
            }
        possible[slot.id] = sides
        if slot.id in decided:
            winner, *others = decided[slot.id]
            winners[slot.id], losers[slot.id] = frozenset((winner,)), frozenset(others)
        else:
            winners[slot.id] = losers[slot.id] = frozenset().union(*seated.get(slot.id, sides))
    return possible


def _possible_seeds(read, winners, losers, chosen):
    """Return the seeds that can reach a side; `winners` and `losers` are {slot id: possible seeds}."""
    if read.kind == "S":
        return frozenset((read.k,))
    fed = winners if read.winners else losers
    if read.kind in ("CALL", "REST"):
        return frozenset().union(*(fed[slot] for slot in read.of)) - chosen.get(read.of, frozenset())
    return possible_at_rank([fed[slot] for slot in read.of], read.k)


def _in_order_of_sides(seated, sides):
    """Return the seated seeds in the order of the table's sides, if they fit in any order.

    The side of a player who had left before a pod started stays as it was.
    """
    seats = (*seated, *[None] * (len(sides) - len(seated)))
    fitting = (
        order
        for order in permutations(seats)
        if all(seat is None or seat <= side for seat, side in zip(order, sides, strict=True))
    )
    order = next(fitting, seats)
    return tuple(side if seat is None else seat for seat, side in zip(order, sides, strict=True))


def possible_at_rank(sets, k):
    """Return the seeds that can be the k-th best of one seed from each set."""
    if len(sets) == 1:
        return sets[0]
    seeds = set()
    for index, own in enumerate(sets):
        others = sets[:index] + sets[index + 1 :]
        for seed in own:
            certainly_better = sum(max(other) < seed for other in others)
            possibly_better = sum(min(other) < seed for other in others)
            if certainly_better < k <= possibly_better + 1:
                seeds.add(seed)
    return frozenset(seeds)


def seed_of(text, winners, losers):
    """Return the seed of a side's source; `winners` and `losers` are {slot id: seed}."""
    read = source(text)
    if read.kind == "S":
        return read.k
    fed = winners if read.winners else losers
    return sorted(fed[slot] for slot in read.of)[read.k - 1]
