"""manage.py ratings: Elo numbers after the finished events named in a file, and what it refuses."""

import csv
import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.support.event_files import import_file, swiss_file
from tests.support.played_events import make

pytestmark = pytest.mark.django_db
PLAYERS = {"a": "Ann", "b": "Bob", "c": "Cat", "d": "Dan"}


def run(tmp_path, value, *options):
    path = tmp_path / "ratings.json"
    path.write_text(json.dumps(value))
    out = io.StringIO()
    call_command("ratings", str(path), *options, stdout=out)
    return out.getvalue()


def rows(tmp_path, **value):
    return json.loads(run(tmp_path, value, "--format", "json"))["rows"]


def listed(rows):
    return [(row["rank"], row["name"], round(row["rating"], 4), row["matches"]) for row in rows]


def test_ratings_of_an_event_are_those_at_its_start_and_the_next_one_goes_on_from_them(tmp_path):
    """All begin equal, so a win of the first event is worth 16. Then Ann 1532, Bob 1500 and Cat 1484 meet:

    Ann expects 1/(1+10^(-32/400)) = 0.5459 against Bob and loses: −17.4695.
    """
    first = import_file(swiss_file("First", PLAYERS, "a 2-0 b, c 2-1 d", "a 2-0 c, b 2-0 d"))
    second = import_file(swiss_file("Second", {"x": "BOB", "y": "Ann"}, "x 2-0 y"))
    assert listed(rows(tmp_path, events=[first])) == [
        (1, "Ann", 1532, 2),
        (2, "Bob", 1500, 2),
        (2, "Cat", 1500, 2),
        (4, "Dan", 1468, 2),
    ]
    assert listed(rows(tmp_path, events=[first, second])) == [
        (1, "BOB", 1517.4695, 3),
        (2, "Ann", 1514.5305, 3),
        (3, "Cat", 1500, 2),
        (4, "Dan", 1468, 2),
    ]


def test_start_and_k_are_those_of_the_file(tmp_path):
    slug = import_file(swiss_file("First", PLAYERS, "a 2-0 b, c 1-1 d"))
    assert listed(rows(tmp_path, events=[slug], start=1000, k=10)) == [
        (1, "Ann", 1005, 1),
        (2, "Cat", 1000, 1),
        (2, "Dan", 1000, 1),
        (4, "Bob", 995, 1),
    ]


def test_conceded_matches_count_and_byes_no_shows_forfeits_disqualifications_and_double_losses_do_not(
    tmp_path,
):
    slug = import_file(
        swiss_file(
            "First",
            PLAYERS,
            "a no_show b, c forfeit d",
            "a disqualified c, b loss d loss",
            "a conceded d, b bye, c bye",
        )
    )
    assert listed(rows(tmp_path, events=[slug])) == [
        (1, "Dan", 1516, 1),
        (2, "Bob", 1500, 0),
        (2, "Cat", 1500, 0),
        (4, "Ann", 1484, 1),
    ]


def test_a_table_and_csv(tmp_path):
    value = {"events": [import_file(swiss_file("First", PLAYERS, "a 2-0 b, c 1-1 d"))]}
    assert run(tmp_path, value).splitlines()[1].split() == ["1", "Ann", "1516.0", "1"]
    table = list(csv.reader(io.StringIO(run(tmp_path, value, "--format", "csv"))))
    assert table[:2] == [["rank", "name", "rating", "matches"], ["1", "Ann", "1516.0", "1"]]


def test_wrong_files_are_refused_with_the_path(tmp_path):
    slug, running = import_file(swiss_file("First", PLAYERS, "a 2-0 b")), make(8).slug
    for value, message in (
        ({"events": [slug, slug]}, rf"^events\[1\]: {slug} is already in the list"),
        ({"events": [slug, running]}, rf"^events\[1\]: .*“{running}” isn’t over"),
        ({"events": [slug, "none"]}, r"^events\[1\]: The event “none” doesn’t exist"),
        ({"events": [7]}, r"^events\[0\]: must be text, not 7"),
        ({"events": slug}, r"^events: must be a list"),
        ({"events": [slug], "k": -1}, r"^k: must be a number from 0"),
        ({"events": [slug], "k": True}, r"^k: must be a number"),
        ({"events": [slug], "start": float("nan")}, r"^start: "),
        ({"events": [slug], "begin": 1}, r"^begin: unknown key"),
        ({}, r"^events: is missing"),
        ([], r"^file: must be an object"),
    ):
        with pytest.raises(CommandError, match=message):
            run(tmp_path, value)
