"""One phase's history as two tables of numpy columns: results and meetings."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..history import DRAW, LOSS, WIN

OUTCOMES = (LOSS, DRAW, WIN)
LOST, DREW, WON = range(3)
MATCH, FULL_BYE, OTHER_BYE, FORFEIT = range(4)


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """One row for each seat with a result, byes included; equally long columns.

    `player` is an index of StandingsTables.players; `won`, `lost`, `drawn` are games; `outcome` is
    0 loss, 1 draw, 2 win; `kind` is 0 match, 1 bye, 2 an unpaired loss or half-point bye, 3 a match
    with a no-show or forfeit (in a pod that seat only); `seat` counts from 0 in its match. `score` and
    `against` are the victory points of the seat and of the others, `scored` whether the match has any.
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
    score: np.ndarray
    against: np.ndarray
    scored: np.ndarray
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
    bye, reported or not, 0 for none; `running` holds (player, round) of tables without a result;
    `leaves` is each player's last round before a drop; `soft` are soft scores; `seed` joins the seeds of
    the draws. Where points are bet, `bets` has the Bet of each (player id, round), `points` of the rows
    are its changes, and `start` is everyone's first sum.
    `tied` has the same number for players that the columns so far leave tied.
    """

    players: tuple[str, ...]
    played: PlayedTable
    met: MeetingsTable
    rounds: int
    last_round: np.ndarray
    running: np.ndarray
    leaves: np.ndarray
    soft: np.ndarray
    seed: str
    settings: Any
    bets: Mapping | None = None
    start: float = 0
    tied: np.ndarray | None = None

    @property
    def percentages(self):
        return self.settings.percentages

    @property
    def dropped(self):
        """Which players have dropped."""
        return self.leaves <= self.rounds

    @property
    def points(self):
        """Each player's match points of all rounds; with bets, the exact sum."""
        if not self.bets:
            return self.total(self.played.points) + self.start
        points = np.full(len(self.players), float(self.start))
        # Rows are in order of the rounds, so each player's last row overwrites the earlier ones.
        points[self.played.player] = of_bets(self.played, self.players, self.bets, "after")
        return points

    @property
    def match_points(self):
        """The points of each row's result in percentages; where points are bet, by the outcome."""
        if not self.bets:
            return self.played.points
        worth = np.array([self.settings.points[outcome] for outcome in OUTCOMES], float)
        return worth[self.played.outcome]

    @property
    def most_points(self):
        """The points of the best win."""
        return max(worth for key, worth in self.settings.points.items() if key != "bye")

    def until(self, number):
        """Return the tables as of that finished round."""
        played = _rows_until(self.played, number)
        last_round = np.zeros(len(self.players), int)
        np.maximum.at(last_round, played.player, played.round)
        met = _rows_until(self.met, number)
        return replace(self, played=played, met=met, last_round=last_round, rounds=int(number))

    def total(self, values):
        """Return each player's sum of a value of the played rows."""
        return np.bincount(self.played.player, values, len(self.players)).astype(float)


def _rows_until(table, number):
    keep = table.round <= number
    return type(table)(*(getattr(table, name)[keep] for name in table.__slots__))


def of_bets(table, players, bets, name):
    """Return a number of the Bet of each row of a table."""
    rows = zip(table.player.tolist(), table.round.tolist(), strict=True)
    return np.array([float(getattr(bets[players[player], number], name)) for player, number in rows], float)
