"""The Rulebook class, and values shared by several rulebooks."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from ..results.betting import Betting
from ..settings.fields import Percentages
from ..terms import LOSS, SWISS

AS_MAGIC = Percentages()
GAMES, POINTS, VP = "games", "points", "vp"

# As many rounds as single elimination would need: ceil(log2 n).
DOUBLING_ROUNDS = tuple((2**rounds, rounds) for rounds in range(1, 18))

THREE_ONE_NOUGHT = {"win": 3, "draw": 1, "loss": 0, "bye": 3}
WINS_ALONE = {"win": 1, "draw": 0, "loss": 0, "bye": 1}
HALVES = {"win": 1, "draw": 0.5, "loss": 0, "bye": 1}


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A publisher's points for results, order of tiebreakers and defaults of settings.

    `game` is the game that it is for; `tiebreakers` are written as in the event file; `kind` is the default
    kind of phases; `rounds`: pairs of (largest number of players, number of rounds). `report`: results are
    reported as `games`, as match `points` of each seat, or as victory points (`vp`). `late_entry`: the result
    of a late player in each missed round (`loss`, `draw`, `bye`; `absent`: not a round played). `first_seat`:
    the player who sits
    first (`standing`, `balanced`). `draw_in_wins`: the value of a draw in the column `wins`. `vp_table`: a
    key of VP_TABLES. `betting`: points are bet, and `points` are used in percentages only. `band`: the width
    of a score group in points. `hidden_standings`: hidden from players until the last round is over.
    `minutes`: the length of a round, the usual one if no source gives it, 0 without a timer; `after_time`:
    how a match ends after that.
    `intentional_draws` says whether players may agree on a draw, with its source; empty if that is unknown.
    `printed` combines columns into the one number that the publisher prints. `notes`: choices made where the
    source is silent or contradicts itself.
    """

    key: str
    name: str
    game: str
    summary: str
    source: str
    year: int
    points: dict
    tiebreakers: tuple
    kind: str = SWISS
    percentages: Percentages = AS_MAGIC
    best_of: int = 3
    draws: bool = True
    rounds: tuple = DOUBLING_ROUNDS
    first_column: str = "points"
    report: str = GAMES
    late_entry: str = LOSS
    first_seat: str = "standing"
    draw_in_wins: float = 0.0
    vp_table: str | None = None
    betting: Betting | None = None
    band: float | None = None
    hidden_standings: bool = False
    minutes: int = 0
    after_time: str = ""
    intentional_draws: str = ""
    printed: Callable | None = None
    notes: tuple[str, ...] = ()


# MTR appendix E (2026) as (up to so many players, rounds, the size of the finals). Without Swiss rounds
# (finals 0) the rounds are those of single elimination. From 9 to 16 players a Limited event whose finals
# are a booster draft has 4 rounds and a top 8 instead; an awarded bye of 1, 2 or 3 rounds counts as 2, 4 or
# 8 players.
APPENDIX_E = (
    (8, 3, 0),
    (16, 5, 4),
    (32, 5, 8),
    (64, 6, 8),
    (128, 7, 8),
    (226, 8, 8),
    (409, 9, 8),
    (math.inf, 10, 8),
)
# (up to so many players, so many rounds); the appendix begins with four players.
MAGIC_ROUNDS = ((2, 1), *((most, rounds) for rounds, most in {row[1]: row[0] for row in APPENDIX_E}.items()))
