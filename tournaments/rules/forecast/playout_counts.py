"""Counts how often each player makes the cut in playouts, in all and by the results of open tables."""

from collections import namedtuple
from dataclasses import dataclass
from math import ceil

import numpy as np

from ..errors import RuleViolation
from ..rounds.phases import cut_rule, groups_of, playing_in
from ..standings import cut
from ..standings.tables import DREW, WON
from .phase_start import PhaseStart
from .playouts import Forced, Ranking, play_out

# Rows of results of the playouts that are computed at the same time, for the memory.
MAX_ROWS = 200_000
# What playouts beyond the asked ones may cost, in rows for each asked one: ten seconds for 500.
EXTRA_ROWS = 50_000
# They may be so many times as many as asked for in any case.
EXTRA_PLAYOUTS = 3
# Pairing a round takes as long as ranking so many rows for each player.
PAIRING_ROWS = 200
# A win or a loss rests on this share of the playouts at least, a draw on as many as there are.
DECIDED_SHARE = 0.25
CutRow = namedtuple("CutRow", "rank player points losses values")


@dataclass(slots=True)
class Counts:
    """Sums over playouts: `inside` and `total` of the free ones, and for each player (position) by outcome.

    `picked` (outcome, player) counts the playouts in which the player's open match ended so, and
    `picked_inside` those of them in which the player made the cut. The outcomes are LOST, DREW and WON. All
    other results of these playouts are free, so that each outcome is seen in the same world.
    """

    inside: np.ndarray
    total: int
    picked: np.ndarray
    picked_inside: np.ndarray


