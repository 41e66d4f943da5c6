"""Exact chances in a finals table as fractions, from the start or from the results so far."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import prod

from tournaments.rules.history import NOTHING

from .match_odds import EVEN, Rated
from .outcomes import countable, counted
from .possible_places import possible_sides
from .sides import settled
from .winners_tree import carried_up, is_tree, shares

NEVER = Fraction(0)
# Takes some tenths of a second; the final pod of the top 40 can be filled in 10,000 ways.
MOST_TOGETHER = 50_000


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances of each seed: to win it all, and to have a match in each round (a week off is none).

    `impossible_finals` are pairs of seeds that no way of the results brings into the last match;
    `prefinal_rematches` counts the matches before it of two who have met, each once for every way in
    which the matches listed before that one can end. `soonest_rematch` is the first round in which an
    open match can bring two together who have met (a deciding match aside), and the chance of that.
    """

    win: dict[int, Fraction]
    rounds: dict[int, dict[int, Fraction]]
    impossible_finals: tuple[tuple[int, int], ...]
    prefinal_rematches: int
    soonest_rematch: tuple[int, Fraction] | None = None


def exact_odds(table, rate=EVEN, results=NOTHING, seated=NOTHING):
    """Odds of a finals table.

    `rate`: the better seed's chance in every match (see `win_rate`), or Rated chances (see `rated`).
    `results`: {slot id: (winner's seed, losers' seeds)} of the decided matches; `seated`: {slot id:
    (seed, seed, …)} of the made ones, of which somebody's opponent may have been chosen, or somebody have
    left a pod. A Bracket has both. A match for third place is left out. RuleViolation where the table is no
    tree and more than 31 matches are open, or some with pods: see `exact`.
    """
    table = table.to_the_title
    if is_tree(table):
        return _of_tree(table, rate, results, seated)
    return _of_ways(table, rate, results, seated)


def has_exact_odds(table, results=NOTHING, rate=EVEN):
    """Return whether `exact_odds` handles the table quickly; otherwise use `estimated`."""
    table = table.to_the_title
    if not is_tree(table):
        return countable(table, results)
    # By rating, all combinations of players in a pod are counted.
    return not isinstance(rate, Rated) or most_in_a_pod(table, results) <= MOST_TOGETHER


def most_in_a_pod(table, results):
    """Return the largest number of ways to fill an open pod."""
    possible = possible_sides(table, results)
    open_ = (slot.id for slot in table.matches if slot.is_pod and slot.id not in results)
    return max((prod(map(len, possible[slot])) for slot in open_), default=0)


def _of_tree(table, rate, results, seated):
    sides, champions = carried_up(table, rate, results, seated)
    rounds = _no_chances(table)
    for slot in table.matches:
        for side in sides[slot.id]:
            for seed, chance in shares(side).items():
                rounds[seed][slot.round] = chance
    last = combinations(settled(table, results, seated).possible[table.matches[-1].id], 2)
    finals = {(min(a, b), max(a, b)) for one, other in last for a in one for b in other}
    return Odds(dict.fromkeys(rounds, NEVER) | shares(champions), rounds, _impossible(table, finals), 0)


def _of_ways(table, rate, results, seated):
    counts, champions, whole = counted(table, rate, results, seated)
    rounds = {seed: dict.fromkeys(each, 0) for seed, each in _no_chances(table).items()}
    for slot in table.matches:
        scale = whole // counts[slot.id].whole
        for seats, count in counts[slot.id].seats.items():
            for seed in seats:
                rounds[seed][slot.round] += count * scale
    finals = {pair for seats in counts[table.final.id].seats for pair in combinations(sorted(seats), 2)}
    return Odds(
        {seed: Fraction(champions.get(seed, 0), whole) for seed in rounds},
        {seed: {n: Fraction(count, whole) for n, count in each.items()} for seed, each in rounds.items()},
        _impossible(table, finals),
        sum(count.again for slot, count in counts.items() if slot != table.final.id),
        _soonest_rematch(table, counts, results),
    )


def _soonest_rematch(table, counts, results):
    for number in range(1, table.rounds + 1):
        here = [counts[slot.id] for slot in table.matches if slot.round == number and slot.id not in results]
        if any(count.again for count in here):
            return number, 1 - min(Fraction(count.clean, count.whole) for count in here)
    return None


def _no_chances(table):
    return {seed: dict.fromkeys(range(1, table.rounds + 1), NEVER) for seed in range(1, table.size + 1)}


def _impossible(table, finals):
    pairs = combinations(range(1, table.size + 1), 2)
    return tuple(pair for pair in pairs if pair not in finals)
