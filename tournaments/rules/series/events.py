"""Finished events as a series reads them: a result for each person, from an event or from elsewhere."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ..errors import RuleViolation, _
from ..history import EMPTY_MAPPING
from ..standings.player_results import PlayerEventResult
from ..standings.standings import rank
from .series_rules import BY_PLACE, BY_RECORD, Number, SeriesScoring, exact

MAX_ELSEWHERE_ROWS = 2_000


@dataclass(frozen=True, slots=True)
class SeriesResult:
    """What a person achieved in one event of a series.

    `person` is any key that names the same person in all events. `place` is that of the final standings,
    `swiss_place` that before the finals; None without one. `has_played` is true with a match that is no bye.
    `won`, `drawn` and `lost` count matches of all phases; `byes`, `half_byes` and `lost_byes` those worth a
    win, a draw and a loss (a missed round). `points` are the event's own match points, without finals.

    `given` are points of the series as somebody entered them: only the event's weight multiplies them.
    `opponents` are (person, WIN, DRAW, LOSS or "") for each match; `achievements` are (key, number of the
    game) of each tick.
    """

    person: str
    name: str
    place: int | None = None
    place_shared_by: int = 1
    swiss_place: int | None = None
    swiss_place_shared_by: int = 1
    has_played: bool = True
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    half_byes: int = 0
    lost_byes: int = 0
    points: Number = 0
    given: Number | None = None
    opponents: tuple[tuple[str, str], ...] = ()
    achievements: tuple[tuple[str, int], ...] = ()
    is_guest: bool = False

    @property
    def rounds(self) -> int:
        """The rounds played: those with a match or a bye of any kind."""
        return self.won + self.drawn + self.lost + self.byes + self.half_byes + self.lost_byes


@dataclass(frozen=True, slots=True)
class SeriesEvent:
    """A finished event of a series, or an evening from elsewhere: then `source` says from where.

    `players` is the number of those with a place, guests included. `starts_at` is an ISO time in UTC.
    """

    key: str
    results: tuple[SeriesResult, ...]
    players: int
    name: str = ""
    kind: str = ""
    weight: Number = 1
    starts_at: str | None = None
    source: str = ""

    @property
    def is_given(self) -> bool:
        """True if its points were entered as they are."""
        return any(result.given is not None for result in self.results)


def event_results(
    results: Iterable[PlayerEventResult],
    people: Mapping[str, tuple[str, str]],
    guests: Iterable[str] = (),
    achievements: Mapping[str, tuple[tuple[str, int], ...]] = EMPTY_MAPPING,
) -> tuple[SeriesResult, ...]:
    """Return an ended event's results by person; `people` are (person, name) by player id.

    A disqualified player has none; a player who dropped has the record and the place reached. `guests` are
    persons, and `achievements` are the ticks by person. An event of finals alone has no rounds before them:
    their places are the final ones.
    """
    results, guests = list(results), set(guests)
    has_swiss = any(one.swiss_place is not None for one in results)
    found = []
    for one in results:
        if one.place is None or one.player not in people:
            continue
        person, name = people[one.player]
        places = (one.place, one.place_shared_by)
        swiss_places = (one.swiss_place, one.swiss_place_shared_by) if has_swiss else places
        result = SeriesResult(
            person,
            name,
            *places,
            *swiss_places,
            has_played=one.won + one.drawn + one.lost > 0,
            won=one.won,
            drawn=one.drawn,
            lost=one.lost,
            byes=one.byes,
            half_byes=one.half_byes,
            lost_byes=one.lost_byes,
            points=sum(exact(points) for points in one.points if points is not None),
            opponents=tuple((people[key][0], result) for key, result in one.opponents if key in people),
            achievements=tuple(achievements.get(person, ())),
            is_guest=person in guests,
        )
        found.append(result)
    return tuple(found)


def without_guests(event: SeriesEvent, close_up: bool) -> SeriesEvent:
    """Return the event without its guests' results; with `close_up` the places behind them move up.

    The number of players stays: guests have played.
    """
    guests = [result for result in event.results if result.is_guest]
    if not guests:
        return event
    others = (result for result in event.results if not result.is_guest)
    if close_up:
        others = (_moved_up(result, guests) for result in others)
    return replace(event, results=tuple(others))


def _moved_up(result: SeriesResult, guests: list[SeriesResult]) -> SeriesResult:
    """Return the result with the places that it has without the guests."""
    changes = {}
    for name in ("place", "swiss_place"):
        place, taken = getattr(result, name), [getattr(guest, name) for guest in guests]
        if place is not None:
            shared_by = f"{name}_shared_by"
            changes[name] = place - sum(other is not None and other < place for other in taken)
            changes[shared_by] = getattr(result, shared_by) - taken.count(place)
    return replace(result, **changes)


@dataclass(frozen=True, slots=True)
class ElsewhereRow:
    """A person of an evening that was not played here, with one of points of the series, a place, or wins."""

    person: str
    name: str
    points: Number | None = None
    place: int | None = None
    wins: int | None = None


# The columns of an ElsewhereRow, of which the rows of an evening have one.
COLUMNS = POINTS, PLACE, WINS = "points", "place", "wins"


def event_from_elsewhere(
    key: str, rows: Iterable[ElsewhereRow], scoring: SeriesScoring, **facts
) -> SeriesEvent:
    """Return an evening without rounds; `facts` are other fields of the SeriesEvent, such as `source`.

    Points are not scored, so a running season is one evening. Places are scored as those of an event are;
    wins make the places of a series by place and the record of one by record. RuleViolation for rows that the
    series cannot score, for a person twice, and for more than one of the three.
    """
    rows = list(rows)
    if not 1 <= len(rows) <= MAX_ELSEWHERE_ROWS:
        raise RuleViolation(_("Enter 1 to {most} results."), most=MAX_ELSEWHERE_ROWS)
    people = Counter(row.person for row in rows)
    for row in rows:
        if people[row.person] > 1:
            raise RuleViolation(_("{name} is listed twice. Enter one result for each."), name=row.name)
    column = _only_column(rows)
    if column == PLACE and scoring.by != BY_PLACE:
        raise RuleViolation(_("This series doesn’t score by place. Enter points."))
    if column == WINS and scoring.by not in (BY_PLACE, BY_RECORD):
        raise RuleViolation(_("This series scores the events’ own points. Enter points."))
    places = _places(rows, column)
    shared = Counter(places)
    results = tuple(
        SeriesResult(
            row.person,
            row.name,
            place,
            shared[place],
            place,
            shared[place],
            won=row.wins or 0,
            given=None if row.points is None else exact(row.points),
        )
        for row, place in zip(rows, places, strict=True)
    )
    return SeriesEvent(key, results, len(rows), **facts)


def _only_column(rows: list[ElsewhereRow]) -> str:
    """Return the name of the one column that all rows have."""
    filled = {tuple(name for name in COLUMNS if getattr(row, name) is not None) for row in rows}
    if len(filled) != 1 or len(only := filled.pop()) != 1:
        raise RuleViolation(_("Enter points, a place or wins: the same for everyone."))
    return only[0]


def _places(rows: list[ElsewhereRow], column: str) -> list[int | None]:
    """Return the place of each row: as entered, by wins, or none for points."""
    if column == POINTS:
        return [None] * len(rows)
    return [row.place for row in rows] if column == PLACE else rank([(row.wins,) for row in rows])
