"""Counts all ways in which a finals table can end, merging equal states."""

from dataclasses import dataclass
from itertools import combinations
from math import prod

import numpy as np

from tournaments.rules.errors import RuleViolation, _

from ..labels import Label
from .match_odds import Rated, parts_of, whole_of, win_rate
from .residues import moduli_for, numbers_of, remainders
from .sides import facts_of, needed, seeds_of, settled
from .states import States

# Double elimination of 16 has 31 matches, and not half this number of states at a time. With pods there are
# never more states than ways.
MOST_OPEN = 31
MOST_STATES = 1 << 18
MOST_SEEDS = 255  # a byte


@dataclass(frozen=True, slots=True)
class Count:
    """One match over all ways: `seats` {(first side's seed, second side's, …): so many of `whole`}.

    `again` are the ways, unweighed, of the matches listed before it that bring two together here who
    have met; `clean` of `whole` are those in which, up to this match, no open one has done so.
    """

    whole: int
    seats: dict[tuple[int, ...], int]
    again: int
    clean: int


def countable(table, results):
    """Return whether few enough matches are open for `counted`."""
    most = MOST_STATES if any(slot.is_pod for slot in table.matches) else 1 << MOST_OPEN
    return open_ways(table, results) <= most and table.size <= MOST_SEEDS


def open_ways(table, results):
    """Return the number of combinations of results of the open matches."""
    return prod(len(slot.sides) for slot in table.matches if slot.id not in results)


def counted(table, rate, results, seated):
    """({slot id: Count}, {seed: so many of the ways it wins them all}, the number of these).

    Played in the table's order, ways that agree in all that the matches to come ask for (who won and
    lost those that they read, and who of these have met) are one state from there on. `seated`: {slot
    id: (seed, seed, …)} of the made matches. RuleViolation for a table with too many ways.
    """
    if not countable(table, results):
        raise too_many(table)
    rate = rate if isinstance(rate, Rated) else win_rate(rate)
    so_far = settled(table, results, seated)
    wholes = {
        slot.id: whole_of(rate, len(so_far.seats.get(slot.id, slot.sides)))
        for slot in table.matches
        if slot.id not in results
    }
    moduli = moduli_for(prod(wholes.values()))
    counts, all_, states = {}, 1, States(table.size, moduli)
    for slot, (facts, pairs) in zip(table.matches, asked_later(table, so_far.possible), strict=True):
        if len(states) > MOST_STATES:
            raise too_many(table)
        seats = so_far.seats.get(slot.id) or [
            seeds_of(text, states.fact, so_far.called) for text in slot.sides
        ]
        sides = np.array([states.every(seat) for seat in seats])
        played = np.full(len(states), needed(slot, states.fact))
        later = pairs if f"L:{slot.id}" in facts else ()
        counts[slot.id] = _count(states, slot, sides, played, all_, later, slot.id in results)
        if slot.id in results:
            states.decide(slot.id, sides[0], *map(states.every, results[slot.id][:2]))
        else:
            whole = wholes[slot.id]
            states.decide(slot.id, *sides[[0, 0, 1]])
            factors = parts_of(rate, sides, lambda parts: remainders(parts, moduli)).swapaxes(0, 1)
            factors[0] = np.where(played, factors[0], np.array([[whole % each] for each in moduli]))
            states.branch(played, sides, factors)
            all_ *= whole
        states.forget(facts, pairs)
    return counts, states.sums(states.fact(f"W:{table.matches[-1].id}")), all_


def _count(states, slot, sides, played, whole, later, decided):
    """The Count of a match; the states note who of the pairs in `later` have met now."""
    code = 0
    for side in sides.astype(np.int64):
        code = code * states.base + side
    seats = states.sums(code, played)
    met = [states.meet(states.pair_codes(a, b), later) for a, b in combinations(sides, 2)]
    again = np.any(met, axis=0) & (slot.reset_of is None)
    if not decided:
        states.spoil(again)
    clean = numbers_of(states.clean.sum(axis=1, keepdims=True) % states.column, states.moduli)[0]
    return Count(
        whole,
        {_digits(code, states.base, len(sides)): count for code, count in seats.items()},
        int(states.ways[again].sum()),
        clean,
    )


def _digits(number, base, count):
    """Return `count` digits of a number, the highest first."""
    return tuple(number // base**place % base for place in reversed(range(count)))


def asked_later(table, possible):
    """Return (facts, pairs) for each match: facts that later matches read, pairs that can meet there."""
    facts, pairs, needs = {f"W:{table.matches[-1].id}"}, set(), []
    for slot in reversed(table.matches):
        needs.append((frozenset(facts), frozenset(pairs)))
        facts |= {fact for text in slot.sides for fact in facts_of(text)}
        if slot.reset_of:
            facts |= {f"A:{slot.reset_of}", f"W:{slot.reset_of}"}
        else:
            for a, b in combinations(possible[slot.id], 2):
                pairs |= {min(x, y) * (table.size + 1) + max(x, y) for x in a for y in b if x != y}
    return needs[::-1]


def too_many(table):
    return RuleViolation(
        _("{name} for {size} players has too many ways to count them all; take fewer players."),
        name=Label(table.name),
        size=table.size,
    )
