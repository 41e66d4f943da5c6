"""The Rulebook class, and values shared by several rulebooks."""

from collections.abc import Callable
from dataclasses import dataclass

from ..history import LOSS, SWISS
from ..results.betting import Betting
from ..settings.percentages import Percentages

AS_MAGIC = Percentages()
GAMES, POINTS, VP = "games", "points", "vp"

# As many rounds as single elimination would need: ceil(log2 n).
DOUBLING_ROUNDS = tuple((2**rounds, rounds) for rounds in range(1, 18))

THREE_ONE_NOUGHT = {"win": 3, "draw": 1, "loss": 0, "bye": 3}
WINS_ALONE = {"win": 1, "draw": 0, "loss": 0, "bye": 1}
HALVES = {"win": 1, "draw": 0.5, "loss": 0, "bye": 1}


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A publisher's points for results and order of tiebreakers.

    `tiebreakers` are written as in the event file; `kind` is the default kind of its phases;
    `draws` says whether a match may be drawn;
    `rounds` is a table of (up to so many players, so many rounds). `report`: a result is reported as
    `games`, as match `points` given to each seat, or as victory points scored (`vp`).
    `late_entry` is what the round that runs is worth to a newcomer (`loss`, `draw`, `bye`; `absent`:
    not a round played), `first_seat` who of a table sits first (`standing`, `balanced`),
    `draw_in_wins` a draw in the column `wins`, `vp_table` the key of points_settings.VP_TABLES.
    `betting`: points are bet, `points` alone says what results count in percentages; `band`: so many points
    make one score group; `hidden_standings`: kept from the players until the last round is over.
    `minutes` a round lasts, 0 where no source says so; `after_time`: what becomes of a match after them.
    `printed` makes the one number that the publisher prints, of the first column and the next ones.
    `notes`: where the source contradicts itself or is silent, what is built, and why.
    """

    key: str
    name: str
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
    printed: Callable | None = None
    notes: tuple[str, ...] = ()
