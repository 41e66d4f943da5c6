"""Plays the remaining rounds at random and counts what happens."""

from collections import namedtuple
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil

import numpy as np

from ..errors import RuleViolation
from ..pairing import Entrant, pair_swiss
from ..rounds.pairing_constraints import pair_with_fallback
from ..rounds.phases import cut_rule, groups_of, playing_in
from ..rounds.swiss import round_options
from ..simulation.matches import game_chance, play, result_chances
from ..simulation.swiss import NO_OPPONENT
from ..standings import cut
from ..standings.standings import compute_columns, ranks_of
from ..standings.tables import DREW, LOST, WON, StandingsTables, last_rounds
from .phase_start import FutureRound, PhaseStart

LEAST_CHANCE = 1e-12


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round of all playouts; arrays (playout, seat) of players, opponents and numbers of results."""

    number: int
    players: np.ndarray
    opponents: np.ndarray
    results: np.ndarray


@dataclass(frozen=True, slots=True)
class Forced:
    """The one open table of each playout whose outcome is given: its number, and LOST, DREW or WON.

    The outcome is that of the table's first player.
    """

    tables: np.ndarray
    outcomes: np.ndarray


@dataclass(frozen=True, slots=True)
class Ranking:
    """Standings of some playouts; arrays (playout, listed player). Equal ranks share the lower number."""

    ranks: np.ndarray
    points: np.ndarray
    losses: np.ndarray
    first_column: np.ndarray


def play_out(
    start: PhaseStart, seed: str, random: np.random.Generator, count: int, forced: Forced | None = None
):
    """Play the rest of the phase `count` times; return (Ranking, results of the open tables).

    The results are those of each table's first player, as an array (playout, table).
    """
    rounds = [play_open_tables(start, random, count, forced)]
    for future in start.future:
        rounds.append(play_round(start, future, rounds, f"{seed}|{future.number}", random, count))
    return rank_playouts(start, rounds, count), rounds[0].results[:, : len(start.open_tables)]


def play_open_tables(start: PhaseStart, random, count: int, forced: Forced | None = None) -> PlayedRound:
    """Return the results of the tables without one; all first players come before all second ones."""
    first, second = start.open_tables.T
    results = sample(start, random, first, second, count)
    if forced is not None:
        results[np.arange(count), forced.tables] = sample_forced(start, random, forced)
    return PlayedRound(
        start.open_round,
        np.tile(np.concatenate((first, second)), (count, 1)),
        np.tile(np.concatenate((second, first)), (count, 1)),
        np.concatenate((results, start.last - results), axis=1),
    )


def sample(start: PhaseStart, random, first, second, count):
    """Return the results of the first players (playout, match): Elo if both are rated, else even."""
    own, other = (np.broadcast_to(each, (count, each.shape[-1])) for each in ratings_of(start, first, second))
    return play(start.settings.best_of, own, other, random.random(own.shape), start.draw_share)


def sample_forced(start: PhaseStart, random, forced: Forced):
    """Return a result of each forced table, in the proportions that results with this outcome have."""
    own, other = ratings_of(start, *start.open_tables[forced.tables].T)
    chances = result_chances(start.settings.best_of, game_chance(own, other), start.draw_share)
    is_possible = start.outcomes[: start.last + 1, None] == forced.outcomes
    # A result without a chance can be forced, too.
    limits = (np.maximum(chances, LEAST_CHANCE) * is_possible).cumsum(axis=0)
    return (random.random(len(own)) * limits[-1] >= limits).sum(axis=0)


def ratings_of(start: PhaseStart, first, second):
    """Return both players' ratings, 0 for matches in which one has none."""
    own, other = start.ratings[first], start.ratings[second]
    is_rated = ~np.isnan(own) & ~np.isnan(other)
    return np.where(is_rated, own, 0.0), np.where(is_rated, other, 0.0)


def play_round(start, future: FutureRound, played: Sequence[PlayedRound], seed: str, random, count: int):
    """Pair a round in each playout as its organiser would, with the playout's own seed, and play it."""
    ranking = rank_playouts(start, played, count)
    byes = np.tile(start.byes, (count, 1))
    for round_ in played:
        rows, columns = np.nonzero(round_.opponents == NO_OPPONENT)
        np.add.at(byes, (rows, round_.players[rows, columns]), 1)
    met = list(start.met)
    rows = [[], []]
    for index in range(count):
        new = [
            (start.tables.players[a], start.tables.players[b])
            for round_ in played
            if round_.number > start.open_round
            for a, b in zip(round_.players[index].tolist(), round_.opponents[index].tolist(), strict=True)
            if a < b
        ]
        entrants = entrants_in(start, future, ranking, byes[index], index)
        pairing = pair(start, future, entrants, [*met, *new], f"{seed}|{index}")
        place = {entrant.player: position for entrant, position in zip(entrants, future.present, strict=True)}
        pairs = [(place[a], place[b]) for a, b in pairing.tables]
        alone = [place[pairing.bye]] if pairing.bye else []
        rows[0].append([a for a, _b in pairs] + [b for _a, b in pairs] + alone)
        rows[1].append([b for _a, b in pairs] + [a for a, _b in pairs] + [NO_OPPONENT] * len(alone))
    players, opponents = (np.array(side, int).reshape(count, -1) for side in rows)
    return with_results(start, future, players, opponents, random, count)


