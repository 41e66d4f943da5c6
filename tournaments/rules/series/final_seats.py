"""Who gets the seats of the final of a series, and what a tie at the line leaves open."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from random import Random
from types import MappingProxyType

from ..finals_systems.registry import build_table

MIN_SEATS, MAX_SEATS, DEFAULT_SEATS = 2, 128, 8
EMPTY = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who can be invited: `order` counts from 1 in the table; people who are level share `rank`."""

    person: int
    rank: int
    order: int


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """`invited` get seats. `tied` are level and too many for the `open_seats` that are left."""

    invited: tuple[Candidate, ...]
    tied: tuple[Candidate, ...]
    open_seats: int


def choose_seats(
    candidates: Sequence[Candidate], seats: int, places: Mapping[int, int] = EMPTY
) -> SeatChoice:
    """Give seats to the first candidates, in order; people who are level get them together or not at all.

    `places` are those of a play-off, by person: they decide between people of one rank if all of them played.
    """
    invited, left = [], seats
    for level in list_levels(candidates, places):
        if left <= 0:
            break
        if len(level) > left:
            return SeatChoice(tuple(invited), level, left)
        invited += level
        left -= len(level)
    return SeatChoice(tuple(invited), (), max(left, 0))


def list_levels(
    candidates: Sequence[Candidate], places: Mapping[int, int]
) -> Iterator[tuple[Candidate, ...]]:
    """Yield those who are level: people of one rank, or of one place in the play-off of that rank."""
    for _rank, group in groupby(candidates, key=lambda one: one.rank):
        level = tuple(group)
        if not all(one.person in places for one in level):
            yield level
            continue
        played = sorted(level, key=lambda one: places[one.person])
        ordered = [replace(one, order=seat.order) for one, seat in zip(played, level, strict=True)]
        for _place, equal in groupby(ordered, key=lambda one: places[one.person]):
            yield tuple(equal)


def tie_key(choice: SeatChoice) -> str:
    """Return a text that names a tie: the open seats, and who is level for them."""
    people = sorted(one.person for one in choice.tied)
    return f"{choice.open_seats}:" + "-".join(map(str, people))


def draw_seats(people: Sequence[int], seats: int, seed: str) -> list[int]:
    """Draw that many of these people; the same people in any order and the same seed give the same ones."""
    return Random(seed).sample(sorted(people), seats)


def count_first_byes(finals: str, seats: int) -> int:
    """Return how many of the first seeds have no match in round 1. RuleViolation for an impossible size."""
    table = build_table(finals, seats)
    reads = [read for slot in table.matches if slot.round == 1 for read in slot.reads]
    # Numbers of seeds, from 1.
    playing = {read.k for read in reads if read.kind == "S"}
    return min(playing, default=seats + 1) - 1
