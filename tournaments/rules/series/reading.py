"""Reads the file of `manage.py series`: events, scoring, counting and ties, with the path of each mistake."""

from dataclasses import dataclass, replace

from ..errors import RuleViolation, _
from ..event_file.fields import check_keys, check_object, check_text, read_list, refuse_twice, step
from ..settings.fields import choice, number, whole
from .series_rules import (
    AVERAGE,
    BY_PLACE,
    BY_RECORD,
    EVERY,
    MAX_EVENTS,
    MAX_PLAYERS,
    MAX_WEIGHT,
    OF_FINAL,
    PLACES_OF,
    SCORINGS,
    TIED,
    AttendanceBonus,
    Number,
    PlaceBonus,
    PlaceStep,
    RecordPoints,
    SeriesCounting,
    SeriesRules,
    SeriesScoring,
    exact,
)
from .ties import POINTS

MAX_PLACES, MAX_STEPS, MAX_KINDS, MAX_KIND_LENGTH = 1_000, 100, 50, 60
# The ties of a file; a series of the site has more.
FILE_TIES = (POINTS, "best_result", "countback", "wins", "events")
RECORD_KEYS = ("win", "draw", "loss", "bye", "round")
PLACE_KEYS = ("places", "tied", "steps", "bonus", "of")
SCORING_KEYS = ("by", *PLACE_KEYS, *RECORD_KEYS, "participation", "attendance", "least_players")


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """An event of the file, by its slug; `path` is where the slug stands."""

    slug: str
    path: str
    weight: Number
    kind: str


@dataclass(frozen=True, slots=True)
class SeriesFile:
    """What a file of a series says: its events in order, and its rules."""

    entries: tuple[ListedEvent, ...]
    rules: SeriesRules


def read_series(value) -> SeriesFile:
    """Return the SeriesFile of a JSON value. RuleViolation, beginning with the path, for anything wrong."""
    check_object(value, "file")
    check_keys(value, "", ("events", "scoring", "count", "ties"), ("events", "scoring"))
    entries = tuple(read_list(value["events"], "events", MAX_EVENTS, _read_entry))
    refuse_twice([entry.slug for entry in entries], [entry.path for entry in entries])
    scoring = value["scoring"]
    rules = SeriesRules(
        _read_scoring(scoring, "scoring"),
        _read_attendance(scoring["attendance"], "scoring.attendance") if "attendance" in scoring else None,
        counting=_read_counting(value["count"], "count") if "count" in value else SeriesCounting(),
        ties=_read_ties(value.get("ties", []), "ties"),
    )
    return SeriesFile(entries, rules)


def _points(value, path: str) -> Number:
    """Return points that a place, taking part or attendance brings: never less than none."""
    return exact(number(value, path, 0))


def _read_entry(value, path: str) -> ListedEvent:
    check_keys(value, path, ("event", "weight", "kind"), ("event",))
    slug = check_text(value["event"], f"{path}.event", 1)
    weight = number(value.get("weight", 1), f"{path}.weight", 0, MAX_WEIGHT)
    kind = check_text(value.get("kind", ""), f"{path}.kind", 0, MAX_KIND_LENGTH)
    return ListedEvent(slug, f"{path}.event", exact(weight), kind)


def _read_scoring(value, path: str) -> SeriesScoring:
    check_keys(value, path, SCORING_KEYS, ("by",))
    by = choice(value["by"], f"{path}.by", SCORINGS)
    useless = (*(() if by == BY_PLACE else PLACE_KEYS), *(() if by == BY_RECORD else RECORD_KEYS))
    for key in useless:
        if key in value:
            words = _("{path}: has no use when scoring by {by}. Remove it.")
            raise RuleViolation(words, path=f"{path}.{key}", by=by)
    scoring = SeriesScoring(
        by,
        participation=_points(value.get("participation", 0), f"{path}.participation"),
        least_players=whole(value.get("least_players", 0), f"{path}.least_players", 0, MAX_PLAYERS),
    )
    if by == BY_PLACE:
        return _read_places(value, path, scoring)
    record = {key: exact(number(value[key], f"{path}.{key}")) for key in RECORD_KEYS if key in value}
    return replace(scoring, record=RecordPoints(**record))


def _read_places(value, path: str, scoring: SeriesScoring) -> SeriesScoring:
    if "places" not in value:
        raise RuleViolation(
            _("{path}: is missing. List the points, the first place first."), path=f"{path}.places"
        )
    return replace(
        scoring,
        places=tuple(read_list(value["places"], f"{path}.places", MAX_PLACES, _points)),
        tied=choice(value.get("tied", AVERAGE), f"{path}.tied", TIED),
        of=choice(value.get("of", OF_FINAL), f"{path}.of", PLACES_OF),
        steps=tuple(read_list(value.get("steps", []), f"{path}.steps", MAX_STEPS, _read_step)),
        bonuses=tuple(read_list(value.get("bonus", []), f"{path}.bonus", MAX_STEPS, _read_bonus)),
    )


def _read_step(value, path: str) -> PlaceStep:
    check_keys(value, path, ("from", "to", "players"), ("from", "to", "players"))
    return PlaceStep(*_read_range(value, path))


def _read_bonus(value, path: str) -> PlaceBonus:
    keys = ("from", "to", "players", "points")
    check_keys(value, path, keys, keys)
    return PlaceBonus(*_read_range(value, path), _points(value["points"], f"{path}.points"))


def _read_range(value, path: str) -> tuple[int, int, int]:
    """Return (first place, last place, least number of players)."""
    first = whole(value["from"], f"{path}.from", 1, MAX_PLAYERS)
    last = whole(value["to"], f"{path}.to", first, MAX_PLAYERS)
    return first, last, whole(value["players"], f"{path}.players", 0, MAX_PLAYERS)


def _read_attendance(value, path: str) -> AttendanceBonus:
    check_keys(value, path, ("every", "points"), ("every", "points"))
    every = whole(value["every"], f"{path}.every", 1, MAX_EVENTS)
    return AttendanceBonus(EVERY, _points(value["points"], f"{path}.points"), every)


def _read_counting(value, path: str) -> SeriesCounting:
    check_keys(value, path, ("best", "best_of_kind", "at_least"))
    of_kind = value.get("best_of_kind", {})
    check_object(of_kind, f"{path}.best_of_kind")
    if len(of_kind) > MAX_KINDS:
        words = _("{path}: must have at most {most} kinds, not {count}.")
        raise RuleViolation(words, path=f"{path}.best_of_kind", most=MAX_KINDS, count=len(of_kind))
    return SeriesCounting(
        whole(value["best"], f"{path}.best", 1, MAX_EVENTS) if "best" in value else None,
        {
            kind: whole(most, step(f"{path}.best_of_kind", kind), 1, MAX_EVENTS)
            for kind, most in of_kind.items()
        },
        whole(value.get("at_least", 0), f"{path}.at_least", 0, MAX_EVENTS),
    )


def _read_ties(value, path: str) -> tuple[str, ...]:
    """Return the ties after points, which are always the first."""
    ties = read_list(value, path, len(FILE_TIES), lambda item, where: choice(item, where, FILE_TIES))
    refuse_twice(ties, [f"{path}[{at}]" for at in range(len(ties))])
    if POINTS in ties[1:]:
        words = _("{path}: points always come first. Put them there, or leave them out.")
        raise RuleViolation(words, path=f"{path}[{ties.index(POINTS)}]")
    return tuple(key for key in ties if key != POINTS)
