"""Prizes are set for existing phases, completely or not at all."""

import pytest

from tests.support.action_table import PRIZES
from tests.support.played_events import ME, reload_event, reload_history
from tournaments.prizes.actions import set_prizes
from tournaments.rules.errors import RuleViolation

TABLE = {"rows": [{"places": [1, 1], "sum": 5}]}


@pytest.mark.parametrize("number", (0, 2))
def test_prizes_of_an_unknown_phase_are_refused(fresh, number):
    with pytest.raises(RuleViolation, match=f"Phase {number} doesn’t exist, so it can’t have prizes"):
        set_prizes(fresh, ME, {}, {1: TABLE, number: TABLE})
    assert reload_history(fresh).phase(1).overrides == {"rounds": 3}


def test_an_error_in_one_table_stores_nothing(fresh):
    twice = {"rows": [*TABLE["rows"], *TABLE["rows"]]}
    with pytest.raises(
        RuleViolation, match=r"phases\[0\].settings.prizes.rows\[1\].places: place 1 already has"
    ):
        set_prizes(fresh, ME, {"sum": 5}, {1: twice})
    assert reload_history(fresh).pot == {}


def test_unnamed_phases_keep_their_prizes_and_an_empty_table_removes_them(in_finals):
    set_prizes(in_finals, ME, {"sum": 100}, PRIZES)
    set_prizes(reload_event(in_finals), ME, {"sum": 100}, {1: {}})
    event = reload_history(in_finals)
    assert "prizes" not in event.phase(1).overrides
    assert event.phase(2).overrides["prizes"] == PRIZES[2]
    assert event.phase(2).overrides["finals"] == "mcintyre8"
    assert len(event.phase(2).rounds) == 1
