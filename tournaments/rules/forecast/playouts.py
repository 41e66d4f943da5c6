"""Playouts: the rest of a Swiss phase played many times from its present standings, as numpy arrays."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ..errors import RuleViolation
from ..pairing import Entrant, pair_swiss
from ..rounds import pairing_constraints
from ..rounds.swiss import round_options
from ..simulation.matches import game_chance, play, result_chances
from ..simulation.swiss import NO_OPPONENT
from ..standings.ranking import compute_columns, ranks_of
from ..standings.tables import LOST, StandingsTables, last_rounds
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
        return pairing_constraints.pair_with_fallback(start.phase.history, attempt, future.constraints, True)
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
