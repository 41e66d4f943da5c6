"""Matches of simulated events: their random numbers, chances, results and scores."""

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np

from ..history import BYE, MatchRecord, SeatRecord
from ..rulebooks import Settings
from ..standings.table_builder import score_seats
from ..standings.tables import DREW, WON, PlayedTable
from .plan import Plan

RATINGS, SWISS_MATCHES, FINALS_MATCHES = range(3)


@dataclass(frozen=True, slots=True)
class Luck:
    """The random numbers of some events; the first axis of each array is the event, the last the player.

    `ratings`: Elo numbers. `swiss` and `finals`: for each round and player a number from 0 to 1. A match is
    decided by the number of its stronger player in that round, so each match has a number of its own, and
    two formats that let the same two players meet in the same round get the same result. `numbers` are the
    numbers of the events, from 1, and `seed` the seed of them all.
    """

    seed: int
    numbers: tuple[int, ...]
    ratings: np.ndarray
    swiss: np.ndarray
    finals: np.ndarray

    def round_seed(self, index: int, round_number: int) -> str:
        """Return the seed from which a Swiss round of the event at this index is paired."""
        return f"{self.seed}|{self.numbers[index]}|{round_number}"


def draw_luck(plan: Plan, seed: int, numbers: range) -> Luck:
    """Return the Luck of the events of these numbers: it depends on the seed and the event alone."""
    swiss_rounds = max(format_.rounds for format_ in plan.formats)
    finals_rounds = max((format_.table.rounds for format_ in plan.formats if format_.table), default=0)
    ratings, swiss, finals = [], [], []
    for number in numbers:
        ratings.append(_ratings(plan, np.random.default_rng((seed, number, RATINGS))))
        for rows, kind, rounds in (
            (swiss, SWISS_MATCHES, swiss_rounds),
            (finals, FINALS_MATCHES, finals_rounds),
        ):
            rows.append(np.random.default_rng((seed, number, kind)).random((rounds, plan.players)))
    return Luck(seed, tuple(numbers), np.array(ratings), np.array(swiss), np.array(finals))


def _ratings(plan, random):
    """Return a rating for each player of one event.

    A list is shuffled: the standings order ties by name, which must not favour the strong.
    """
    if plan.ratings:
        return random.permutation(plan.ratings)
    return plan.spread * random.standard_normal(plan.players)


ELO_SCALE = 400  # rating points; ten to one per game
# The columns of PlayedTable that depend on the result.
RESULT_COLUMNS = PlayedTable.__slots__[2:]


def game_chance(stronger, weaker):
    """Return Elo's chance 1 / (1 + 10^(−d/400)) that the first player wins a game, for arrays of ratings."""
    return 1 / (1 + 10.0 ** ((weaker - stronger) / ELO_SCALE))


def result_chances(best_of: int, chance, draw_share: float = 0.0):
    """Return the chance of each result for a player who wins a game with `chance` (an array), best first.

    A match ends when one has won more than half of its games; of all matches the share `draw_share` is
    drawn instead. Best of 2 is always played to the end and drawn at 1-1.
    """
    other = 1 - chance
    if best_of == 2:
        return np.stack((chance**2, 2 * chance * other, other**2))
    needed = (best_of + 1) // 2
    ways = [comb(needed - 1 + lost, lost) for lost in range(needed)]
    won = [n * chance**needed * other**lost for lost, n in enumerate(ways)]
    lost = [n * other**needed * chance**won_games for won_games, n in enumerate(ways)]
    decided = 1 - draw_share
    draw = np.full(np.shape(chance), draw_share)
    return np.stack([*(decided * np.array(won)), draw, *(decided * np.array(lost[::-1]))])


def play(best_of: int, stronger, weaker, luck, draw_share: float = 0.0):
    """Return the result for the stronger player of each match; all arguments but the numbers are arrays.

    `luck` are numbers from 0 to 1: the lower, the better for the stronger player.
    """
    chances = result_chances(best_of, game_chance(stronger, weaker), draw_share)
    return (luck >= chances[:-1].cumsum(axis=0)).sum(axis=0)


def win_chance(best_of: int, stronger, weaker):
    """Return the chance that the first player wins a match that cannot be drawn, for arrays of ratings."""
    needed = (best_of + 1) // 2
    return result_chances(best_of, game_chance(stronger, weaker))[:needed].sum(axis=0)


def game_scores(best_of: int) -> list[tuple[int, int, int]]:
    """Return (games won, lost, drawn) of each result in order.

    A drawn match ran out of time before its last game; a drawn match of one game is a drawn game.
    """
    if best_of == 2:
        return [(2, 0, 0), (1, 1, 0), (0, 2, 0)]
    needed = (best_of + 1) // 2
    wins = [(needed, lost, 0) for lost in range(needed)]
    draw = (needed - 1, needed - 1, int(best_of == 1))
    return [*wins, draw, *((lost, won, 0) for won, lost, _drawn_games in reversed(wins))]


@dataclass(frozen=True)
class ResultTable:
    """The worth of each result of a format, by its rulebook: the columns of PlayedTable as arrays."""

    columns: dict[str, np.ndarray]
    draw_in_wins: float

    @property
    def bye(self) -> int:
        """The number of the bye."""
        return len(self.outcome) - 1

    @property
    def last(self) -> int:
        """The number of the worst result, a loss without a won game."""
        return len(self.outcome) - 2

    @property
    def outcome(self) -> np.ndarray:
        """LOST, DREW or WON by result."""
        return self.columns["outcome"]

    @cached_property
    def wins(self) -> np.ndarray:
        """The worth of each result in the column `wins`."""
        return np.select((self.outcome == WON, self.outcome == DREW), (1.0, self.draw_in_wins), 0.0)


def result_table(settings: Settings) -> ResultTable:
    """Return the ResultTable of a format's settings, scored by the rules of the standings."""
    matches = [score_match(*games) for games in game_scores(settings.best_of)]
    rows = [next(score_seats(match, settings)) for match in (*matches, bye_match("bye"))]
    types = {"points": float, "has_scores": bool}
    columns = {
        name: np.array(values, types.get(name, int))
        for name, values in zip(RESULT_COLUMNS, zip(*rows, strict=True), strict=True)
    }
    return ResultTable(columns, settings.rulebook.draw_in_wins)


def score_match(won, lost, drawn_games, players=("one", "two"), table=None) -> MatchRecord:
    """Return a match with these games as an event's history has it."""
    seats = tuple(SeatRecord(player, games) for player, games in zip(players, (won, lost), strict=True))
    return MatchRecord(seats, table, drawn_games)


def bye_match(player) -> MatchRecord:
    return MatchRecord((SeatRecord(player, result=BYE),))
