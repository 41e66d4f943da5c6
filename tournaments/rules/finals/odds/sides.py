"""The seeds on the sides of a table's matches, before all results are known.

A *fact* is a seed that later matches depend on: `W:id` the winner of a match, `L:id` its loser, `A:id` its
first side. Its column has one row for each way in which the matches so far can end.
"""

from dataclasses import dataclass

import numpy as np

from ..system import source
from .possible_places import possible_sides


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
