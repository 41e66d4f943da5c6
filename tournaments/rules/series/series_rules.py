"""The rules of a series as values: what an event is worth, which results count, and how ties break.

Numbers are whole or Fractions, so that totals are exact; `exact` makes them from those of a file or form.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ..history import EMPTY_MAPPING

# What an event's points come from: the place, the record, or the event's own match points.
BY_PLACE, BY_RECORD, BY_POINTS = "place", "record", "points"
SCORINGS = (BY_PLACE, BY_RECORD, BY_POINTS)
# Which places: of the final standings, or of the rounds before the finals.
OF_FINAL, OF_SWISS = "final", "swiss"
PLACES_OF = (OF_FINAL, OF_SWISS)
# Players who share a place get the mean of the places that they occupy, or the points of the first or last.
AVERAGE, HIGHER, LOWER = "average", "higher", "lower"
TIED = (AVERAGE, HIGHER, LOWER)
# Points for each N events attended, for each N in a row, or once for all events.
EVERY, IN_A_ROW, ALL_EVENTS = "every", "in_a_row", "all"
# How often an achievement counts.
ONCE_A_GAME, ONCE_AN_EVENT, ONCE_A_SEASON = "game", "event", "season"
MAX_ACHIEVEMENTS = 30
MAX_EVENTS, MAX_PLAYERS, MAX_WEIGHT = 500, 20_000, 1_000

Number = int | Fraction


def exact(number: int | float | Fraction) -> Number:
    """Return a number as it is written: 0.1 is a tenth."""
    return number if isinstance(number, int | Fraction) else whole_if_possible(Fraction(str(number)))


def whole_if_possible(number: Number) -> Number:
    """Return a Fraction without a denominator as int, which is faster to add."""
    return number.numerator if number.denominator == 1 else number


def plain_number(number: Number) -> int | float:
    """Return a number for JSON: an int if it is whole, else the nearest float."""
    number = whole_if_possible(number)
    return number if isinstance(number, int) else float(number)


def number_text(number: Number) -> str:
    """Return a number for a sentence, with four decimals at most: 12, 2.5, 6.3333."""
    return f"{float(number):.4f}".rstrip("0").rstrip(".")


@dataclass(frozen=True, slots=True)
class PlaceStep:
    """Places `first` to `last` score only with that many `players` or more."""

    first: int
    last: int
    players: int


@dataclass(frozen=True, slots=True)
class PlaceBonus:
    """Places `first` to `last` get more `points` with that many `players` or more, by any scoring."""

    first: int
    last: int
    players: int
    points: Number


@dataclass(frozen=True, slots=True)
class RecordPoints:
    """Points for each match won, drawn or lost, each bye, and each round played."""

    win: Number = 0
    draw: Number = 0
    loss: Number = 0
    bye: Number = 0
    round: Number = 0


@dataclass(frozen=True, slots=True)
class SeriesScoring:
    """What a result is worth: weight × (points + bonuses) + participation.

    `by` is one of SCORINGS. `places` are the points of the places, best first, for BY_PLACE; `record` is for
    BY_RECORD. `of` and `tied` say which places these are, and what a shared one is worth. `participation` is
    for anybody who has played a match. An event with fewer than `least_players` is left out.
    `kind_weights` multiply an event's own weight.
    """

    by: str = BY_PLACE
    places: tuple[Number, ...] = ()
    tied: str = AVERAGE
    of: str = OF_FINAL
    steps: tuple[PlaceStep, ...] = ()
    bonuses: tuple[PlaceBonus, ...] = ()
    record: RecordPoints = RecordPoints()
    participation: Number = 0
    least_players: int = 0
    kind_weights: Mapping[str, Number] = field(default_factory=lambda: EMPTY_MAPPING)


@dataclass(frozen=True, slots=True)
class AttendanceBonus:
    """Points added to the total for attendance.

    `rule`: for each `number` events attended (EVERY), for each `number` attended in a row (IN_A_ROW), or once
    for all of them (ALL_EVENTS).
    """

    rule: str
    points: Number
    number: int = 1


@dataclass(frozen=True, slots=True)
class SeriesAchievement:
    """Something that players do for points, and how often it counts: `once` a game, an event or a season."""

    key: str
    name: str
    points: Number
    once: str = ONCE_AN_EVENT


@dataclass(frozen=True, slots=True)
class SeriesCounting:
    """Which results count: the `best_of_kind` of each kind named, then the `best` of all that remain.

    None: all. People with fewer than `at_least` results are not ranked.
    """

    best: int | None = None
    best_of_kind: Mapping[str, int] = field(default_factory=lambda: EMPTY_MAPPING)
    at_least: int = 0


@dataclass(frozen=True, slots=True)
class SeriesRules:
    """All rules of a series.

    `achievement_limit` is the most that achievements bring in one event. Guests play and score nothing; with
    `close_up` those behind them move up. `ties` are keys of rules.series.ties.TIES in their order; points
    come before them. `divisions` are those of rules.series.divisions. `planned_events` is how many events the
    season has in all, those without a date included; None: unknown.
    """

    scoring: SeriesScoring = SeriesScoring()
    attendance: AttendanceBonus | None = None
    achievements: tuple[SeriesAchievement, ...] = ()
    achievement_limit: Number | None = None
    close_up: bool = True
    counting: SeriesCounting = SeriesCounting()
    ties: tuple[str, ...] = ()
    divisions: tuple = ()
    planned_events: int | None = None
