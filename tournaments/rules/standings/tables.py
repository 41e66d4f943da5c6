"""A phase's history as two tables of numpy columns: results and meetings."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..terms import DRAW, LOSS, WIN

OUTCOMES = (LOSS, DRAW, WIN)
LOST, DREW, WON = range(3)
MATCH, FULL_BYE, OTHER_BYE, FORFEIT = range(4)


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """One row for each seat with a result, byes included; equally long columns.

    `player` is an index of StandingsTables.players; `outcome` is LOST, DREW or WON; `kind` is MATCH,
    FULL_BYE, OTHER_BYE (an unpaired loss or half-point bye) or FORFEIT (a match with a no-show or forfeit;
    in a pod, that seat only); `seat` counts from 0 in its match. `score` and `opponent_score` are the victory
    points of the seat and of the others; `has_scores`: the match has victory points.
    """

    player: np.ndarray
    round: np.ndarray
    points: np.ndarray
    games_won: np.ndarray
    games_lost: np.ndarray
    games_drawn: np.ndarray
    outcome: np.ndarray
    kind: np.ndarray
    seat: np.ndarray
    score: np.ndarray
    opponent_score: np.ndarray
    has_scores: np.ndarray
    secondary: np.ndarray
    bonus: np.ndarray


@dataclass(frozen=True, slots=True)
class MeetingsTable:
    """One row for each player and opponent of a match with a result, byes excluded.

    `points` are the player's match points from the match.
    """

    player: np.ndarray
    round: np.ndarray
    opponent: np.ndarray
    points: np.ndarray


@dataclass(frozen=True, slots=True)
class StandingsTables:
    """A phase up to a round, carried rounds included; players are in order of their ids.

    `rounds` is the number of rounds so far; `last_round` is each player's last round with a match or a
    bye, reported or not, 0 for none; `unreported` holds (player, round) of tables without a result;
    `dropped_after` is each player's last round before a drop, `soft_scores` their soft scores; `seed` joins
    the seeds of the draws. If points are bet, `bets` has the Bet of each (player id, round), `points` of the
    rows are its changes, and everyone begins with `start_points`. `tied` has the same number for players that
    the columns so far leave tied.
    """

    players: tuple[str, ...]
    played: PlayedTable
    meetings: MeetingsTable
    rounds: int
    last_round: np.ndarray
    unreported: np.ndarray
    dropped_after: np.ndarray
    soft_scores: np.ndarray
    seed: str
    settings: Any
    bets: Mapping | None = None
    start_points: float = 0
    tied: np.ndarray | None = None

    @property
    def percentages(self):
        return self.settings.percentages

    @property
    def dropped(self):
        """True for each player who has dropped."""
        return self.dropped_after <= self.rounds

    @property
    def points(self):
        """Each player's match points of all rounds; with bets, the exact sum."""
        if not self.bets:
            return self.total(self.played.points) + self.start_points
        points = np.full(len(self.players), float(self.start_points))
        # Rows are in order of the rounds, so each player's last row overwrites the earlier ones.
        points[self.played.player] = bet_values(self.played, self.players, self.bets, "after")
        return points

    @property
    def match_points(self):
        """The points of each row's result for percentages; if points are bet, by the outcome."""
        if not self.bets:
            return self.played.points
        worth = np.array([self.settings.points[outcome] for outcome in OUTCOMES], float)
        return worth[self.played.outcome]

    @property
    def best_win_points(self):
        return max(worth for key, worth in self.settings.points.items() if key != "bye")

    def until(self, number):
        """Return the tables as of that finished round."""
        played, meetings = _rows_until(self.played, number), _rows_until(self.meetings, number)
        last_round = last_rounds(len(self.players), (played.player, played.round))
        return replace(self, played=played, meetings=meetings, last_round=last_round, rounds=int(number))

    def total(self, values):
        """Return each player's sum of a value of the played rows."""
        return np.bincount(self.played.player, values, len(self.players)).astype(float)


def last_rounds(player_count, *columns):
    """Return the last round of each player; each of `columns` is (players, rounds)."""
    last = np.zeros(player_count, int)
    for players, rounds in columns:
        np.maximum.at(last, players, rounds)
    return last


def _rows_until(table, number):
    is_counted = table.round <= number
    return type(table)(*(getattr(table, name)[is_counted] for name in table.__slots__))


def bet_values(table, players, bets, field):
    """Return a field of the Bet of each row of a table."""
    rows = zip(table.player.tolist(), table.round.tolist(), strict=True)
    return np.array([float(getattr(bets[players[player], number], field)) for player, number in rows], float)
