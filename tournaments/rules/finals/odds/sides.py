"""The seeds on the sides of a table's matches, as columns with one row for each way of its results."""

from dataclasses import dataclass

import numpy as np

from ..system import source
from .possible_places import possible_sides


@dataclass(frozen=True, slots=True)
class Settled:
    """The parts of a table that results and made matches determine.

    `possible` as `possible_sides` gives it; `seats` {slot id: its seeds in the order of its sides} of the
    decided and made matches, without players who had left before a pod started; `called` {the two matches:
    the winner who meets the chooser}.
    """

    possible: dict
    seats: dict[str, tuple[int, ...]]
    called: dict[tuple[str, ...], int]


def settled(table, results, seated):
    """Settled of `results` {slot id: (winner's seed, losers')} and `seated` {slot id: (seed, seed, …)}."""
    made = {slot: tuple(frozenset((seed,)) for seed in seats) for slot, seats in seated.items()}
    possible = possible_sides(table, results, made)
    # A match for third place has results too, and no place in a table of the ways to the title.
    seats = {slot: tuple(map(min, possible[slot])) for slot in (*results, *seated) if slot in possible}
    seats |= {slot: tuple(s for s in sides if s in seated.get(slot, sides)) for slot, sides in seats.items()}
    called = {
        read.of: seed
        for slot in table.matches
        if slot.id in seats and not slot.is_pod
        for read, seed in zip(slot.reads, seats[slot.id], strict=True)
        if read.kind == "CALL"
    }
    return Settled(possible, seats, called)


def facts_of(text):
    """Return the facts that a side reads: `W:id`, `L:id`."""
    read = source(text)
    return [f"{'W' if read.winners else 'L'}:{slot}" for slot in read.of]


def seeds_of(text, fact, called):
    """Return the seeds of a side, a column or one number; `fact` returns the column of a fact.

    Before the choice, the worse seed is the chosen opponent.
    """
    read = source(text)
    if read.kind == "S":
        return read.k
    come = [fact(text) for text in facts_of(text)]
    if len(come) == 1:
        return come[0]
    if read.of in called:
        chosen = called[read.of]
        return chosen if read.kind == "CALL" else np.where(come[0] == chosen, *come[::-1])
    return np.sort(come, axis=0)[read.k - 1]


def needed(slot, fact):
    """Return where a match is played: everywhere, except for a deciding match."""
    if slot.reset_of is None:
        return True
    return fact(f"A:{slot.reset_of}") != fact(f"W:{slot.reset_of}")
