"""Writing of event files: the same event always gives the same text."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.rules.event_file.event_files import events
from tests.rules.event_file.example_file import EXAMPLE, example
from tests.support.repetitions import count
from tournaments.rules.event_file import (
    EVENT_FIELDS,
    PLAYER_FIELDS,
    match_fragment,
    phase_fragment,
    read,
    read_match,
    read_text,
    round_fragment,
    text,
    write,
)
from tournaments.rules.event_file.phases import read_event, read_phase, read_round
from tournaments.rules.event_file.players import read_player

OFFICIAL = sorted(Path(__file__).parents[2].glob("official/data/*.event.json"))


def test_the_documented_example_is_in_canonical_form():
    assert write(read(EXAMPLE)) == EXAMPLE
    assert text(read_text(text(read(EXAMPLE)))) == text(read(EXAMPLE))


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None)
@given(events())
def test_any_event_and_its_text_survive_a_round_trip(event):
    assert read(write(event)) == event
    written = text(event)
    assert read_text(written.encode()) == event
    assert text(read_text(written)) == written


@pytest.mark.parametrize("path", OFFICIAL[:: count(6, 1)], ids=lambda path: path.name.split(".")[0])
def test_an_official_event_read_and_written_twice_is_the_same(path):
    data = json.loads(path.read_text(encoding="utf-8"))
    event = read(data)
    assert read_text(text(event)) == event
    assert text(read_text(text(event))) == text(event)


def test_each_table_is_on_one_line_and_the_text_ends_with_a_newline():
    lines = text(read(EXAMPLE)).split("\n")
    assert lines[-1] == ""
    assert sum(line.lstrip().startswith('{"table": 1, "seats"') for line in lines) == 2
    assert json.loads("\n".join(lines)) == EXAMPLE


def test_the_order_of_keys_and_of_matches_in_a_file_never_matters():
    def turned(value):
        if isinstance(value, dict):
            return {key: turned(value[key]) for key in reversed(value)}
        return [turned(item) for item in value] if isinstance(value, list) else value

    data = turned(example())
    data["phases"][0]["rounds"][0]["matches"].reverse()
    assert text(read(data)) == text(read(EXAMPLE))


def test_a_whole_number_is_written_without_a_point():
    data = example()
    data["players"][0] |= {"rating": 1500.0, "soft": 12.5}
    player = write(read(data))["players"][0]
    assert json.dumps([player["rating"], player["soft"]]) == "[1500, 12.5]"


def test_drawn_games_are_written_if_seats_have_no_games():
    match = {"table": 1, "seats": [{"player": p, "result": "draw"} for p in "ab"], "drawn_games": 3}
    assert match_fragment(read_match(match)) == match
    assert "drawn_games" not in match_fragment(read_match({**match, "drawn_games": 0}))


def test_each_part_can_be_written_and_read_separately():
    event = read(EXAMPLE)
    phase = event.phases[1]
    assert read_event(EVENT_FIELDS.write(event)).name == event.name
    assert read_player(PLAYER_FIELDS.write(event.players[2])) == event.players[2]
    assert read_phase(phase_fragment(phase)).entrants == phase.entrants
    assert read_round(round_fragment(phase.rounds[0])).state == "published"
    for match in phase.rounds[0].matches:
        assert read_match(match_fragment(match), kind="bracket") == match
    for match in event.phases[0].rounds[0].matches:
        assert read_match(match_fragment(match)) == match
