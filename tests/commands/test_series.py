"""manage.py series: the table of finished events named in a file, and what it refuses."""

import csv
import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.support.case_tables import every
from tests.support.commands import run_command
from tests.support.event_files import import_file, swiss_file
from tests.support.played_events import make

pytestmark = pytest.mark.django_db
BY_PLACE = {"by": "place", "places": [10, 8, 6]}


@pytest.fixture
def season(tmp_path):
    """Two evenings; Ann's accent and Bob's order of names differ, and Cat missed a round of the second.

    March: Ann 6 points, Bob and Cat 3, Dan 0, all decided by opponents' results: places 1, 2, 2, 4.
    April: Bob 6, Ann and Eve 3 of a bye and a win, Cat 0.
    """
    march = swiss_file(
        "March",
        {"a": "Ann", "b": "Bob Ray", "c": "Cat", "d": "Dan"},
        "a 2-0 d, c 2-0 b",
        "a 2-0 c, b 2-0 d",
        starts_at="2026-03-01T18:00:00Z",
        tiebreakers=[],
    )
    april = swiss_file(
        "April",
        {"a": "Ánn", "b": "Ray, Bob", "c": "Cat", "e": "Eve"},
        "b 2-0 a, e bye, c bye loss",
        "b 2-1 e, a no_show c",
        starts_at="2026-04-01T18:00:00Z",
        tiebreakers=[],
    )
    return [import_file(march), import_file(april)]


def run(tmp_path, value, *options):
    """Return the output of the command for a file of this value, or of this text."""
    path = tmp_path / "season.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    out = io.StringIO()
    call_command("series", str(path), *options, stdout=out)
    return out.getvalue()


def answer(tmp_path, slugs, scoring, *, facts=({}, {}), **rest):
    """Return the rows of the JSON answer; `facts` are other keys of each event."""
    events = [{"event": slug, **fact} for slug, fact in zip(slugs, facts, strict=True)]
    value = {"events": events, "scoring": scoring, **rest}
    return json.loads(run(tmp_path, value, "--format", "json"))["rows"]


def ranks(rows):
    return [(row["rank"], row["name"], row["total"]) for row in rows]


def test_people_are_matched_by_name_and_shared_places_share_their_points(tmp_path, season):
    rows = answer(tmp_path, season, BY_PLACE)
    assert ranks(rows) == [(1, "Ray, Bob", 17), (2, "Cat", 14), (3, "Ánn", 10), (4, "Eve", 7), (5, "Dan", 0)]
    assert rows[0] == {
        "rank": 1,
        "name": "Ray, Bob",
        "total": 17,
        "results": [
            {"event": season[0], "place": 2, "score": 7, "counted": True},
            {"event": season[1], "place": 1, "score": 10, "counted": True},
        ],
    }


def test_weight_participation_attendance_and_the_best_results(tmp_path, season):
    """April is worth 1.5; everybody gets 1 for each evening with a match and 2 for both evenings."""
    scoring = BY_PLACE | {"participation": 1, "attendance": {"every": 2, "points": 2}}
    facts = ({}, {"weight": 1.5})
    rows = answer(tmp_path, season, scoring, facts=facts, count={"best": 1, "at_least": 2})
    assert ranks(rows) == [
        (1, "Ray, Bob", 18),
        (2, "Cat", 13.5),
        (3, "Ánn", 13),
        (None, "Eve", 11.5),
        (None, "Dan", 1),
    ]
    assert [row["attendance"] for row in rows] == [2, 2, 2, 0, 0]
    assert [(one["score"], one["counted"]) for one in rows[2]["results"]] == [(11, True), (1, False)]


def test_records_count_matches_byes_and_rounds_and_a_missed_round_is_a_loss(tmp_path, season):
    """March: Ann 8, Bob and Cat 5.5, Dan 3. April: Bob 8, Cat 5.5, Eve 4.5, Ann 3."""
    scoring = {"by": "record", "win": 3, "draw": 1, "loss": 0.5, "bye": 2, "round": 1}
    rows = answer(tmp_path, season, scoring)
    assert ranks(rows) == [
        (1, "Ray, Bob", 13.5),
        (2, "Cat", 11),
        (2, "Ánn", 11),
        (4, "Eve", 4.5),
        (5, "Dan", 3),
    ]
    assert ranks(answer(tmp_path, season, scoring, ties=["points", "best_result"]))[1:3] == [
        (2, "Ánn", 11),
        (3, "Cat", 11),
    ]


