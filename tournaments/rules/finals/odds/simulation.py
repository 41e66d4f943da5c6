"""Chances in a finals table estimated by playing it out many times, where counting takes too long."""

from dataclasses import dataclass

import numpy as np

from tournaments.rules.history import NOTHING

from .match_odds import EVEN, parse_win_rate, total_parts, win_parts
from .sides import is_played, known_sides

RUNS = 10_000


@dataclass(frozen=True, slots=True)
class EstimatedOdds:
    """Like Odds, in floats: the share of `runs` in which each seed wins, and plays in each round."""

    win: dict[int, float]
    rounds: dict[int, dict[int, float]]
    runs: int

    def error(self, chance):
        """Return the standard error of one of the chances."""
        return (chance * (1 - chance) / self.runs) ** 0.5

    @property
    def largest_error(self):
        return max(map(self.error, self.win.values()))


def estimate_odds(table, rate=EVEN, results=NOTHING, seated=NOTHING, runs=RUNS, seed=1):
    """Return EstimatedOdds of any table, the same for the same seed; other arguments as for `exact_odds`."""
    table, random = table.to_the_title, np.random.Generator(np.random.PCG64(seed))
    rate = parse_win_rate(rate)
    known, columns = known_sides(table, results, seated), {}
    played = np.zeros((table.size + 1, table.rounds + 1), dtype=np.int64)
    for slot in table.matches:
        seats = known.seeds_of(slot, columns.__getitem__)
        sides = np.array([np.full(runs, seeds) for seeds in seats])
        played_here = np.full(runs, is_played(slot, columns.__getitem__))
        for side in sides:
            played[:, slot.round] += np.bincount(side[played_here], minlength=table.size + 1)
        draws = random.random(runs)
        if slot.id in results:
            winner, loser = (np.full(runs, seed) for seed in results[slot.id][:2])
        else:
            winning_side = (draws >= _cumulative_chances(rate, sides)).sum(axis=0)
            winning_side = np.where(played_here, winning_side, 0)
            # No loser of a pod advances, so any of them can represent the others.
            winner, loser = (
                np.choose(winning_side, sides),
                np.choose(winning_side, np.roll(sides, -1, axis=0)),
            )
        columns |= {f"A:{slot.id}": sides[0], f"W:{slot.id}": winner, f"L:{slot.id}": loser}
    champions = np.bincount(columns[f"W:{table.matches[-1].id}"], minlength=table.size + 1) / runs
    seeds = range(1, table.size + 1)
    rounds = {s: {n: float(played[s, n]) / runs for n in range(1, table.rounds + 1)} for s in seeds}
    return EstimatedOdds({s: float(champions[s]) for s in seeds}, rounds, runs)


def _cumulative_chances(rate, sides):
    """Return, for all sides but the last, the chance that this or an earlier side wins."""
    total = total_parts(rate, len(sides))
    return win_parts(rate, sides, lambda parts: (parts / total).astype(float))[:-1].cumsum(axis=0)
