"""The file of `manage.py series`: what it means, and the path of what is wrong in it."""

from fractions import Fraction

import pytest

from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.series.reading import ListedEvent, read_series
from tournaments.rules.series.series_rules import (
    EVERY,
    LOWER,
    OF_SWISS,
    AttendanceBonus,
    PlaceBonus,
    PlaceStep,
    RecordPoints,
    SeriesCounting,
    SeriesRules,
    SeriesScoring,
)

WHOLE = {
    "events": [{"event": "one"}, {"event": "two", "weight": 1.1, "kind": "cup"}],
    "scoring": {
        "by": "place",
        "places": [10, 8, 0.5],
        "tied": "lower",
        "of": "swiss",
        "steps": [{"from": 5, "to": 8, "players": 24}],
        "bonus": [{"from": 1, "to": 4, "players": 24, "points": 2}],
        "participation": 1,
        "attendance": {"every": 3, "points": 2},
        "least_players": 6,
    },
    "count": {"best": 4, "best_of_kind": {"cup": 2}, "at_least": 2},
    "ties": ["points", "best_result", "countback", "wins", "events"],
}


def test_every_key_of_a_file_has_its_meaning_and_numbers_are_exact():
    read = read_series(WHOLE)
    assert read.entries == (
        ListedEvent("one", "events[0].event", 1, ""),
        ListedEvent("two", "events[1].event", Fraction(11, 10), "cup"),
    )
    assert read.rules == SeriesRules(
        SeriesScoring(
            "place",
            (10, 8, Fraction(1, 2)),
            LOWER,
            OF_SWISS,
            (PlaceStep(5, 8, 24),),
            (PlaceBonus(1, 4, 24, 2),),
            participation=1,
            least_players=6,
        ),
        AttendanceBonus(EVERY, 2, 3),
        counting=SeriesCounting(4, {"cup": 2}, 2),
        ties=("best_result", "countback", "wins", "events"),
    )


def test_what_is_left_out_counts_nothing_limits_nothing_and_breaks_no_tie():
    read = read_series({"events": [], "scoring": {"by": "record", "win": 3}})
    assert read.entries == ()
    assert read.rules == SeriesRules(SeriesScoring("record", record=RecordPoints(win=3)))


def changed(path, value):
    """Return the whole file with another value, or without the key (None), at a path such as `count.best`."""
    *above, last = [int(step) if step.isdecimal() else step for step in path.split(".")]
    copied = container = copy(WHOLE)
    for step in above:
        container = container[step]
    if value is None:
        del container[last]
    else:
        container[last] = value
    return copied


def copy(value):
    if isinstance(value, dict):
        return {key: copy(item) for key, item in value.items()}
    return [copy(item) for item in value] if isinstance(value, list) else value


@every(
    "path, value, message",
    [
        ("events", None, "events: is missing"),
        ("events", {}, "events: must be a list, not an object"),
        ("events", [{"event": "x"}] * 501, "events: must have at most 500 entries, not 501"),
        ("events.0", "one", "events[0]: must be an object, not 'one'"),
        ("events.0.event", None, "events[0].event: is missing"),
        ("events.0.event", 7, "events[0].event: must be text, not 7"),
        ("events.0.event", "two", "events[1].event: two is already in the list"),
        ("events.1.weight", -1, "events[1].weight: must be a number from 0 to 1000"),
        ("events.1.weight", True, "events[1].weight: must be a number"),
        ("events.1.kind", "k" * 61, "events[1].kind: must have 0 to 60 characters, not 61"),
        ("events.1.name", "x", "events[1].name: unknown key"),
        ("scoring", None, "scoring: is missing"),
        ("scoring.by", None, "scoring.by: is missing"),
        ("scoring.by", "luck", "scoring.by: must be one of place, record, points"),
        ("scoring.by", ["place"], "scoring.by: must be one of"),
        ("scoring.by", "points", "scoring.places: has no use when scoring by points"),
        ("scoring.win", 3, "scoring.win: has no use when scoring by place"),
        ("scoring.places", None, "scoring.places: is missing. List the points, the first place first"),
        ("scoring.places.1", "8", "scoring.places[1]: must be a number"),
        ("scoring.places", [0] * 1001, "scoring.places: must have at most 1000 entries"),
        ("scoring.tied", "best", "scoring.tied: must be one of average, higher, lower"),
        ("scoring.of", "cut", "scoring.of: must be one of final, swiss"),
        ("scoring.steps.0.players", None, "scoring.steps[0].players: is missing"),
        ("scoring.steps.0.to", 4, "scoring.steps[0].to: must be a whole number from 5 to 20000"),
        ("scoring.steps.0.from", 0, "scoring.steps[0].from: must be a whole number from 1"),
        ("scoring.bonus.0.points", "2", "scoring.bonus[0].points: must be a number"),
        ("scoring.bonus.0.each", 1, "scoring.bonus[0].each: unknown key"),
        ("scoring.participation", 1e9, "scoring.participation: must be a number"),
        ("scoring.attendance", 2, "scoring.attendance: must be an object, not 2"),
        ("scoring.attendance.every", 0, "scoring.attendance.every: must be a whole number from 1 to 500"),
        ("scoring.attendance.points", None, "scoring.attendance.points: is missing"),
        ("scoring.least_players", 1.5, "scoring.least_players: must be a whole number"),
        ("count.best", 0, "count.best: must be a whole number from 1 to 500"),
        ("count.best_of_kind", [], "count.best_of_kind: must be an object"),
        ("count.best_of_kind.cup", 0, "count.best_of_kind.cup: must be a whole number from 1"),
        ("count.best_of_kind", dict.fromkeys(map(str, range(51)), 1), "must have at most 50 kinds, not 51"),
        ("count.at_least", -1, "count.at_least: must be a whole number from 0"),
        ("ties.1", "luck", "ties[1]: must be one of points, best_result, countback, wins, events"),
        ("ties.2", "best_result", "ties[2]: best_result is already in the list"),
        ("ties", ["wins", "points"], "ties[1]: points always come first"),
        ("tie", [], "tie: unknown key. Known keys are events, scoring, count, ties"),
    ],
)
def test_a_mistake_is_refused_with_its_path(path, value, message):
    with pytest.raises(RuleViolation) as refusal:
        read_series(changed(path, value))
    assert message in str(refusal.value)


def test_a_file_that_is_not_an_object_is_refused():
    with pytest.raises(RuleViolation, match="file: must be an object, not a list"):
        read_series([])
