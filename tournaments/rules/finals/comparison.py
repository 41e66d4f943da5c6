"""Compares finals systems by the chances they give to each seed."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ..finals_systems.registry import build_table
from ..history import EMPTY_MAPPING
from .odds.dead_rubbers import DeadRubber, dead_rubbers
from .odds.exact import exact_odds
from .odds.match_odds import EVEN
from .odds.outcomes import count_outcomes
from .odds.places import possible_sides


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
    return exact_odds(build_table(key, size))


@lru_cache(maxsize=64)
def compare_system(key, size):
    """Return the SystemComparison of a finals system. RuleViolation as for `build_table` and `exact_odds`."""
    table, odds = build_table(key, size), even_odds(key, size)
    first, lives = _first_matches(table), _lives(table)
    saved = _chances_after_lost_first_match(table, first)
    return SystemComparison(
        key,
        size,
        len(table.matches) - table.deciding,
        table.deciding,
        table.rounds,
        tuple(SeedSummary(s, first[s].round, lives[s], saved[s], odds.win[s]) for s in odds.win),
        odds.impossible_finals,
        odds.soonest_rematch,
        dead_rubbers(table),
    )


def _first_matches(table):
    """Return {seed: its first slot}."""
    sides = ((read, slot) for slot in table.matches for read in slot.reads)
    return dict(sorted((read.k, slot) for read, slot in sides if read.kind == "S"))


def _chances_after_lost_first_match(table, first):
    """Return {seed: its chance to play on after it has lost its first match}."""
    ranked_loser_sides = [
        (slot.id, side, read.of)
        for slot in table.matches
        for side, read in enumerate(slot.reads)
        if read.kind == "RL"
    ]
    loser_sides = {text for slot in table.matches for text in slot.sides}
    counts = count_outcomes(table, EVEN, EMPTY_MAPPING, EMPTY_MAPPING)[0] if ranked_loser_sides else {}
    chances = {}
    for seed, slot in first.items():
        chances[seed] = Fraction(f"L:{slot.id}" in loser_sides)
        for later, side, feeders in ranked_loser_sides:
            if slot.id in feeders:
                ways = sum(n for seats, n in counts[later].seats.items() if seats[side] == seed)
                # The seed has lost in half of all ways.
                chances[seed] += Fraction(2 * ways, counts[later].total)
    return chances


def _lives(table):
    """Return {seed: how many matches a champion of that seed can have lost}."""
    possible, losses_before = possible_sides(table, {}), {}
    for slot in table.matches:
        for side, read in enumerate(slot.reads):
            losses = {read.k: 0} if read.kind == "S" else {}
            for feeder in read.of:
                # A deciding match follows only if the second side wins.
                fed_sides = (1 - side,) if slot.reset_of else range(len(possible[feeder]))
                for before in (losses_before[feeder, fed_side] for fed_side in fed_sides):
                    for seed in before.keys() & possible[slot.id][side]:
                        losses[seed] = max(losses.get(seed, 0), before[seed] + (not read.winners))
            losses_before[slot.id, side] = losses
    last = table.matches[-1].id
    lives = dict.fromkeys(range(1, table.size + 1), 0)
    for side in range(len(possible[last])):
        for seed, losses in losses_before[last, side].items():
            lives[seed] = max(lives[seed], losses)
    return lives
