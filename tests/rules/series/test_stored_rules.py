"""Rules of a series survive being stored as JSON, exactly."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from tournaments.rules.errors import RuleViolation
from tournaments.rules.series.divisions import AgeDivision, OwnDivision, RatingDivision
from tournaments.rules.series.presets import PRESETS
from tournaments.rules.series.series_rules import SeriesRules, SeriesScoring
from tournaments.rules.series.stored_rules import read_rules, write_rules


def stored_and_read(rules):
    return read_rules(json.loads(json.dumps(write_rules(rules))))


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_every_preset_is_read_as_it_was_written(preset):
    assert stored_and_read(preset.rules) == preset.rules


def test_rules_without_anything_are_an_empty_object():
    assert write_rules(SeriesRules()) == {} and read_rules({}) == SeriesRules()


def test_a_third_stays_a_third():
    rules = SeriesRules(SeriesScoring(participation=Fraction(1, 3)))
    assert stored_and_read(rules).scoring.participation == Fraction(1, 3)


def test_divisions_keep_their_kind():
    divisions = (
        AgeDivision("Juniors", 2026, oldest=16),
        RatingDivision("B", below=1600.5),
        OwnDivision("Staff"),
    )
    assert stored_and_read(replace(SeriesRules(), divisions=divisions)).divisions == divisions


@pytest.mark.parametrize(
    "value",
    [
        {"colour": "red"},
        {"scoring": []},
        {"scoring": {"places": ["x"]}},
        {"scoring": {"participation": "1/0"}},
        {"scoring": {"participation": "1e99999999"}},
        {"scoring": {"participation": 0.1}},
        {"ties": ["luck"]},
        {"divisions": [{"by": "height", "name": "Tall"}]},
        {"achievements": [{"key": "a", "name": "A", "points": 1, "once": "often"}]},
    ],
)
def test_anything_else_is_refused(value):
    with pytest.raises(RuleViolation):
        read_rules(value)
