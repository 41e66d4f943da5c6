"""A planned cut that is too large: reported where round 1 is started, mended with one press."""

import pytest
from django.urls import reverse

from tests.support.desk_events import actor_of, form, fresh, friday, paired
from tests.support.pages import text_of
from tournaments.events.actions import phases
from tournaments.history.cache import load_history
from tournaments.models import Round
from tournaments.rules.history import BRACKET, SWISS, PhaseRecord

WARNING = "The cut takes 8 players, but there are only 5."
REMEDY = "Change the cut to top 4, single elimination"


@pytest.fixture
def event(organiser):
    return friday(organiser, names=["Anna", "Ben", "Cleo", "Dan", "Eva"], finals=("mcintyre8", 8))


def address(name, event):
    return reverse(name, args=[event.slug])


@pytest.mark.parametrize("page", ["desk", "desk_players", "desk_round"])
def test_it_is_reported_before_round_1_with_a_size_that_works(desk, event, page):
    text = text_of(desk.get(address(page, event)))
    assert WARNING in text and REMEDY in text


def test_round_1_can_be_paired_all_the_same_and_the_draft_reports_it_again(desk, event):
    response = desk.post(address("pair", event), form(event), follow=True)
    assert WARNING in text_of(response)
    assert Round.objects.get(phase__event=event).state == "draft"


def test_one_press_changes_the_cut(desk, event):
    response = desk.post(address("fix_cut", event), form(event, back="desk_players"), follow=True)
    text = text_of(response)
    assert "Cut changed to top 4" in text and WARNING not in text
    settings = load_history(fresh(event)).phase(2).overrides
    assert (settings["finals"], settings["cut"]) == ("single", {"top": 4})


def test_a_later_cut_is_offered_a_size_that_the_cut_before_it_leaves(desk, organiser):
    event = friday(organiser)
    for number, phase in enumerate(
        (
            PhaseRecord(SWISS, "Day two", {"rounds": 1, "cut": {"top": 4}}),
            PhaseRecord(BRACKET, "Finals", {"finals": "single", "cut": {"top": 8}}),
        ),
        1,
    ):
        phases.add_phase(fresh(event), actor_of(organiser), phase, number)
    text = text_of(desk.get(address("desk", event)))
    assert "The cut to Finals takes 8 players, but only 4 are left by then." in text
    assert "Change the cut to top 4, single elimination" in text
    desk.post(address("fix_cut", event), form(fresh(event), back="desk"))
    assert load_history(fresh(event)).phase(3).overrides["cut"] == {"top": 4}
    assert "Change the cut" not in text_of(desk.get(address("desk", event)))


def test_nothing_changes_if_the_cut_works_by_then(desk, organiser):
    event = friday(organiser, finals=("single", 8))
    assert WARNING not in text_of(desk.get(address("desk_players", event)))
    desk.post(address("fix_cut", event), form(event))
    assert fresh(event).version == event.version


def test_it_is_not_reported_once_round_1_is_published(desk, organiser, event):
    event = paired(event, organiser)
    assert WARNING not in text_of(desk.get(address("desk", event)))
