"""All the ways in which a finals table can end, counted together where they come to the same."""

from dataclasses import dataclass

import numpy as np

from tournaments.rules.errors import RuleViolation, _

from .chances import parts_of
from .residues import moduli_for, numbers_of, remainders
from .sides import facts_of, needed, seeds_of, settled
from .states import States
from .words import Words

# Double elimination of 16 has 31 matches, and not half this number of states at a time.
MOST_OPEN = 31
MOST_STATES = 1 << 18
MOST_SEEDS = 255  # a byte


@dataclass(frozen=True, slots=True)
class Count:
    """One match over all ways: `pairs` {(first side's seed, second side's): so many of `whole`}.

    `again` are the ways, unweighed, of the matches listed before it that bring two together here who
    have met; `clean` of `whole` are those in which, up to this match, no open one has done so.
    """

    whole: int
    pairs: dict[tuple[int, int], int]
    again: int
    clean: int


def countable(table, results):
    """Whether few enough matches are open for `counted`."""
    return open_matches(table, results) <= MOST_OPEN and table.size <= MOST_SEEDS


def open_matches(table, results):
    return sum(slot.id not in results for slot in table.matches)


def counted(table, rate, results, seated):
    """({slot id: Count}, {seed: so many of the ways it wins them all}, the number of these).

    Played in the table's order, ways that agree in all that the matches to come ask for (who won and
    lost those that they read, and who of these have met) are one state from there on. `seated`: {slot
    id: (seed, seed)} of the made matches. RuleViolation for a table with too many ways.
    """
    if not countable(table, results):
        raise too_many(table)
    whole, ups = parts_of(rate, table.size)
    moduli = moduli_for(whole ** open_matches(table, results))
    ups, never = remainders(ups, moduli), remainders(np.array([whole], dtype=object), moduli)
    so_far = settled(table, results, seated)
    counts, all_, states = {}, 1, States(table.size, moduli)
    for slot, (facts, pairs) in zip(table.matches, asked_later(table, so_far.possible), strict=True):
        if len(states) > MOST_STATES:
            raise too_many(table)
        sides = so_far.pairs.get(slot.id) or [
            seeds_of(text, states.fact, so_far.called) for text in (slot.a, slot.b)
        ]
        a, b = map(states.every, sides)
        played = np.full(len(states), needed(slot, states.fact))
        later = pairs if f"L:{slot.id}" in facts else ()
        counts[slot.id] = _count(states, slot, a, b, played, all_, later, slot.id in results)
        if slot.id in results:
            states.decide(slot.id, a, *map(states.every, results[slot.id]))
        else:
            states.decide(slot.id, a, a, b)
            states.branch(played, np.where(played, ups[:, a, b], never), ups[:, b, a])
            all_ *= whole
        states.forget(facts, pairs)
    return counts, states.sums(states.fact(f"W:{table.matches[-1].id}")), all_


def _count(states, slot, a, b, played, whole, later, decided):
    """The Count of a match; the states note who of the pairs in `later` have met now."""
    pairs = states.sums(a.astype(np.int64) * states.base + b, played)
    again = states.meet(states.pair_codes(a, b), later) & (slot.reset_of is None)
    if not decided:
        states.spoil(again)
    clean = numbers_of(states.clean.sum(axis=1, keepdims=True) % states.column, states.moduli)[0]
    return Count(
        whole,
        {divmod(pair, states.base): count for pair, count in pairs.items()},
        int(states.ways[again].sum()),
        clean,
    )


def asked_later(table, possible):
    """For each match (facts, pairs): what later ones ask for, and who can meet in them up to the final."""
    facts, pairs, asked = {f"W:{table.matches[-1].id}"}, set(), []
    for slot in reversed(table.matches):
        asked.append((frozenset(facts), frozenset(pairs)))
        facts |= {fact for text in (slot.a, slot.b) for fact in facts_of(text)}
        if slot.reset_of:
            facts |= {f"A:{slot.reset_of}", f"W:{slot.reset_of}"}
        else:
            a, b = possible[slot.id]
            pairs |= {min(x, y) * (table.size + 1) + max(x, y) for x in a for y in b if x != y}
    return asked[::-1]


def too_many(table):
    return RuleViolation(
        _("{name} for {size} players has too many ways to count them all; take fewer players."),
        name=Words(table.name),
        size=table.size,
    )
