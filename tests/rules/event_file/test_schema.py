"""docs/event-file.schema.json describes the files that Topcut writes and reads."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator

from tests.rules.event_file.event_files import events
from tests.rules.event_file.example_file import EXAMPLE, changed_example
from tournaments.rules.event_file import read, write
from tournaments.rules.event_file.phases import EVENT_FIELDS, PHASE_FIELDS, PROOF_FIELDS, ROUND_FIELDS
from tournaments.rules.event_file.players import (
    ENTRY_FIELDS,
    PERSON_FIELDS,
    PLAYER_FIELDS,
    REGISTRATION_FIELDS,
)
from tournaments.rules.event_file.rounds import BYE_FIELDS, MATCH_FIELDS, SEAT_FIELDS
from tournaments.rules.event_file.schema import DEFINITIONS
from tournaments.rules.registration import MAX_LINE_LENGTH
from tournaments.rules.settings.fields import PERCENTAGE_CHECKS as PERCENTAGES
from tournaments.rules.settings.settings import CHECKS as SETTINGS

ROOT = Path(__file__).parents[3]
SCHEMA = json.loads((ROOT / "docs/event-file.schema.json").read_text())
OFFICIAL = sorted((ROOT / "tests/official/data").glob("*.event.json"))
VALIDATOR = Draft202012Validator(SCHEMA)


def errors(data) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in VALIDATOR.iter_errors(data)]


def test_the_schema_itself_is_valid():
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("event", EVENT_FIELDS.types),
        ("player", {**PLAYER_FIELDS.types, **PERSON_FIELDS.types}),
        ("phase", PHASE_FIELDS.types),
        ("round", ROUND_FIELDS.types),
        ("proof", PROOF_FIELDS.types),
        ("seat", SEAT_FIELDS.types),
        ("settings", SETTINGS),
        ("registration", REGISTRATION_FIELDS.types),
        ("registrationEntry", ENTRY_FIELDS.types),
    ],
)
def test_the_schema_has_exactly_the_keys_of_the_reader(name, keys):
    assert set(SCHEMA["$defs"][name]["properties"]) == set(keys)


def test_the_schema_has_exactly_the_keys_of_matches_and_percentages():
    table, bye = SCHEMA["$defs"]["match"]["oneOf"]
    assert set(table["properties"]) == set(MATCH_FIELDS.types)
    assert set(bye["properties"]) == set(BYE_FIELDS.types)
    percentages = SCHEMA["$defs"]["settings"]["properties"]["percentages"]
    assert set(percentages["properties"]) == set(PERCENTAGES)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_the_schema_of_a_record_follows_from_its_table_of_fields(name):
    assert SCHEMA["$defs"][name] == DEFINITIONS[name], "run scripts/write_schema.py"


def test_the_longest_line_of_a_registration_text_is_read_and_valid():
    data = changed_example("event.registration", {"text": ["x" * MAX_LINE_LENGTH]})
    assert read(data).registration.text == "x" * MAX_LINE_LENGTH
    assert errors(data) == []


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(events())
def test_every_file_that_topcut_writes_is_valid(event):
    assert errors(json.loads(json.dumps(write(event)))) == []


@pytest.mark.parametrize("path", OFFICIAL, ids=lambda path: path.name)
def test_every_published_event_is_valid(path):
    assert errors(json.loads(path.read_text())) == []


def test_the_documented_example_is_valid():
    assert errors(EXAMPLE) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("format", "topcut/2"),
        ("event.name", ""),
        ("event.colour", "red"),
        ("players.0.rating", "1500"),
        ("players.0.joined_round", True),
        ("phases.0.kind", "knockout"),
        ("phases.0.settings.best_of", 4),
        ("phases.0.rounds.0.number", 0),
        ("phases.0.rounds.0.state", "over"),
        ("phases.0.rounds.0.matches.0.bye", "p1"),
    ],
)
def test_a_file_with_an_error_is_invalid(path, value):
    assert errors(changed_example(path, value)) != []
