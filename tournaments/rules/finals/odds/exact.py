"""Exact chances in a finals table as fractions, from the start or from the results so far."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import prod

from tournaments.rules.history import NOTHING

from .match_odds import EVEN, RatingOdds
from .outcomes import count_outcomes, is_countable
from .possible_places import possible_sides
from .sides import known_sides
from .winners_tree import carry_chances, is_winners_tree, to_fractions

NEVER = Fraction(0)
# Takes some tenths of a second; the final pod of the top 40 can be filled in 10,000 ways.
MAX_POD_COMBINATIONS = 50_000


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances of each seed: to win the title, and to play in each round (a week off does not count).

    `impossible_finals`: pairs of seeds that can never meet in the last match. `prefinal_rematches`: the
    number of rematches before it, each counted once for every way in which the matches listed before it can
    end. `soonest_rematch`: the first round in which an open match can be a rematch (not a deciding match),
    and the chance of that.
    """

    win: dict[int, Fraction]
    rounds: dict[int, dict[int, Fraction]]
    impossible_finals: tuple[tuple[int, int], ...]
    prefinal_rematches: int
    soonest_rematch: tuple[int, Fraction] | None = None


def exact_odds(table, rate=EVEN, results=NOTHING, seated=NOTHING):
    """Return the Odds of a finals table.

    `rate`: the better seed's chance in every match (see `parse_win_rate`), or RatingOdds. `results`: {slot
    id: (winner's seed, losers' seeds)} of the decided matches. `seated`: {slot id: (seed, seed, …)} of the
    made matches, whose opponents may have been chosen or have left a pod. A Bracket has both. A match for
    third place is ignored. RuleViolation if the table is no tree and too many matches are open.
    """
    table = table.to_the_title
    if is_winners_tree(table):
        return _odds_of_tree(table, rate, results, seated)
    return _odds_by_counting(table, rate, results, seated)


def has_exact_odds(table, results=NOTHING, rate=EVEN):
    """Return whether `exact_odds` handles the table quickly; otherwise use `estimate_odds`."""
    table = table.to_the_title
    if not is_winners_tree(table):
        return is_countable(table, results)
    if not isinstance(rate, RatingOdds):
        return True
    # By rating, all combinations of players in a pod are counted.
    possible = possible_sides(table, results)
    open_pods = [slot.id for slot in table.matches if slot.is_pod and slot.id not in results]
    return all(prod(map(len, possible[slot])) <= MAX_POD_COMBINATIONS for slot in open_pods)


def _odds_of_tree(table, rate, results, seated):
    sides, champions = carry_chances(table, rate, results, seated)
    rounds = _no_chances(table)
    for slot in table.matches:
        for side in sides[slot.id]:
            for seed, chance in to_fractions(side).items():
                rounds[seed][slot.round] = chance
    last_sides = known_sides(table, results, seated).possible[table.matches[-1].id]
    finals = {
        (min(a, b), max(a, b)) for one, other in combinations(last_sides, 2) for a in one for b in other
    }
    win = dict.fromkeys(rounds, NEVER) | to_fractions(champions)
    return Odds(win, rounds, _impossible_finals(table, finals), 0)


def _odds_by_counting(table, rate, results, seated):
    counts, champions, total = count_outcomes(table, rate, results, seated)
    rounds = _no_chances(table)
    for slot in table.matches:
        for seed, chance in counts[slot.id].chances.items():
            rounds[seed][slot.round] += chance
    finals = {pair for seats in counts[table.final.id].seats for pair in combinations(sorted(seats), 2)}
    return Odds(
        {seed: Fraction(champions.get(seed, 0), total) for seed in rounds},
        rounds,
        _impossible_finals(table, finals),
        sum(count.rematch_ways for slot, count in counts.items() if slot != table.final.id),
        _soonest_rematch(table, counts, results),
    )


def _soonest_rematch(table, counts, results):
    for number in range(1, table.rounds + 1):
        open_ids = [slot.id for slot in table.matches if slot.round == number and slot.id not in results]
        round_counts = [counts[slot] for slot in open_ids]
        if any(count.rematch_ways for count in round_counts):
            return number, 1 - min(Fraction(count.without_rematch, count.total) for count in round_counts)
    return None


def _no_chances(table):
    return {seed: dict.fromkeys(range(1, table.rounds + 1), NEVER) for seed in range(1, table.size + 1)}


def _impossible_finals(table, finals):
    """Return all pairs of seeds that are not among the possible `finals`."""
    pairs = combinations(range(1, table.size + 1), 2)
    return tuple(pair for pair in pairs if pair not in finals)
