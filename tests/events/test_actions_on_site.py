"""On-site settings of an event: the reporting mode of all its phases."""

import pytest

from tests.support.played_events import make
from tournaments.changes.change import Actor
from tournaments.events.actions import phases
from tournaments.events.actions.events import set_finals, set_reporting
from tournaments.history.cache import load_history
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import SWISS, PhaseRecord

ME = Actor("Ann")
pytestmark = pytest.mark.django_db


def settings_of(event):
    return [phase.overrides for phase in load_history(event).phases]


def test_values_equal_to_the_rulebook_are_not_stored():
    event = make(4)
    set_reporting(event, ME, "slips", 10)
    assert settings_of(event)[0].items() >= {"reporting": "slips", "report_minutes": 10}.items()
    set_reporting(event, ME, "players", 0)
    assert not settings_of(event)[0].keys() & {"reporting", "report_minutes"}


def test_an_added_phase_has_the_reporting_mode_of_the_others():
    event = make(8)
    set_reporting(event, ME, "organisers", 0)
    set_finals(event, ME, "single", 4)
    phases.add_phase(event, ME, PhaseRecord(SWISS), 1)
    assert [settings["reporting"] for settings in settings_of(event)] == ["organisers"] * 3


def test_minutes_out_of_bounds_are_refused():
    with pytest.raises(RuleViolation, match="minutes"):
        set_reporting(make(4), ME, "players", 121)
