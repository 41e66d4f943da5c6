"""States of running finals, as columns of the facts that later matches read."""

import numpy as np

from .residues import numbers_of


class States:
    """A state to a column. Row n of `seeds` is what is known of `facts[n]`: `W:id`, `L:id`, or `A:id`
    for the first side; row n of `met` whether the `pairs[n]` have met, as `pair_codes` has them.

    `ways` counts each way once; `weights` by weight, `clean` so too without ways in which two have met
    twice, each with a row of remainders for each of the moduli.
    """

    def __init__(self, size, moduli):
        self.base, self.moduli, self.column = size + 1, moduli, np.array(moduli)[:, None]
        self.facts, self.seeds = [], np.zeros((0, 1), dtype=np.uint8)
        self.pairs, self.met = np.zeros(0, dtype=np.int64), np.zeros((0, 1), dtype=bool)
        self.ways = np.ones(1, dtype=np.int64)
        self.weights = self.clean = np.ones((len(moduli), 1), dtype=np.int64)

    def __len__(self):
        return len(self.ways)

    def every(self, seeds):
        """Return a column of one seed, or of these seeds."""
        return np.full(len(self), seeds, dtype=np.uint8)

    def fact(self, text):
        return self.seeds[self.facts.index(text)]

    def pair_codes(self, a, b):
        """A number for each two: the better seed times `base` plus the other."""
        return np.minimum(a, b).astype(np.int64) * self.base + np.maximum(a, b)

    def meet(self, codes, later):
        """Return where these two have met before, and record their meeting if the pair is in `later`."""
        again = (self.met & (self.pairs[:, None] == codes)).any(axis=0)
        fresh = np.array(sorted(later.intersection(codes.tolist())) if later else [], dtype=np.int64)
        self.pairs = np.concatenate((self.pairs, fresh))
        self.met = np.concatenate((self.met, fresh[:, None] == codes))
        return again

    def spoil(self, where):
        """Mark states as no longer clean."""
        if where.any():
            self.clean = np.where(where, 0, self.clean)

    def decide(self, slot_id, a, winner, loser):
        """Record the same result in all states; `a` was the first side."""
        self.facts += [f"{kind}:{slot_id}" for kind in "AWL"]
        self.seeds = np.concatenate((self.seeds, (a, winner, loser)))

    def branch(self, needed, sides, factors):
        """The match last decided, for its first side, ends for each other one too where it is needed: a
        state becomes as many.

        `factors`: what the weights are multiplied by where each of the sides wins.
        """
        other = np.flatnonzero(needed)
        count = len(self)
        self._take(np.concatenate((np.arange(count), *[other] * (len(sides) - 1))))
        # No loser of a pod advances, so any of them can represent the others.
        self.seeds[-2, count:] = np.concatenate([side[other] for side in sides[1:]])
        self.seeds[-1, count:] = np.tile(sides[0][other], len(sides) - 1)
        first, *more = factors
        factor = np.concatenate((first, *(each[:, other] for each in more)), axis=1)
        self._count(lambda counts: counts * factor % self.column)

    def forget(self, facts, pairs):
        """Keep only these facts, and these pairs while both seeds are known; merge equal states."""
        positions = [n for n, fact in enumerate(self.facts) if fact in facts]
        self.facts, self.seeds = [self.facts[n] for n in positions], self.seeds[positions]
        if len(self.pairs):
            is_known = np.zeros((self.base, len(self)), dtype=bool)
            for seeds in self.seeds:
                is_known[seeds, np.arange(len(self))] = True
            wanted = np.array([pair in pairs for pair in self.pairs.tolist()])
            self.pairs, self.met = self.pairs[wanted], self.met[wanted]
            self.met &= is_known[self.pairs // self.base] & is_known[self.pairs % self.base]
            some = self.met.any(axis=1)
            self.pairs, self.met = self.pairs[some], self.met[some]
        order, starts = self._runs()
        if len(starts) < len(self):
            ways = np.add.reduceat(self.ways[order], starts)
            self._count(lambda c: np.add.reduceat(np.take(c, order, axis=1), starts, axis=1) % self.column)
            self._take(order[starts], counts=False)
            self.ways = ways

    def sums(self, codes, where=slice(None)):
        """{code: the weight of its states}, of all or of some states."""
        codes, weights = codes[where], self.weights[:, where]
        if not len(codes):
            return {}
        order = np.argsort(codes, kind="stable")
        starts = starts_of(codes[None, order])
        weights = np.add.reduceat(np.take(weights, order, axis=1), starts, axis=1) % self.column
        return dict(zip(codes[order[starts]].tolist(), numbers_of(weights, self.moduli), strict=True))

    def _take(self, columns, counts=True):
        self.seeds, self.met = np.take(self.seeds, columns, axis=1), np.take(self.met, columns, axis=1)
        if counts:
            self.ways = self.ways[columns]
            self._count(lambda counts: np.take(counts, columns, axis=1))

    def _count(self, change):
        """Change both kinds of weights, which are the same array until two have met twice."""
        same = self.clean is self.weights
        self.weights = change(self.weights)
        self.clean = self.weights if same else change(self.clean)

    def _runs(self):
        """(an order that puts the same states together, where in it each begins)."""
        rows = np.concatenate((self.seeds, np.packbits(self.met, axis=0)))
        # Eight bytes are one number.
        words = np.zeros((len(self), max(8, -(-len(rows) // 8) * 8)), dtype=np.uint8)
        words[:, : len(rows)] = rows.T
        words = words.view(np.uint64).T
        order = np.lexsort(words)
        return order, starts_of(words[:, order])


def starts_of(ordered):
    """Return where runs of equal columns begin."""
    fresh = np.ones(ordered.shape[1], dtype=bool)
    np.any(ordered[:, 1:] != ordered[:, :-1], axis=0, out=fresh[1:])
    return np.flatnonzero(fresh)
