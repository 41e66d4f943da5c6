"""One phase's history as two tables of numpy columns: what was played, and who met whom."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..history import DRAW, LOSS, WIN

OUTCOMES = (LOSS, DRAW, WIN)
LOST, DREW, WON = range(3)
MATCH, FULL_BYE, OTHER_BYE, FORFEIT = range(4)


@dataclass(frozen=True, slots=True)
class Played:
    """One row for each seat with a result, byes included; equally long columns.

    `player` counts from 0 in Tables.players; `won`, `lost`, `drawn` are games; `outcome` is
    0 loss, 1 draw, 2 win; `kind` is 0 match, 1 bye, 2 an unpaired loss or half-point bye, 3 a match
    for which somebody did not show or which they forfeited (of a pod that seat alone); `seat` counts
    from 0 in its match. `score` and `against` are the victory points of the seat and of the others, `scored`
    whether any seat of the match has some.
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
class Met:
    """One row for each player and opponent of a match with a result; a bye is no opponent.

    `points` are the match points that the player had from the match.
    """

    player: np.ndarray
    round: np.ndarray
    opponent: np.ndarray
    points: np.ndarray


@dataclass(frozen=True, slots=True)
class Tables:
    """A phase up to a round, with what it carries: its players in order of their ids, what they played, whom
    they met.

    `rounds` counts those so far; `last_round` is the last one in which each player had a match or a
    bye, reported or not, 0 for none; `running` are the (player, round) at tables without a result;
    `leaves` is the last round that each stays for; `soft` are soft scores; `seed` is what the draws
    came from. Where points are bet, `bets` has the Bet of each (player id, round), whose change the
    `points` of the rows are, and `start` is what each began with.
    `tied` gives those a number in common whom the columns so far have not parted.
    """

    players: tuple[str, ...]
    played: Played
    met: Met
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
        """Who has left."""
        return self.leaves <= self.rounds

    @property
    def points(self):
        """What each has: the match points of all rounds; of bets the exact sum."""
        if not self.bets:
            return self.total(self.played.points) + self.start
        has = np.full(len(self.players), float(self.start))
        # Rows stand in order of the rounds: of a player's several the last one stays.
        has[self.played.player] = of_bets(self.played, self.players, self.bets, "after")
        return has

    @property
    def match_points(self):
        """What each row's result is worth in percentages: its points, where points are not bet."""
        if not self.bets:
            return self.played.points
        worth = np.array([self.settings.points[outcome] for outcome in OUTCOMES], float)
        return worth[self.played.outcome]

    @property
    def most_points(self):
        """What the best win is worth."""
        return max(worth for key, worth in self.settings.points.items() if key != "bye")

    def until(self, number):
        """The same tables as they stood after that finished round."""
        played = _rows_until(self.played, number)
        last_round = np.zeros(len(self.players), int)
        np.maximum.at(last_round, played.player, played.round)
        met = _rows_until(self.met, number)
        return replace(self, played=played, met=met, last_round=last_round, rounds=int(number))

    def total(self, values):
        """The sum of a value of the played rows for each player."""
        return np.bincount(self.played.player, values, len(self.players)).astype(float)


def _rows_until(table, number):
    keep = table.round <= number
    return type(table)(*(getattr(table, name)[keep] for name in table.__slots__))


def of_bets(table, players, made, name):
    """A number of the Bet of each row of a table."""
    rows = zip(table.player.tolist(), table.round.tolist(), strict=True)
    return np.array([float(getattr(made[players[player], number], name)) for player, number in rows], float)
