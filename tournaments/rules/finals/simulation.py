"""Chances in a finals table estimated by playing it out many times, where counting takes too long."""

from dataclasses import dataclass

import numpy as np

from tournaments.rules.history import NOTHING

from .chances import EVEN, parts_of
from .sides import needed, seeds_of, settled

RUNS = 10_000


@dataclass(frozen=True, slots=True)
class Estimate:
    """As Odds, in floats: what share of `runs` each seed has won, and in which it had a match."""

    win: dict[int, float]
    rounds: dict[int, dict[int, float]]
    runs: int

    def error(self, chance):
        """The standard error of one of its chances."""
        return (chance * (1 - chance) / self.runs) ** 0.5

    @property
    def largest_error(self):
        return max(map(self.error, self.win.values()))


def estimated(table, rate=EVEN, results=NOTHING, seated=NOTHING, runs=RUNS, seed=1):
    """An Estimate of any table; the rest as `odds` takes it. The same seed gives the same."""
    table, rng = table.to_the_title, np.random.Generator(np.random.PCG64(seed))
    whole, ups = parts_of(rate, table.size)
    chances = (ups / whole).astype(float)
    so_far, known = settled(table, results, seated), {}
    played = np.zeros((table.size + 1, table.rounds + 1), dtype=np.int64)
    for slot in table.matches:
        sides = so_far.pairs.get(slot.id) or [
            seeds_of(text, known.__getitem__, so_far.called) for text in (slot.a, slot.b)
        ]
        a, b = (np.full(runs, side) for side in sides)
        here = np.full(runs, needed(slot, known.__getitem__))
        for side in (a, b):
            played[:, slot.round] += np.bincount(side[here], minlength=table.size + 1)
        first = (rng.random(runs) < chances[a, b]) | ~here
        if slot.id in results:
            first = a == results[slot.id][0]
        known[f"A:{slot.id}"] = a
        known[f"W:{slot.id}"], known[f"L:{slot.id}"] = np.where(first, a, b), np.where(first, b, a)
    won = np.bincount(known[f"W:{table.matches[-1].id}"], minlength=table.size + 1) / runs
    seeds = range(1, table.size + 1)
    rounds = {s: {n: float(played[s, n]) / runs for n in range(1, table.rounds + 1)} for s in seeds}
    return Estimate({s: float(won[s]) for s in seeds}, rounds, runs)
