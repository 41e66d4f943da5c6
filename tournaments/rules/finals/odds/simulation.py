"""Chances in a finals table estimated by playing it out many times, where counting takes too long."""

from dataclasses import dataclass

import numpy as np

from tournaments.rules.history import NOTHING

from .match_odds import EVEN, Rated, parts_of, whole_of, win_rate
from .sides import needed, seeds_of, settled

RUNS = 10_000


@dataclass(frozen=True, slots=True)
class Estimate:
    """As Odds, in floats: the share of `runs` that each seed has won, and played in each round."""

    win: dict[int, float]
    rounds: dict[int, dict[int, float]]
    runs: int

    def error(self, chance):
        """The standard error of one of its chances."""
        return (chance * (1 - chance) / self.runs) ** 0.5

    @property
    def largest_error(self):
        return max(map(self.error, self.win.values()))


def _summed(rate, sides):
    """Return, for all sides but the last, the chance that this or an earlier side wins."""
    whole = whole_of(rate, len(sides))
    return parts_of(rate, sides, lambda parts: (parts / whole).astype(float))[:-1].cumsum(axis=0)


def estimated(table, rate=EVEN, results=NOTHING, seated=NOTHING, runs=RUNS, seed=1):
    """Return an Estimate of any table; arguments as for `exact_odds`. The same seed gives the same result."""
    table, rng = table.to_the_title, np.random.Generator(np.random.PCG64(seed))
    rate = rate if isinstance(rate, Rated) else win_rate(rate)
    so_far, known = settled(table, results, seated), {}
    played = np.zeros((table.size + 1, table.rounds + 1), dtype=np.int64)
    for slot in table.matches:
        seats = so_far.seats.get(slot.id) or [
            seeds_of(text, known.__getitem__, so_far.called) for text in slot.sides
        ]
        sides = np.array([np.full(runs, seat) for seat in seats])
        here = np.full(runs, needed(slot, known.__getitem__))
        for side in sides:
            played[:, slot.round] += np.bincount(side[here], minlength=table.size + 1)
        lots = rng.random(runs)
        if slot.id in results:
            winner, loser = (np.full(runs, seed) for seed in results[slot.id][:2])
        else:
            first = np.where(here, (lots >= _summed(rate, sides)).sum(axis=0), 0)
            # No loser of a pod advances, so any of them can represent the others.
            winner, loser = np.choose(first, sides), np.choose(first, np.roll(sides, -1, axis=0))
        known[f"A:{slot.id}"], known[f"W:{slot.id}"], known[f"L:{slot.id}"] = sides[0], winner, loser
    won = np.bincount(known[f"W:{table.matches[-1].id}"], minlength=table.size + 1) / runs
    seeds = range(1, table.size + 1)
    rounds = {s: {n: float(played[s, n]) / runs for n in range(1, table.rounds + 1)} for s in seeds}
    return Estimate({s: float(won[s]) for s in seeds}, rounds, runs)
