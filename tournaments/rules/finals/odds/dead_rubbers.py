"""Dead rubbers: matches whose result changes no player's chances."""

from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.rules.history import NOTHING

from .outcomes import asked_later, open_ways
from .possible_places import seed_of
from .sides import facts_of, settled

# All states of the table are searched.
MOST_RUBBERS = 1 << 15


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


def dead_rubbers(table, results=NOTHING):
    """Return the DeadRubbers among the open matches; None if more than 15 are open, too many to search."""
    table = table.to_the_title
    if open_ways(table, results) > MOST_RUBBERS:
        return None
    # A match that eliminates its loser is never dead.
    go_on = {fact for slot in table.matches for text in slot.sides for fact in facts_of(text)}
    rubbers = []
    for slot in table.matches:
        if slot.id not in results and f"L:{slot.id}" in go_on:
            rubbers += _dead(table, slot, results)
    return tuple(rubbers)


def _dead(table, slot, results):
    """Return a list with the DeadRubber of a match, empty if it is dead in no state."""
    before = [other for other in table.matches if other.round <= slot.round and other != slot]
    after = [other for other in table.matches if other.round > slot.round]
    game = _Game(replace(table, matches=(*before, slot, *after)), results)
    states = {(): (1, {})}
    for index in range(len(before)):
        states = game.go_on(index, states)
    dead, needs = 0, None
    for state, (weight, came) in states.items():
        one, two = (game.value(len(before) + 1, end) for _seats, end in game.ends(len(before), state))
        if one == two:
            dead += weight
            needs = came if needs is None else _common(needs, came)
    total = sum(weight for weight, _came in states.values())
    return [DeadRubber(slot.id, Fraction(dead, total), needs)] if dead else []


class _Game:
    """Plays a table in order with even matches; a state is the facts that later matches read."""

    def __init__(self, table, results):
        self.table, self.results, self.values = table, results, {}
        self.read_later = [
            facts for facts, _pairs in asked_later(table, settled(table, results, NOTHING).possible)
        ]

    def ends(self, index, state):
        """Return [((winner, losers), state after)] of a match, one for each possible winner."""
        slot, known = self.table.matches[index], dict(state)
        won, lost = ({f[2:]: s for f, s in known.items() if f[0] == kind} for kind in "WL")
        seats = self.results.get(slot.id) or tuple(seed_of(text, won, lost) for text in slot.sides)
        ends = [(seat, *(other for other in seats if other != seat)) for seat in seats]
        if slot.id in self.results:
            ends = [seats]
        if slot.reset_of and known[f"A:{slot.reset_of}"] == won[slot.reset_of]:
            ends = [seats, seats]
        # No loser of a pod advances, so any of them can represent the others.
        facts = (
            known | {f"A:{slot.id}": seats[0], f"W:{slot.id}": winner, f"L:{slot.id}": loser}
            for winner, loser, *_others in ends
        )
        states = (
            tuple(sorted((f, s) for f, s in each.items() if f in self.read_later[index])) for each in facts
        )
        return list(zip(ends, states, strict=True))

    def go_on(self, index, states):
        """Return the states after a match, each with its weight and the results common to all ways to it."""
        slot, states_after = self.table.matches[index], {}
        for state, (weight, came) in states.items():
            for pair, after in self.ends(index, state):
                results = came | {slot.id: pair}
                other_weight, other_results = states_after.get(after, (0, results))
                states_after[after] = other_weight + weight, _common(results, other_results)
        return states_after

    def value(self, index, state):
        """Return how often each seed wins the title and plays in each round, over all ways from here."""
        if (index, state) not in self.values:
            self.values[index, state] = self._value(index, state)
        return self.values[index, state]

    def _value(self, index, state):
        size, matches = self.table.size, self.table.matches
        if index == len(matches):
            champion = dict(state)[f"W:{matches[-1].id}"]
            return tuple(seed == champion for seed in range(1, size + 1)) + (0,) * size * self.table.rounds
        ends = self.ends(index, state)
        value = [
            sum(parts) for parts in zip(*(self.value(index + 1, after) for _pair, after in ends), strict=True)
        ]
        ways, (seats, _after) = sum(value[:size]), ends[0]
        if len({seats for seats, _after in ends}) == len(ends):
            for seed in seats:
                value[size * matches[index].round + seed - 1] += ways
        return tuple(value)


def _common(one, other):
    return {slot: pair for slot, pair in one.items() if other.get(slot) == pair}
