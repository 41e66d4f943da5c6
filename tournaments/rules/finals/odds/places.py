"""Sides of a match, and places that are still possible."""

from dataclasses import dataclass
from itertools import permutations

import numpy as np

from ...finals_systems.system import source
from ...history import EMPTY_MAPPING


def possible_sides(table, decided, seated=EMPTY_MAPPING):
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


@dataclass(frozen=True, slots=True)
class KnownSides:
    """The sides that results and made matches determine.

    `possible`: as `possible_sides` returns it. `seats`: {slot id: seeds in the order of its sides} of the
    decided and made matches, without players who had left before a pod started. `chosen`: {the two matches
    of a choice: the winner chosen as an opponent}.
    """

    possible: dict
    seats: dict[str, tuple[int, ...]]
    chosen: dict[tuple[str, ...], int]

    def seeds_of(self, slot, column):
        """Return the seeds of a match's sides, each a column or one number. `column`: fact -> column."""
        return self.seats.get(slot.id) or [seeds_of_side(text, column, self.chosen) for text in slot.sides]


def known_sides(table, results, seated):
    """Return the KnownSides of `results` {slot id: (winner, losers)} and `seated` {slot id: seats}."""
    made = {slot: tuple(frozenset((seed,)) for seed in seats) for slot, seats in seated.items()}
    possible = possible_sides(table, results, made)
    # The match for third place may have a result, but the table to the title does not contain it.
    seats = {slot: tuple(map(min, possible[slot])) for slot in (*results, *seated) if slot in possible}
    seats |= {slot: tuple(s for s in sides if s in seated.get(slot, sides)) for slot, sides in seats.items()}
    chosen = {
        read.of: seed
        for slot in table.matches
        if slot.id in seats and not slot.is_pod
        for read, seed in zip(slot.reads, seats[slot.id], strict=True)
        if read.kind == "CALL"
    }
    return KnownSides(possible, seats, chosen)


def facts_of(text):
    """Return the facts that a side depends on."""
    read = source(text)
    return [f"{'W' if read.winners else 'L'}:{slot}" for slot in read.of]


def seeds_of_side(text, column, chosen):
    """Return the seeds of a side. Before the choice of an opponent, the worse seed counts as chosen."""
    read = source(text)
    if read.kind == "S":
        return read.k
    columns = [column(fact) for fact in facts_of(text)]
    if len(columns) == 1:
        return columns[0]
    if read.of not in chosen:
        return np.sort(columns, axis=0)[read.k - 1]
    if read.kind == "CALL":
        return chosen[read.of]
    return np.where(columns[0] == chosen[read.of], columns[1], columns[0])


def is_played(slot, column):
    """Return where a match is played: everywhere, except for a deciding match that is not needed."""
    return slot.reset_of is None or column(f"A:{slot.reset_of}") != column(f"W:{slot.reset_of}")
