"""Dead rubbers: matches whose result changes no player's chances."""

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from ...history import EMPTY_MAPPING
from .outcomes import facts_read_later, open_ways
from .places import facts_of, possible_sides, seed_of

# All ways are searched: at most 15 open matches of two.
MAX_OPEN_WAYS = 1 << 15


@dataclass(frozen=True, slots=True)
class DeadRubber:
    """A match that may become dead: the `chance` of that with even matches, and the results it requires.

    A match is dead if, with even matches after it, each seed is as likely to win the title and to
    play in each round whichever side wins, once all other matches up to its round are decided.
    `needs`: {slot id: (winner's seed, loser's seed)}.
    """

    slot: str
    chance: Fraction
    needs: dict[str, tuple[int, int]]


def dead_rubbers(table, results=EMPTY_MAPPING):
    """Return the DeadRubbers among the open matches; None if more than 15 are open, too many to search."""
    table = table.to_the_title
    if open_ways(table, results) > MAX_OPEN_WAYS:
        return None
    candidates = [slot for slot in _with_second_chance(table) if slot.id not in results]
    return tuple(filter(None, (_dead_rubber(table, slot, results) for slot in candidates)))


class DeadRubberSearch:
    """Tells whether a match is dead once all other matches up to its round are decided.

    `candidates` are the ids of the matches that can be dead, none if the table has too many ways to search.
    """

    def __init__(self, table):
        self.table = table.to_the_title
        is_small = open_ways(self.table, EMPTY_MAPPING) <= MAX_OPEN_WAYS
        slots = _with_second_chance(self.table) if is_small else ()
        self._plays = {slot.id: _play_up_to(self.table, slot, EMPTY_MAPPING) for slot in slots}
        self._slots = {slot.id: slot for slot in slots}
        self.candidates = self._plays.keys()

    def is_dead(self, slot_id, winners):
        """Return whether a candidate is dead after these results: {slot id: winner's seed} of all others."""
        before, play = self._plays[slot_id]
        state = ()
        for index, slot in enumerate(before):
            state = next(after for end, after in play.ends(index, state) if end[0] == winners[slot.id])
        return play.is_dead(len(before), state)


def _with_second_chance(table):
    """Return the matches whose losers play on: a match that eliminates its loser is never dead."""
    read_facts = {fact for slot in table.matches for text in slot.sides for fact in facts_of(text)}
    return [slot for slot in table.matches if f"L:{slot.id}" in read_facts]


def _play_up_to(table, slot, results):
    """Return (the other matches up to the round of a match, the play in which they come before it)."""
    before = [other for other in table.matches if other.round <= slot.round and other != slot]
    after = [other for other in table.matches if other.round > slot.round]
    return before, _EvenPlay(replace(table, matches=(*before, slot, *after)), results)


def _dead_rubber(table, slot, results):
    """Return the DeadRubber of a match; None if it is dead in no state."""
    before, play = _play_up_to(table, slot, results)
    states = {(): (1, {})}
    for index in range(len(before)):
        states = play.advance(index, states)
    dead_ways, needs = 0, None
    for state, (ways, certain) in states.items():
        if play.is_dead(len(before), state):
            dead_ways += ways
            needs = certain if needs is None else _common_results(needs, certain)
    if not dead_ways:
        return None
    return DeadRubber(slot.id, Fraction(dead_ways, sum(ways for ways, _certain in states.values())), needs)


class _EvenPlay:
    """Plays a table in order with even matches; a state is a tuple of (fact, seed) read by later matches."""

    def __init__(self, table, results):
        self.table, self.results, self._prospects = table, results, {}
        read_later = facts_read_later(table, possible_sides(table, results))
        self.facts_read_later = [facts for facts, _pairs in read_later]

    def ends(self, index, state):
        """Return [((winner, losers), state after)] of a match, one for each possible winner."""
        slot, known = self.table.matches[index], dict(state)
        winners, losers = (
            {fact[2:]: seed for fact, seed in known.items() if fact[0] == kind} for kind in "WL"
        )
        seats = self.results.get(slot.id) or tuple(seed_of(text, winners, losers) for text in slot.sides)
        ends = [(seed, *(other for other in seats if other != seed)) for seed in seats]
        if slot.id in self.results:
            ends = [seats]
        if slot.reset_of and known[f"A:{slot.reset_of}"] == winners[slot.reset_of]:
            # Not played: both ways are the same.
            ends = [seats, seats]
        return [(end, self._state_after(index, known, seats[0], end)) for end in ends]

    def _state_after(self, index, known, first_side, end):
        # No loser of a pod advances, so any of them can represent the others.
        winner, loser, *_others = end
        slot_id, read_later = self.table.matches[index].id, self.facts_read_later[index]
        facts = known | {f"A:{slot_id}": first_side, f"W:{slot_id}": winner, f"L:{slot_id}": loser}
        return tuple(sorted((fact, seed) for fact, seed in facts.items() if fact in read_later))

    def advance(self, index, states):
        """Return {state after a match: (number of ways to it, results common to all of these)}."""
        slot, states_after = self.table.matches[index], {}
        for state, (ways, certain) in states.items():
            for end, after in self.ends(index, state):
                results = certain | {slot.id: end}
                other_ways, other_results = states_after.get(after, (0, results))
                states_after[after] = other_ways + ways, _common_results(results, other_results)
        return states_after

    def is_dead(self, index, state):
        """Return whether both results of a match leave all seeds the same prospects."""
        one, other = (self.prospects(index + 1, after) for _end, after in self.ends(index, state))
        return np.array_equal(one, other)

    def prospects(self, index, state):
        """Return the number of ways from here in which each seed wins the title and plays in each round.

        An array with a row for the title, then one for each round, and a column for each seed.
        """
        if (index, state) not in self._prospects:
            self._prospects[index, state] = self._count_prospects(index, state)
        return self._prospects[index, state]

    def _count_prospects(self, index, state):
        matches = self.table.matches
        if index == len(matches):
            counts = np.zeros((self.table.rounds + 1, self.table.size), dtype=np.int64)
            counts[0, dict(state)[f"W:{matches[-1].id}"] - 1] = 1
            return counts
        ends = self.ends(index, state)
        counts = sum(self.prospects(index + 1, after) for _end, after in ends)
        seats = ends[0][0]
        is_played = len({end for end, _after in ends}) == len(ends)
        if is_played:
            counts[matches[index].round, [seed - 1 for seed in seats]] += counts[0].sum()
        return counts


def _common_results(one, other):
    return {slot: end for slot, end in one.items() if other.get(slot) == end}
