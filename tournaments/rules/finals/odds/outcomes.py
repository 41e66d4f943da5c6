"""Counts all ways in which a finals table can end, merging equal states."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import prod

import numpy as np

from tournaments.rules.errors import RuleViolation, _

from ..labels import Label
from .match_odds import parse_win_rate, total_parts, win_parts
from .residues import choose_moduli, from_remainders, to_remainders
from .sides import facts_of, is_played, known_sides
from .states import States

# Double elimination of 16 has 31 matches, and at most half of MAX_STATES at a time. With pods there are never
# more states than ways.
MAX_OPEN_MATCHES = 31
MAX_STATES = 1 << 18
MAX_SEEDS = 255  # a byte


@dataclass(frozen=True, slots=True)
class MatchCount:
    """One match over all ways: `seats` {(first side's seed, second side's, …): so many of `total`}.

    `rematch_ways`: ways of the matches listed before it that lead to a rematch here, each counted once.
    `without_rematch`: how many of `total` have no rematch in an open match up to this one.
    """

    total: int
    seats: dict[tuple[int, ...], int]
    rematch_ways: int
    without_rematch: int

    @property
    def chances(self):
        """{seed: its chance to play this match}."""
        ways = Counter()
        for seats, count in self.seats.items():
            ways.update(dict.fromkeys(seats, count))
        return {seed: Fraction(count, self.total) for seed, count in ways.items()}


def is_countable(table, results):
    """Return whether few enough matches are open for `count_outcomes`."""
    has_pods = any(slot.is_pod for slot in table.matches)
    max_ways = MAX_STATES if has_pods else 1 << MAX_OPEN_MATCHES
    return open_ways(table, results) <= max_ways and table.size <= MAX_SEEDS


def open_ways(table, results):
    """Return the number of combinations of results of the open matches."""
    return prod(len(slot.sides) for slot in table.matches if slot.id not in results)


def count_outcomes(table, rate, results, seated):
    """Return ({slot id: MatchCount}, {seed: so many of the total it wins the title}, total).

    Plays the table in its order. Ways with the same `facts_read_later` are merged to one state. `seated`:
    {slot id: (seed, seed, …)} of the made matches. RuleViolation for a table with too many ways.
    """
    if not is_countable(table, results):
        raise too_many_ways(table)
    rate = parse_win_rate(rate)
    known = known_sides(table, results, seated)
    totals = {
        slot.id: total_parts(rate, len(known.seats.get(slot.id, slot.sides)))
        for slot in table.matches
        if slot.id not in results
    }
    states = States(table.size, choose_moduli(prod(totals.values())))
    counts, total = {}, 1
    for slot, (facts, pairs) in zip(table.matches, facts_read_later(table, known.possible), strict=True):
        if len(states) > MAX_STATES:
            raise too_many_ways(table)
        sides = np.array([states.full(seeds) for seeds in known.seeds_of(slot, states.column)])
        played = np.full(len(states), is_played(slot, states.column))
        pairs_to_record = pairs if f"L:{slot.id}" in facts else ()
        is_open = slot.id not in results
        counts[slot.id] = _count_match(states, slot, sides, played, total, pairs_to_record, is_open)
        if is_open:
            _play_match(states, slot, sides, played, rate, totals[slot.id])
            total *= totals[slot.id]
        else:
            states.record_result(slot.id, sides[0], *map(states.full, results[slot.id][:2]))
        states.keep(facts, pairs)
    return counts, states.weight_by_code(states.column(f"W:{table.matches[-1].id}")), total


def _count_match(states, slot, sides, played, total, pairs_to_record, is_open):
    """Return the MatchCount of a match before it is played, and record its meetings in the states."""
    base, count = states.base, len(sides)
    code = np.dot([base**place for place in reversed(range(count))], sides.astype(np.int64))
    seats = {
        tuple(code // base**place % base for place in reversed(range(count))): weight
        for code, weight in states.weight_by_code(code, played).items()
    }
    meetings = [
        states.record_meeting(states.pair_codes(a, b), pairs_to_record) for a, b in combinations(sides, 2)
    ]
    rematches = np.any(meetings, axis=0) & (slot.reset_of is None)
    if is_open:
        states.exclude_rematches(rematches)
    without = states.weights_without_rematch.sum(axis=1, keepdims=True) % states.modulus_column
    rematch_ways = int(states.ways[rematches].sum())
    return MatchCount(total, seats, rematch_ways, from_remainders(without, states.moduli)[0])


def _play_match(states, slot, sides, played, rate, match_total):
    """Split the states by the winner of an open match; where it is not played, the first side wins."""
    states.record_result(slot.id, *sides[[0, 0, 1]])
    factors = win_parts(rate, sides, lambda parts: to_remainders(parts, states.moduli)).swapaxes(0, 1)
    certain = np.array([[match_total % modulus] for modulus in states.moduli])
    factors[0] = np.where(played, factors[0], certain)
    states.branch(played, sides, factors)


def facts_read_later(table, possible):
    """Return (facts, pairs) for each match: facts that later matches read, pairs that can meet in them."""
    facts, pairs, read_later = {f"W:{table.matches[-1].id}"}, set(), []
    for slot in reversed(table.matches):
        read_later.append((frozenset(facts), frozenset(pairs)))
        facts |= {fact for text in slot.sides for fact in facts_of(text)}
        if slot.reset_of:
            facts |= {f"A:{slot.reset_of}", f"W:{slot.reset_of}"}
        else:
            for a, b in combinations(possible[slot.id], 2):
                pairs |= {min(x, y) * (table.size + 1) + max(x, y) for x in a for y in b if x != y}
    return read_later[::-1]


def too_many_ways(table):
    return RuleViolation(
        _("{name} for {size} players has too many outcomes to count them all. Use fewer players."),
        name=Label(table.name),
        size=table.size,
    )
