"""Counts all outcomes of finals, in integers of any size stored as remainders by several moduli."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import gcd, prod
from operator import mul

import numpy as np

from ...errors import RuleViolation, _
from ...finals_systems.system import Label
from .match_odds import parse_win_rate, total_parts, win_parts
from .places import facts_of, is_played, known_sides

# Small numbers need one modulus. Several moduli are small enough that products of remainders fit in 64 bits.
SINGLE_MODULUS, MODULI_BELOW = 1 << 62, 1 << 31


@lru_cache(maxsize=64)
def choose_moduli(largest):
    """Return coprime moduli whose remainders determine every number from 0 to `largest`."""
    if largest < SINGLE_MODULUS:
        return (SINGLE_MODULUS,)
    moduli, product, candidate = [], 1, MODULI_BELOW
    while product <= largest:
        candidate -= 1
        if gcd(candidate, product) == 1:
            moduli.append(candidate)
            product *= candidate
    return tuple(moduli)


def to_remainders(numbers, moduli):
    """Return the remainders of an array of Python integers, with the moduli as a new first axis."""
    return np.array([numbers % modulus for modulus in moduli]).astype(np.int64)


def from_remainders(columns, moduli):
    """Return the Python integers with these remainders, of shape (moduli, n)."""
    if len(moduli) == 1:
        return columns[0].tolist()
    product = prod(moduli)
    factors = [product // modulus * pow(product // modulus, -1, modulus) for modulus in moduli]
    return [sum(map(mul, factors, remainders)) % product for remainders in columns.T.tolist()]


class States:
    """All states that finals can be in after some matches, one column for each.

    Row n of `seeds` has the seeds of `facts[n]` (see `sides`); row n of `met` says whether the two seeds of
    `pairs[n]`, a code as by `pair_codes`, have met.

    `ways` counts the ways to each state. `weights` are the same by the chances of their results, and
    `weights_without_rematch` those of the ways without a rematch; both have a row of remainders for each
    of the moduli.
    """

    def __init__(self, size, moduli):
        self.base, self.moduli, self.modulus_column = size + 1, moduli, np.array(moduli)[:, None]
        self.facts, self.seeds = [], np.zeros((0, 1), dtype=np.uint8)
        self.pairs, self.met = np.zeros(0, dtype=np.int64), np.zeros((0, 1), dtype=bool)
        self.ways = np.ones(1, dtype=np.int64)
        self.weights = self.weights_without_rematch = np.ones((len(moduli), 1), dtype=np.int64)

    def __len__(self):
        return len(self.ways)

    def full(self, seeds):
        """Return a row of the same seed for all states, or a copy of these seeds."""
        return np.full(len(self), seeds, dtype=np.uint8)

    def column(self, fact):
        return self.seeds[self.facts.index(fact)]

    def pair_codes(self, a, b):
        """Return a number for each two seeds: the better one times `base` plus the other."""
        return np.minimum(a, b).astype(np.int64) * self.base + np.maximum(a, b)

    def record_meeting(self, codes, pairs):
        """Return where these two have met before, and record the meetings of those in `pairs`."""
        rematch = (self.met & (self.pairs[:, None] == codes)).any(axis=0)
        new_pairs = np.array(sorted(pairs.intersection(codes.tolist())) if pairs else [], dtype=np.int64)
        self.pairs = np.concatenate((self.pairs, new_pairs))
        self.met = np.concatenate((self.met, new_pairs[:, None] == codes))
        return rematch

    def exclude_rematches(self, where):
        if where.any():
            self.weights_without_rematch = np.where(where, 0, self.weights_without_rematch)

    def record_result(self, slot_id, first_side, winner, loser):
        """Add the facts of a match that has one result in each state."""
        self.facts += [f"{kind}:{slot_id}" for kind in "AWL"]
        self.seeds = np.concatenate((self.seeds, (first_side, winner, loser)))

    def branch(self, is_played, sides, factors):
        """Add a state for each other winner of the match last recorded, which its first side has won.

        Only where the match is played. `factors`: by side, what the weights are multiplied by if it wins.
        """
        played = np.flatnonzero(is_played)
        count, others = len(self), len(sides) - 1
        self._select(np.concatenate((np.arange(count), *[played] * others)))
        # No loser of a pod advances, so any of them can represent the others.
        winner_row, loser_row = self.seeds[-2:]
        winner_row[count:] = np.concatenate([side[played] for side in sides[1:]])
        loser_row[count:] = np.tile(sides[0][played], others)
        factor = np.concatenate((factors[0], *(each[:, played] for each in factors[1:])), axis=1)
        self._change_weights(lambda weights: weights * factor % self.modulus_column)

    def keep(self, facts, pairs):
        """Keep only these facts, and these pairs while both seeds are known; merge equal states."""
        rows = [n for n, fact in enumerate(self.facts) if fact in facts]
        self.facts, self.seeds = [self.facts[n] for n in rows], self.seeds[rows]
        if len(self.pairs):
            self._keep_pairs(pairs)
        order, starts = self._group_equal_states()
        if len(starts) == len(self):
            return
        self._change_weights(
            lambda weights: (
                np.add.reduceat(np.take(weights, order, axis=1), starts, axis=1) % self.modulus_column
            )
        )
        ways = np.add.reduceat(self.ways[order], starts)
        self._select_facts(order[starts])
        self.ways = ways

    def _keep_pairs(self, pairs):
        is_known = np.zeros((self.base, len(self)), dtype=bool)
        for seeds in self.seeds:
            is_known[seeds, np.arange(len(self))] = True
        rows = np.array([pair in pairs for pair in self.pairs.tolist()])
        self.pairs, self.met = self.pairs[rows], self.met[rows]
        self.met &= is_known[self.pairs // self.base] & is_known[self.pairs % self.base]
        rows = self.met.any(axis=1)
        self.pairs, self.met = self.pairs[rows], self.met[rows]

    def weight_by_code(self, codes, where=slice(None)):
        """Return {code: total weight of its states}, of all states or only some."""
        codes, weights = codes[where], self.weights[:, where]
        if not len(codes):
            return {}
        order = np.argsort(codes, kind="stable")
        starts = run_starts(codes[None, order])
        weights = np.add.reduceat(np.take(weights, order, axis=1), starts, axis=1) % self.modulus_column
        return dict(zip(codes[order[starts]].tolist(), from_remainders(weights, self.moduli), strict=True))

    def _select(self, columns):
        self._select_facts(columns)
        self.ways = self.ways[columns]
        self._change_weights(lambda weights: np.take(weights, columns, axis=1))

    def _select_facts(self, columns):
        self.seeds, self.met = np.take(self.seeds, columns, axis=1), np.take(self.met, columns, axis=1)

    def _change_weights(self, change):
        """Change both kinds of weights, which are the same array until the first rematch."""
        is_shared = self.weights_without_rematch is self.weights
        self.weights = change(self.weights)
        self.weights_without_rematch = self.weights if is_shared else change(self.weights_without_rematch)

    def _group_equal_states(self):
        """Return an order with equal states next to each other, and where in it each group starts."""
        rows = np.concatenate((self.seeds, np.packbits(self.met, axis=0)))
        # Compare eight bytes at once, as one number.
        words = np.zeros((len(self), max(8, -(-len(rows) // 8) * 8)), dtype=np.uint8)
        words[:, : len(rows)] = rows.T
        words = words.view(np.uint64).T
        order = np.lexsort(words)
        return order, run_starts(words[:, order])


def run_starts(columns):
    """Return where runs of equal columns start."""
    is_start = np.ones(columns.shape[1], dtype=bool)
    np.any(columns[:, 1:] != columns[:, :-1], axis=0, out=is_start[1:])
    return np.flatnonzero(is_start)


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