def count_playouts(
    start: PhaseStart, seed: int, is_open: np.ndarray, playouts: int, extra: int | None = None
) -> Counts:
    """Play the phase out, in batches that fit the memory, and count who makes the cut.

    `is_open` (table, outcome of its first player) says what the clinch logic leaves open. Where such an
    outcome was too rare in the free playouts, further ones have exactly this one table forced. If that takes
    more than `extra` playouts, each outcome gets fewer.
    """
    players = len(start.tables.players)
    counts = Counts(np.zeros(players), 0, np.zeros((3, players)), np.zeros((3, players)))
    selector = CutSelector(start)
    add_free_playouts(counts, start, selector, seed, 0, playouts)
    decided = ceil(DECIDED_SHARE * playouts)
    wanted = np.where(is_open, (decided, playouts, decided), 0)
    missing = missing_playouts(counts, start, wanted)
    extra = max(max_extra(start, playouts) if extra is None else extra, np.count_nonzero(missing))
    if missing.sum() > extra and start.draw_share * np.count_nonzero(missing) > 1:
        # Each free playout has more draws than the one of a forced playout.
        add_free_playouts(counts, start, selector, seed, playouts, playouts + extra // 2)
        missing = missing_playouts(counts, start, wanted)
        # At least one for each outcome that is in no playout yet.
        extra = max(extra - extra // 2, np.count_nonzero((wanted > 0) & (missing == wanted)))
    add_forced_playouts(counts, start, selector, seed, share_out(missing, wanted, extra))
    return counts


def max_extra(start: PhaseStart, playouts: int) -> int:
    """Return how many more playouts may be added to these."""
    cost = rows_per_playout(start) + PAIRING_ROWS * len(start.tables.players) * len(start.future)
    return playouts * max(EXTRA_PLAYOUTS, EXTRA_ROWS // cost)


def rows_per_playout(start: PhaseStart) -> int:
    return len(start.tables.played.player) + len(start.tables.players) * (len(start.future) + 1)


def missing_playouts(counts: Counts, start: PhaseStart, wanted: np.ndarray) -> np.ndarray:
    """Return how many playouts are missing, as an array like `wanted` (table, outcome)."""
    picked = counts.picked[:, start.open_tables[:, 0]].T.astype(int)
    return np.maximum(wanted - picked, 0)


def share_out(missing: np.ndarray, wanted: np.ndarray, most: int) -> np.ndarray:
    """Return how many of the missing playouts to play, at most `most`: those with the fewest come first."""
    picked = wanted - missing

    def up_to(level):
        return np.clip(np.minimum(level, wanted) - picked, 0, missing)

    low, high = 0, int(wanted.max(initial=0))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if up_to(middle).sum() <= most else (low, middle - 1)
    return up_to(low)


def add_free_playouts(counts: Counts, start: PhaseStart, selector, seed: int, first: int, end: int):
    """Add the playouts of these numbers, by the outcome of each open table from both players' sides."""
    for many, begin in batches(start, first, end):
        random = np.random.default_rng((seed, begin))
        inside, outcomes = play_batch(start, selector, f"{seed}|{begin}", random, many)
        counts.inside += inside.sum(axis=0)
        counts.total += many
        for side, own in ((0, outcomes), (1, WON - outcomes)):
            players = start.open_tables[:, side]
            for outcome in range(WON + 1):
                is_picked = own == outcome
                counts.picked[outcome, players] += is_picked.sum(axis=0)
                counts.picked_inside[outcome, players] += (is_picked & inside[:, players]).sum(axis=0)


def add_forced_playouts(counts: Counts, start: PhaseStart, selector, seed: int, numbers: np.ndarray):
    """Add so many playouts for each (table, outcome) in which exactly this table has this outcome."""
    tables, outcomes = np.repeat(np.argwhere(numbers >= 0), numbers.ravel(), axis=0).T
    for many, begin in batches(start, 0, len(tables)):
        random = np.random.default_rng((seed, begin, DREW))
        forced = Forced(tables[begin : begin + many], outcomes[begin : begin + many])
        inside, _outcomes = play_batch(start, selector, f"{seed}|{begin}|forced", random, many, forced)
        for side, own in ((0, forced.outcomes), (1, WON - forced.outcomes)):
            players = start.open_tables[forced.tables, side]
            np.add.at(counts.picked, (own, players), 1)
            np.add.at(counts.picked_inside, (own, players), inside[np.arange(many), players])


def batches(start: PhaseStart, first: int, end: int):
    """Yield (how many playouts, number of the first one) of batches that fit the memory."""
    size = max(1, MAX_ROWS // rows_per_playout(start))
    return ((min(size, end - begin), begin) for begin in range(first, end, size))


def play_batch(start, selector, seed, random, many, forced=None):
    """Return who is inside (playout, player) and the outcomes of the open tables (playout, table)."""
    ranking, results = play_out(start, seed, random, many, forced)
    inside = np.zeros((many, len(start.tables.players)), bool)
    inside[:, start.listed] = selector.inside(ranking, random)
    return inside, start.outcomes[results]


class CutSelector:
    """Selects the players of each playout who make the cut by its own rule; lots decide remaining ties."""

    def __init__(self, start: PhaseStart):
        next_phase = start.phase.next
        self.start, self.rule = start, cut_rule(next_phase)
        self.ids = [start.tables.players[n] for n in start.listed.tolist()]
        self.dropped = set(self.ids) - playing_in(next_phase)
        rows = [CutRow(1, player, 0, 0, {}) for player in self.ids]
        self.groups = groups_of(start.phase.history, rows, self.rule)
        self.column = start.settings.first_column

    def inside(self, ranking: Ranking, random) -> np.ndarray:
        """Return who makes the cut, as an array (playout, listed player)."""
        inside = np.zeros(ranking.ranks.shape, bool)
        order = np.lexsort((random.random(ranking.ranks.shape), ranking.ranks), axis=1)
        if set(self.rule) == {"top"} and not self.dropped:
            np.put_along_axis(inside, order[:, : self.rule["top"]], True, axis=1)
            return inside
        place = {player: n for n, player in enumerate(self.ids)}
        values = (ranking.ranks, ranking.points, ranking.losses, ranking.first_column)
        for playout, numbers in enumerate(zip(order, *values, strict=True)):
            for player in self.entrants(*(each.tolist() for each in numbers)):
                inside[playout, place[player]] = True
        return inside

    def entrants(self, order, ranks, points, losses, column) -> tuple[str, ...]:
        rows = [CutRow(ranks[n], self.ids[n], points[n], losses[n], {self.column: column[n]}) for n in order]
        try:
            return cut.cut(rows, self.rule, self.dropped, self.groups, self.column).entrants
        except RuleViolation:
            # In this playout the cut would leave fewer than two players, or fewer than it takes.
            return ()
