"""States of running finals, as columns of the facts that later matches read."""

import numpy as np

from .residues import from_remainders


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
