"""Exact chances in a finals table, in fractions, from the start or from the results so far."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history import NOTHING

from .bracket import possible_sides, seed_of
from .system import source

EVEN = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances of each seed: to win it all, and to have a match in each round (a week off is none).

    `impossible_finals` are pairs of seeds that no way of the results brings into the last match;
    `prefinal_rematches` counts the matches before it of two who have met, each once for every way in
    which the matches listed before that one can end.
    """

    win: dict[int, Fraction]
    rounds: dict[int, dict[int, Fraction]]
    impossible_finals: tuple[tuple[int, int], ...]
    prefinal_rematches: int


def win_rate(given):
    """The better seed's chance as an exact fraction: 0.55, "0.55" and "11/20" are the same.

    RuleViolation for what is no number from 0 to 1.
    """
    try:
        if isinstance(given, str) and "/" in given and len(given) <= 20:
            rate = Fraction(given)
        else:
            # Through float, so that an exponent in the text cannot ask for a giant number.
            rate = Fraction(float(given)).limit_denominator(10**9)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        rate = None
    if rate is None or not 0 <= rate <= 1:
        raise RuleViolation(_("The win rate “{given}” is not a number from 0 to 1."), given=str(given)[:20])
    return rate


def odds(table, rate=EVEN, results=NOTHING):
    """Odds of a finals table.

    `rate`: the better seed's chance in every match (see `win_rate`); `results`:
    {slot id: (winner's seed, loser's seed)} of the matches already decided. A match for third place is
    left out.
    """
    rate, table = win_rate(rate), table.to_the_title
    reads = [source(text) for slot in table.matches for text in (slot.a, slot.b)]
    # Where only winners go on and each to one place, the two sides of a match never depend on
    # each other, and the chances can be carried up the tree instead of played out.
    if all(read.kind in ("S", "W") for read in reads) and len(set(reads)) == len(reads):
        return _up_the_tree(table, rate, results)
    return _every_way(table, rate, results)


def _up_the_tree(table, rate, results):
    win = {}
    rounds = _no_chances(table)
    for slot in table.matches:
        a, b = (
            {read.k: Fraction(1)} if read.kind == "S" else win[read.of[0]]
            for read in (source(slot.a), source(slot.b))
        )
        for seed, chance in (*a.items(), *b.items()):
            rounds[seed][slot.round] += chance
        if slot.id in results:
            win[slot.id] = {results[slot.id][0]: Fraction(1)}
        else:
            win[slot.id] = _winners(a, b, rate) | _winners(b, a, rate)
    last = table.matches[-1]
    a, b = possible_sides(table, results)[last.id]
    finals = {(min(x, y), max(x, y)) for x in a for y in b}
    champions = {seed: win[last.id].get(seed, Fraction(0)) for seed in rounds}
    return Odds(champions, rounds, _impossible(table, finals), 0)


def _winners(side, other, rate):
    """{seed: chance to win} of one side of a match against the other side's seeds."""
    return {
        seed: chance
        * sum(theirs * (rate if seed < opponent else 1 - rate) for opponent, theirs in other.items())
        for seed, chance in side.items()
    }


def _every_way(table, rate, results):
    """Play out every way the open matches can end, weighing each by whole numbers."""
    slots, final = table.matches, table.final
    up, whole = rate.numerator, rate.denominator
    left = sum(slot.id not in results for slot in slots)
    win = dict.fromkeys(range(1, table.size + 1), 0)
    rounds = {seed: dict.fromkeys(range(1, table.rounds + 1), 0) for seed in win}
    winners, losers, firsts, met, finals = {}, {}, {}, [], set()
    before_final = slots.index(final)
    rematches = 0

    def play(index, weight):
        nonlocal rematches
        if index == len(slots):
            win[winners[slots[-1].id]] += weight
            return
        slot = slots[index]
        a, b = seed_of(slot.a, winners, losers), seed_of(slot.b, winners, losers)
        pair = (a, b) if a < b else (b, a)
        firsts[slot.id] = a
        if slot.reset_of and winners[slot.reset_of] == firsts[slot.reset_of]:
            winners[slot.id] = a
            play(index + 1, weight)
            return
        rounds[a][slot.round] += weight
        rounds[b][slot.round] += weight
        if slot is final:
            finals.add(pair)
        rematches += index < before_final and pair in met
        if slot.id in results:
            ends = ((*results[slot.id], weight),)
        else:
            # `weight` counts in units of 1 / whole ** left, so each open match divides it first.
            part = weight // whole
            ends = ((*pair, part * up), (*reversed(pair), part * (whole - up)))
        met.append(pair)
        for winner, loser, share in ends:
            winners[slot.id], losers[slot.id] = winner, loser
            play(index + 1, share)
        met.pop()

    unit = whole**left
    play(0, unit)
    return Odds(
        {seed: Fraction(count, unit) for seed, count in win.items()},
        {seed: {n: Fraction(count, unit) for n, count in each.items()} for seed, each in rounds.items()},
        _impossible(table, finals),
        rematches,
    )


def _no_chances(table):
    zero = Fraction(0)
    return {seed: dict.fromkeys(range(1, table.rounds + 1), zero) for seed in range(1, table.size + 1)}


def _impossible(table, finals):
    pairs = combinations(range(1, table.size + 1), 2)
    return tuple(pair for pair in pairs if pair not in finals)