def with_results(start, future: FutureRound, players, opponents, random, count) -> PlayedRound:
    """Return the round with sampled results and the requested byes."""
    half = len(future.present) // 2
    first = sample(start, random, players[:, :half], players[:, half : 2 * half], count)
    bye = np.full((count, players.shape[1] - 2 * half), start.last + 1)
    requested = np.array(future.requested, int).reshape(-1, 2)
    absent = np.tile(requested[:, 0], (count, 1))
    return PlayedRound(
        future.number,
        np.concatenate((players, absent), axis=1),
        np.concatenate((opponents, np.full_like(absent, NO_OPPONENT)), axis=1),
        np.concatenate((first, start.last - first, bye, np.tile(requested[:, 1], (count, 1))), axis=1),
    )


def entrants_in(start, future: FutureRound, ranking: Ranking, byes, index) -> list[Entrant]:
    """Return the players to pair in one playout, with their points and standing in it."""
    place = {player: n for n, player in enumerate(start.listed.tolist())}
    ranks, points = ranking.ranks[index], ranking.points[index]
    order = np.empty_like(ranks)
    order[np.argsort(ranks, kind="stable")] = np.arange(len(ranks))
    ranks, points, order = ranks.tolist(), points.tolist(), order.tolist()
    unlisted = (0.0, len(ranks), len(ranks))
    return [
        Entrant(
            start.tables.players[player],
            *((points[n], ranks[n]) if (n := place.get(player)) is not None else unlisted[:2]),
            int(byes[player]),
            unlisted[2] if n is None else order[n],
        )
        for player in future.present
    ]


def pair(start, future: FutureRound, entrants, met, seed):
    """Pair a round by the real rules; if the constraints allow none, with the cheapest exception."""
    options = round_options(start.settings, future.number, start.rounds)
    attempt = partial(pair_swiss, entrants, met, seed=seed, **options)
    try:
        return pair_with_fallback(start.phase.history, attempt, future.constraints, True)
    except RuleViolation:
        return attempt(allow_rematches=True)


def rank_playouts(start: PhaseStart, rounds: Sequence[PlayedRound], count: int) -> Ranking:
    """Return the standings of all playouts after these rounds: they are one big table, ranked at once."""
    size, players = len(start.listed), len(start.tables.players)
    playout = np.repeat(np.arange(count), size)
    listed = np.tile(start.listed, count) + playout * players
    tables = join_tables(start, rounds, count)
    values, steps = compute_columns(tables, start.columns, listed, -playout[:, None])
    ranks = ranks_of(steps).reshape(count, size) - np.arange(count)[:, None] * size
    losses = np.bincount(tables.played.player[tables.played.outcome == LOST], minlength=len(tables.players))
    first = values[start.columns[0].key].values
    per_playout = (each[listed].reshape(count, size) for each in (tables.points, losses, first))
    return Ranking(ranks, *per_playout)


def join_tables(start: PhaseStart, rounds: Sequence[PlayedRound], count: int) -> StandingsTables:
    """Return the tables of all playouts together, rows in order of player and round."""
    base, players = start.tables, len(start.tables.players)
    shift = np.arange(count)[:, None] * players
    numbers = [np.full(round_.players.size, start.carried + round_.number) for round_ in rounds]
    player = [(round_.players + shift).ravel() for round_ in rounds]
    opponent = [
        np.where(round_.opponents == NO_OPPONENT, NO_OPPONENT, round_.opponents + shift).ravel()
        for round_ in rounds
    ]
    results = np.concatenate([round_.results.ravel() for round_ in rounds])
    player, opponent, number = map(np.concatenate, (player, opponent, numbers))
    columns = {name: column[results] for name, column in start.results.items()}
    has_met = opponent != NO_OPPONENT
    played = add_rows(base.played, shift, columns | {"player": player, "round": number})
    meetings = {"player": player, "round": number, "opponent": opponent, "points": columns["points"]}
    met = add_rows(base.meetings, shift, {name: column[has_met] for name, column in meetings.items()})
    last = max([base.rounds, *(start.carried + round_.number for round_ in rounds)])
    many = players * count
    return replace(
        base,
        players=base.players * count,
        played=played,
        meetings=met,
        rounds=last,
        last_round=last_rounds(many, (played.player, played.round)),
        unreported=np.empty((0, 2), int),
        dropped_after=np.tile(base.dropped_after, count),
        soft_scores=np.tile(base.soft_scores, count),
    )


def add_rows(table, shift, columns):
    """Return a table of all playouts: copies of the rows so far and the new ones."""
    joined = {}
    for name in table.__slots__:
        before = getattr(table, name)
        is_player = name in ("player", "opponent")
        copies = (before + shift).ravel() if is_player else np.tile(before, len(shift))
        joined[name] = np.concatenate((copies, columns[name].astype(before.dtype)))
    order = np.lexsort((joined["round"], joined["player"]))
    return type(table)(**{name: column[order] for name, column in joined.items()})


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
            return cut.apply_cut(rows, self.rule, self.dropped, self.groups, self.column).entrants
        except RuleViolation:
            # In this playout the cut would leave fewer than two players, or fewer than it takes.
            return ()