def test_the_points_of_an_event_are_its_match_points(tmp_path, season):
    rows = answer(tmp_path, season, {"by": "points"})
    assert ranks(rows)[:3] == [(1, "Ray, Bob", 9), (2, "Cat", 6), (2, "Ánn", 6)]


def test_a_table_and_csv_mark_what_does_not_count(tmp_path, season):
    value = {"events": [{"event": slug} for slug in season], "scoring": BY_PLACE, "count": {"best": 1}}
    lines = run(tmp_path, value).splitlines()
    assert lines[0].split() == ["rank", "name", "total", *season]
    assert lines[1].split() == ["1", "Ray,", "Bob", "10", "(7)", "10"]
    rows = list(csv.reader(io.StringIO(run(tmp_path, value, "--format", "csv"))))
    assert rows[0] == ["rank", "name", "total", *season, "not_counted"]
    assert rows[1] == ["1", "Ray, Bob", "10", "7", "10", season[0]]


def test_an_event_with_too_few_players_is_left_out(tmp_path, season):
    small = import_file(swiss_file("Small", {"a": "Ann", "b": "Bob"}, "a 2-0 b"))
    rows = answer(tmp_path, [*season, small], BY_PLACE | {"least_players": 3}, facts=({}, {}, {}))
    assert ranks(rows)[0] == (1, "Ray, Bob", 17) and {len(row["results"]) for row in rows} == {1, 2}


def test_a_season_without_events_has_no_rows(tmp_path):
    assert answer(tmp_path, [], BY_PLACE, facts=()) == []


@every(
    "text, message",
    [
        ("{", "line 1, column 2: isn’t JSON"),
        ("[]", "file: must be an object, not a list"),
        ('{"events": [], "events": [], "scoring": {"by": "points"}}', "events"),
        ('{"events": [], "scoring": {"by": "place", "places": [1, 2, NaN]}}', "scoring.places[2]: "),
        ('{"events": [], "scoring": {"by": "place", "places": [1, 2, 1e999]}}', "scoring.places[2]: "),
        ('{"events": [], "scoring": {"by": "place", "places": [1, 2, -3]}}', "scoring.places[2]: "),
        ('{"events": [], "scoring": {"by": "place", "places": [1, 2, true]}}', "scoring.places[2]: "),
        ('{"events": [], "scoring": {"by": "points"}, "ties": ["luck"]}', "ties[0]: must be one of"),
        ('{"events": [{"event": "none"}], "scoring": {"by": "points"}}', "events[0].event: The event “none”"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line_that_names_the_path(tmp_path, text, message):
    with pytest.raises(CommandError) as refusal:
        run(tmp_path, text)
    assert str(refusal.value).startswith(message) and "\n" not in str(refusal.value)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("series", str(tmp_path / "none.json"))


def test_an_event_that_is_not_over_an_event_twice_and_two_of_one_name_are_refused(tmp_path, season):
    running = make(8).slug
    twins = import_file(swiss_file("Twins", {"a": "Ann Lee", "b": "lee, ANN"}, "a 2-0 b"))
    for slugs, message in (
        ([season[0], running], rf"^events\[1\].event: .*“{running}” isn’t over"),
        ([season[0], season[0]], rf"^events\[1\].event: {season[0]} is already in the list"),
        ([season[0], twins], r"^events\[1\].event: “Ann Lee” and “lee, ANN”"),
    ):
        with pytest.raises(CommandError, match=message):
            answer(tmp_path, slugs, BY_PLACE)


def test_the_answer_is_the_same_from_standard_input_and_for_the_same_file(tmp_path, season, monkeypatch):
    value = json.dumps({"events": [{"event": slug} for slug in season], "scoring": BY_PLACE})
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(value.encode())))
    assert run_command("series", "-", "--format", "json") == json.loads(
        run(tmp_path, value, "--format", "json")
    )
