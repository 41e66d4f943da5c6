"""Compares finals systems by the chances they give to each seed."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tournaments.rules.history import NOTHING

from .odds.dead_rubbers import DeadRubber, dead_rubbers
from .odds.exact import exact_odds
from .odds.match_odds import EVEN
from .odds.outcomes import counted
from .odds.possible_places import possible_sides
from .systems.registry import table


@dataclass(frozen=True, slots=True)
class SeedSummary:
    """The advantages of a seed: the round of its first match, its chance of the title with even matches.

    `lives`: how many matches it can lose at most and still win the title. `saved`: its chance to play on
    after it has lost its first match, with even matches.
    """

    seed: int
    first_round: int
    lives: int
    saved: Fraction
    win: Fraction


@dataclass(frozen=True, slots=True)
class SystemComparison:
    """A system for `size` players: number of `matches` always played and of `deciding` ones played if needed.

    The rest as in Odds; `dead_rubbers` is None if there are too many states to search.
    """

    key: str
    size: int
    matches: int
    deciding: int
    rounds: int
    seeds: tuple[SeedSummary, ...]
    impossible_finals: tuple[tuple[int, int], ...]
    soonest_rematch: tuple[int, Fraction] | None
    dead_rubbers: tuple[DeadRubber, ...] | None


@lru_cache(maxsize=64)
def even_odds(key, size):
    """Return the Odds of a finals system before its first match, with even matches (constant, so cached).

    RuleViolation as for `table` and `exact_odds`.
    """
    return exact_odds(table(key, size))


@lru_cache(maxsize=64)
def compared(key, size):
    """Return the SystemComparison of a finals system. RuleViolation as for `table` and `exact_odds`."""
    finals, chances = table(key, size), even_odds(key, size)
    first = _first_matches(finals)
    lives, saved = _lives(finals), _saved(finals, first)
    return SystemComparison(
        key,
        size,
        len(finals.matches) - finals.deciding,
        finals.deciding,
        finals.rounds,
        tuple(SeedSummary(s, first[s].round, lives[s], saved[s], chances.win[s]) for s in chances.win),
        chances.impossible_finals,
        chances.soonest_rematch,
        dead_rubbers(finals),
    )


def _first_matches(finals):
    """Return {seed: its first slot}."""
    sides = ((read, slot) for slot in finals.matches for read in slot.reads)
    return dict(sorted((read.k, slot) for read, slot in sides if read.kind == "S"))


def _saved(finals, first):
    """Return {seed: its chance to play on after it has lost its first match}."""
    ranked = [
        (slot.id, side, read.of)
        for slot in finals.matches
        for side, read in enumerate(slot.reads)
        if read.kind == "RL"
    ]
    always = {text for slot in finals.matches for text in slot.sides}
    counts = counted(finals, EVEN, NOTHING, NOTHING)[0] if ranked else {}
    saved = {}
    for seed, slot in first.items():
        saved[seed] = Fraction(f"L:{slot.id}" in always)
        for later, side, of in ranked:
            if slot.id in of:
                count = counts[later]
                ways_here = sum(ways for seats, ways in count.seats.items() if seats[side] == seed)
                # The seed has lost in half of all ways.
                saved[seed] += Fraction(2 * ways_here, count.whole)
    return saved


def _lives(finals):
    """Return {seed: how many matches a champion of that seed can have lost}."""
    possible, lost = possible_sides(finals, {}), {}
    for slot in finals.matches:
        for side, read in enumerate(slot.reads):
            here = {}
            if read.kind == "S":
                here = {read.k: 0}
            for fed in read.of:
                # A deciding match follows only if the second side wins.
                sides = (1 - side,) if slot.reset_of else range(len(possible[fed]))
                for come in (lost[fed, one] for one in sides):
                    for seed in come.keys() & possible[slot.id][side]:
                        here[seed] = max(here.get(seed, 0), come[seed] + (not read.winners))
            lost[slot.id, side] = here
    last = finals.matches[-1].id
    most = dict.fromkeys(range(1, finals.size + 1), 0)
    for side in range(len(possible[last])):
        for seed, losses in lost[last, side].items():
            most[seed] = max(most[seed], losses)
    return most
