"""Chances in single-elimination trees of any size, carried from the first matches to the final."""

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, combinations, product
from math import prod
from operator import mul

import numpy as np

from ...history import EMPTY_MAPPING
from .match_odds import EVEN, RatingOdds, parse_win_rate, rank_parts, total_parts, win_parts
from .outcomes import count_outcomes, is_countable
from .places import known_sides, possible_sides


def is_winners_tree(table):
    """Return whether only winners advance, each to one place, so that a match's sides are independent."""
    reads = [read for slot in table.matches for read in slot.reads]
    return all(read.kind in ("S", "W") for read in reads) and len(set(reads)) == len(reads)


def carry_chances(table, rate, results, seated):
    """Return ({slot id: [chances of its first side, of its second …]}, chances to win the last match).

    Chances are ({seed: parts}, total parts). Sides without a player in a made pod (`seated`) have left and
    are not in the list.
    """
    rate = parse_win_rate(rate)
    count_wins = _wins_by_rating if isinstance(rate, RatingOdds) else _wins_by_rate
    sides, winners = {}, {}
    for slot in table.matches:
        fed = [({read.k: 1}, 1) if read.kind == "S" else winners[read.of[0]] for read in slot.reads]
        if slot.is_pod and slot.id in seated:
            fed = [side for side in fed if not side[0].keys().isdisjoint(seated[slot.id])]
        sides[slot.id] = fed
        if slot.id in results:
            winners[slot.id] = {results[slot.id][0]: 1}, 1
        else:
            total = prod(total for _parts, total in fed) * total_parts(rate, len(fed))
            winners[slot.id] = count_wins(rate, [parts for parts, _total in fed]), total
    return sides, winners[table.matches[-1].id]


def _wins_by_rate(rate, sides):
    """Return {seed: parts of reaching and winning a match} for the chances of its sides."""
    parts_of_rank = rank_parts(rate, len(sides))
    orders = [sorted(side) for side in sides]
    sums = [[0, *accumulate(side[seed] for seed in order)] for side, order in zip(sides, orders, strict=True)]
    wins = {}
    for own, side in enumerate(sides):
        others = [(orders[n], sums[n]) for n in range(len(sides)) if n != own]
        for seed, parts in side.items():
            wins[seed] = parts * sum(map(mul, _ways_by_rank(seed, others), parts_of_rank))
    return wins


def _ways_by_rank(seed, others):
    """Return in how many ways a seed is the best, the second best … of a match, by its other sides."""
    ways = [1]
    for order, sums in others:
        better = sums[bisect_left(order, seed)]
        worse = sums[-1] - better
        ways = [same * worse + above * better for same, above in zip((*ways, 0), (0, *ways), strict=True)]
    return ways


def _wins_by_rating(rate, sides):
    """Return the same by rating, over all combinations of the sides' seeds."""
    if len(sides) == 2:
        one, other = sides
        return _wins_of_side(rate, one, other) | _wins_of_side(rate, other, one)
    wins = {}
    match_parts = win_parts(rate, np.array(list(product(*sides))).T).T.tolist()
    for seats, shares in zip(product(*(side.items() for side in sides)), match_parts, strict=True):
        chance = prod(parts for _seed, parts in seats)
        for (seed, _parts), share in zip(seats, shares, strict=True):
            wins[seed] = wins.get(seed, 0) + chance * share
    return wins


def _wins_of_side(rate, side, other):
    return {
        seed: parts * sum(n * rate.pair_parts[seed - 1][opponent - 1] for opponent, n in other.items())
        for seed, parts in side.items()
    }


def to_fractions(chances):
    """Return {seed: Fraction} of ({seed: parts}, total)."""
    counts, total = chances
    return {seed: Fraction(count, total) for seed, count in counts.items()}


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


def exact_odds(table, rate=EVEN, results=EMPTY_MAPPING, seated=EMPTY_MAPPING):
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


def has_exact_odds(table, results=EMPTY_MAPPING, rate=EVEN):
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
