"""One phase's history as two tables of numpy columns: what was played, and who met whom."""

from dataclasses import dataclass, replace

import numpy as np

from .history import DRAFT, DRAW, LOSS, WIN
from .percentages import Percentages
from .scoring import outcomes, points_of

OUTCOMES = (LOSS, DRAW, WIN)
LOST, DREW, WON = range(3)
MATCH, FULL_BYE, OTHER_BYE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Played:
    """One row for each seat with a result, byes included; equally long columns.

    `player` counts from 0 in Tables.players; `won`, `lost`, `drawn` are games; `outcome` is
    0 loss, 1 draw, 2 win; `kind` is 0 match, 1 bye, 2 an unpaired loss or half-point bye;
    `seat` counts from 0 in its match.
    """

    player: np.ndarray
    round: np.ndarray
    points: np.ndarray
    won: np.ndarray
    lost: np.ndarray
    drawn: np.ndarray
    outcome: np.ndarray
    kind: np.ndarray
    seat: np.ndarray


@dataclass(frozen=True, slots=True)
class Met:
    """One row for each player and opponent of a match with a result; a bye is no opponent."""

    player: np.ndarray
    opponent: np.ndarray
    round: np.ndarray


@dataclass(frozen=True, slots=True)
class Tables:
    """A phase up to a round: its players in order of their ids, what they played, whom they met.

    `last_round` is the last round in which each player had a match or a bye, reported or not,
    0 for none; `dropped` says who had left by then; `most_points` is what a win is worth.
    """

    players: tuple[str, ...]
    played: Played
    met: Met
    last_round: np.ndarray
    dropped: np.ndarray
    percentages: Percentages
    most_points: float

    def until(self, number):
        """The same tables as they stood after that finished round."""
        played = _rows_until(self.played, number)
        last_round = np.zeros(len(self.players), int)
        np.maximum.at(last_round, played.player, played.round)
        return replace(self, played=played, met=_rows_until(self.met, number), last_round=last_round)

    def total(self, values, where=True):
        """The sum of a value of the played rows for each player."""
        weights = np.where(where, values, 0).astype(float)
        return np.bincount(self.played.player, weights, len(self.players)).astype(float)


def _rows_until(table, number):
    keep = table.round <= number
    return type(table)(*(getattr(table, name)[keep] for name in table.__slots__))


def counted_rounds(phase, after_round, live):
    """The rounds up to `after_round` whose results count; `live` adds the published ones."""
    return [
        one
        for one in phase.rounds
        if one.number <= after_round and (one.finished or (live and one.state != DRAFT))
    ]


def tables_of(event, phase_number, settings, after_round, live=False):
    """The Tables of one phase of the event after a round."""
    phase = event.phase(phase_number)
    rounds = counted_rounds(phase, after_round, live)
    players = tuple(sorted(player.id for player in event.players))
    index = {player: n for n, player in enumerate(players)}
    last_round = [0] * len(players)
    played, met = [], []
    # Few results differ in an event: each kind is scored once.
    scored = {}
    for one in rounds:
        number = one.number
        for match in one.matches:
            seated = [index[seat.player] for seat in match.seats]
            kind = (match.drawn_games, *[_reported(seat) for seat in match.seats])
            if kind not in scored:
                scored[kind] = tuple(_scored(match, settings))
            for player, score in zip(seated, scored[kind], strict=False):
                played.append((player, number, *score))
                met.extend((player, other, number) for other in seated if other != player)
            for player in seated:
                last_round[player] = max(last_round[player], number)
    before = event.rounds_before(phase_number)
    left = {player.id for player in event.players if _has_left(player, before + after_round)}
    return Tables(
        players,
        _sorted_table(Played, played),
        _sorted_table(Met, met),
        np.array(last_round, int),
        np.array([player in left for player in players], bool),
        settings.percentages,
        max(worth for key, worth in settings.points.items() if key != "bye"),
    )


def _has_left(player, rounds):
    return player.dropped_after is not None and player.dropped_after <= rounds


def _reported(seat):
    return seat.games, seat.result, seat.place, seat.score, seat.points


def _scored(match, settings):
    """The columns of Played from `points` on, for each seat; nothing while nothing is reported."""
    results, points = outcomes(match), points_of(match, settings)
    games = [seat.games or 0 for seat in match.seats]
    for n, (result, worth) in enumerate(zip(results, points, strict=True)):
        kind = MATCH if not match.is_bye else FULL_BYE if result == WIN else OTHER_BYE
        lost = sum(games) - games[n]
        yield worth, games[n], lost, match.drawn_games, OUTCOMES.index(result), kind, n


def _sorted_table(table, rows):
    """The rows as columns, sorted, so that sums do not depend on the order of the input."""
    names = table.__slots__
    array = np.array(rows, float).reshape(-1, len(names))
    array = array[np.lexsort(array.T[::-1])]
    kinds = [float if name == "points" else int for name in names]
    return table(*(array[:, n].astype(kind) for n, kind in enumerate(kinds)))
