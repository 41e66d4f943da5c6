"""What a finals system gives to whom, as values to be laid side by side."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tournaments.rules.history import NOTHING

from .odds.dead_rubbers import DeadRubber, dead_rubbers
from .odds.exact import odds
from .odds.match_odds import EVEN
from .odds.outcomes import counted
from .odds.possible_places import possible_sides
from .systems.registry import table


@dataclass(frozen=True, slots=True)
class Given:
    """What a seed gets: the round of its first match, its chance to win it all with every match even.

    `lives`: how many matches it can lose at most and still win it all. `saved`: its chance to play on
    after it has lost its first match, every match even.
    """

    seed: int
    first_round: int
    lives: int
    saved: Fraction
    win: Fraction


@dataclass(frozen=True, slots=True)
class Comparison:
    """A system for so many players: `matches` always played, `deciding` one more or none if needed.

    The rest as in Odds; `dead_rubbers` None where they are too many to look for.
    """

    key: str
    size: int
    matches: int
    deciding: int
    rounds: int
    seeds: tuple[Given, ...]
    impossible_finals: tuple[tuple[int, int], ...]
    soonest_rematch: tuple[int, Fraction] | None
    dead_rubbers: tuple[DeadRubber, ...] | None


@lru_cache(maxsize=64)
def even_odds(key, size):
    """The Odds of a finals system before its first match, every match even: they never change.

    RuleViolation as `table` and `odds` give it.
    """
    return odds(table(key, size))


@lru_cache(maxsize=64)
def compared(key, size):
    """The Comparison of a finals system. RuleViolation as `table` and `odds` give it."""
    finals, chances = table(key, size), even_odds(key, size)
    first = _first_matches(finals)
    lives, saved = _lives(finals), _saved(finals, first)
    return Comparison(
        key,
        size,
        len(finals.matches) - finals.deciding,
        finals.deciding,
        finals.rounds,
        tuple(Given(s, first[s].round, lives[s], saved[s], chances.win[s]) for s in chances.win),
        chances.impossible_finals,
        chances.soonest_rematch,
        dead_rubbers(finals),
    )


def _first_matches(finals):
    """{seed: the slot where it comes in}."""
    sides = ((read, slot) for slot in finals.matches for read in slot.reads)
    return dict(sorted((read.k, slot) for read, slot in sides if read.kind == "S"))


def _saved(finals, first):
    """{seed: its chance to play on after it has lost its first match}."""
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
                there = sum(ways for seats, ways in count.seats.items() if seats[side] == seed)
                # It has lost in every second way.
                saved[seed] += Fraction(2 * there, count.whole)
    return saved


def _lives(finals):
    """{seed: how many matches the champion of that seed can have lost}."""
    possible, lost = possible_sides(finals, {}), {}
    for slot in finals.matches:
        for side, read in enumerate(slot.reads):
            here = {}
            if read.kind == "S":
                here = {read.k: 0}
            for fed in read.of:
                # Only if its second side wins is a match followed by a deciding one.
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
