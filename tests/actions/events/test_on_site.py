"""On-site settings of an event: the reporting mode of all its phases."""

import pytest

from tests.actions.conftest import make
from tournaments.actions.change import Actor
from tournaments.actions.events import events, on_site, phases
from tournaments.queries.history.cache import load_history
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import SWISS, PhaseRecord

ME = Actor("Ann")
pytestmark = pytest.mark.django_db


def settings_of(event):
    return [phase.settings for phase in load_history(event).phases]


def test_what_is_usual_is_not_kept():
    event = make(4)
    on_site.set_hall(event, ME, {1: 35}, "slips", 10)
    assert (
        settings_of(event)[0].items() >= {"minutes": 35, "reporting": "slips", "report_minutes": 10}.items()
    )
    on_site.set_hall(event, ME, {1: 50}, "players", 0)
    assert not settings_of(event)[0].keys() & {"minutes", "reporting", "report_minutes"}


def test_a_phase_that_is_added_has_its_results_told_as_the_others():
    event = make(8)
    on_site.set_hall(event, ME, {}, "organisers", 0)
    events.set_finals(event, ME, "single", 4)
    phases.add_phase(event, ME, PhaseRecord(SWISS), 1)
    assert [told["reporting"] for told in settings_of(event)] == ["organisers"] * 3


def test_minutes_out_of_bounds_are_refused():
    with pytest.raises(RuleViolation, match="minutes"):
        on_site.set_hall(make(4), ME, {1: 601}, "players", 0)
