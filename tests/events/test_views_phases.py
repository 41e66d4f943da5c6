"""Phases at the desk: planned, changed, moved, removed."""

import re

import pytest
from django.urls import reverse

from tests.support.desk_events import NAMES, actor_of, form, fresh, friday, paired, played
from tests.support.pages import source_of
from tournaments.events.actions.events import create_event
from tournaments.history.cache import load_history
from tournaments.players.actions.players import add_players
from tournaments.rules.history import BRACKET, ROUND_ROBIN, EventHistory, PhaseRecord


def address(event, name="desk_phases", *more):
    return reverse(name, args=[event.slug, *more])


def stored_phases(event):
    return load_history(fresh(event)).phases


def add(desk, event, kind, **data):
    return desk.post(f"{address(event, 'add_phase')}?kind={kind}", form(event, **data))


def test_a_second_day_is_added_before_the_finals(desk, organiser):
    event = friday(organiser, finals=("single", 4))
    answer = add(desk, event, "swiss", name="Day two", rounds=2, carry="on", losses=2, ties="in")
    assert answer.url == address(event)
    assert [phase.kind for phase in stored_phases(event)] == ["swiss", "swiss", "bracket"]
    day_two = stored_phases(event)[1]
    assert (day_two.name, day_two.overrides) == (
        "Day two",
        {"rounds": 2, "carry": True, "cut": {"losses": 2, "ties": "in"}},
    )
    body = desk.get(address(event)).content.decode()
    assert "points, records and opponents carry over from Swiss" in body
    assert "at most 2 losses, everyone tied at the cut line is in" in body


def test_pools_and_finals_from_each(desk, organiser):
    event = friday(organiser, rounds=1)
    add(desk, event, "round_robin", name="Pools", pools=2)
    add(desk, event, "bracket", name="Finals", finals="single", top=2, per="pool")
    assert [phase.overrides for phase in stored_phases(event)[1:]] == [
        {"pools": 2},
        {"finals": "single", "cut": {"top": 2, "per": "pool"}},
    ]
    assert "the top 2 of each pool" in desk.get(address(event)).content.decode()


@pytest.mark.parametrize(
    ("kind", "data", "error"),
    [
        ("bracket", {"finals": "mcintyre8", "top": 6}, "takes exactly 8 players, not 6"),
        ("bracket", {"finals": "nothing"}, "not one of the available choices"),
        ("swiss", {"rounds": 0}, "greater than or equal to 1"),
        ("swiss", {"percent": 120}, "less than or equal to 100"),
        ("swiss", {"top": 8, "at_least": 9, "at_most": 8}, "must not be smaller than"),
        ("round_robin", {"pools": 27}, "less than or equal to 26"),
        ("swiss", {"top": 2, "per": "pool"}, "The previous phase has no pools"),
    ],
)
def test_invalid_phases_are_refused_and_input_is_kept(desk, organiser, kind, data, error):
    event = friday(organiser)
    answer = add(desk, event, kind, name="Typed", **data)
    assert answer.status_code == 422
    body = answer.content.decode()
    assert error in body and 'value="Typed"' in body
    assert len(stored_phases(event)) == 1


def test_a_coming_phase_can_be_changed(desk, organiser):
    event = friday(organiser, finals=("mcintyre8", 8))
    body = source_of(desk.get(address(event, "change_phase", 2)))
    assert 'value="8"' in body and 'value="mcintyre8" checked' in body
    data = {"name": "Top four", "finals": "single", "top": 4, "best_of": 5}
    assert desk.post(address(event, "change_phase", 2), form(event, **data)).url == address(event)
    assert stored_phases(event)[1].overrides == {"finals": "single", "cut": {"top": 4}, "best_of": 5}


def test_the_first_phase_has_no_carry_over_and_no_cut(desk, organiser):
    body = desk.get(address(friday(organiser), "change_phase", 1)).content.decode()
    assert "Carry-over" not in body and "Who advances" not in body


@pytest.mark.parametrize(
    ("name", "more", "on_get"),
    [
        ("add_phase", [], 404),
        ("change_phase", [2], 200),
        ("remove_phase", [2], 302),
        ("move_phase", [2, 1], 302),
    ],
)
def test_phases_require_the_permission_and_post(client, organiser, django_user_model, name, more, on_get):
    event = friday(organiser, finals=("single", 4))
    client.force_login(django_user_model.objects.create_user("somebody"))
    assert client.post(address(event, name, *more), form(event)).status_code == 403
    client.force_login(organiser)
    assert client.get(address(event, name, *more)).status_code == on_get
    assert fresh(event).version == event.version


def test_phases_can_be_moved_and_removed(desk, organiser):
    event = friday(organiser, finals=("single", 4))
    add(desk, event, "swiss", name="Second", top=6)
    desk.post(address(event, "move_phase", 2, 3), form(event))
    assert [phase.name for phase in stored_phases(event)] == ["Swiss", "Finals", "Second"]
    desk.post(address(event, "remove_phase", 2), form(event))
    assert [phase.name for phase in stored_phases(event)] == ["Swiss", "Second"]


def test_a_phase_with_carry_over_cannot_be_first_and_the_error_has_no_path(desk, organiser):
    event = friday(organiser)
    add(desk, event, "swiss", name="Day two", rounds=2, carry="on")
    answer = desk.post(address(event, "move_phase", 2, 1), form(event), follow=True)
    body = answer.content.decode()
    assert "Only a phase after rounds other than a bracket can carry points over." in body
    assert "settings.carry" not in body
    assert [phase.name for phase in stored_phases(event)] == ["Swiss", "Day two"]


def test_begun_phases_cannot_be_changed(desk, organiser):
    event = paired(friday(organiser, finals=("single", 4)), organiser)
    assert desk.get(address(event, "change_phase", 1)).status_code == 404
    assert address(event, "change_phase", 1) not in desk.get(address(event)).content.decode()
    assert desk.post(address(event, "remove_phase", 1), form(event)).status_code == 302
    assert len(stored_phases(event)) == 2
    assert desk.get(f"{address(event, 'add_phase')}?kind=quiz").status_code == 404


def test_each_phase_with_rounds_has_its_points_and_pairing(desk, organiser):
    event = friday(organiser)
    add(desk, event, "swiss", name="Day two", carry="on")
    settings = reverse("settings_format", args=[event.slug])
    assert "Format of Day two" in desk.get(settings, {"phase": 2}).content.decode()
    data = {"rounds": 3, "win": 2, "draw": 1, "loss": 0, "bye": 2}
    answer = desk.post(f"{settings}?phase=2", form(event, **data))
    assert answer.url == f"{settings}?phase=2"
    assert stored_phases(event)[1].overrides["points"] == {"win": 2, "bye": 2}
    assert "points" not in stored_phases(event)[0].overrides


def test_pools_are_listed_with_their_own_ranks_and_cut_lines(desk, organiser):
    pools = PhaseRecord(ROUND_ROBIN, "Pools", {"pools": 2})
    finals = PhaseRecord(BRACKET, overrides={"cut": {"top": 2, "per": "pool"}})
    event = create_event(actor_of(organiser), EventHistory("Pools", "magic", phases=(pools, finals)))
    add_players(event, actor_of(organiser), "\n".join(NAMES))
    event = played(fresh(event), organiser, 3)
    body = desk.get(reverse("standings", args=[event.slug])).content.decode()
    assert body.index("Pool A") < body.index("Pool B")
    assert body.count("The top 2 of each pool") == 2
    assert body.count('data-rank="1"') >= 2


def test_the_short_form_does_not_overwrite_complex_finals(desk, organiser):
    event = friday(organiser)
    add(desk, event, "bracket", finals="single", top=4, ties="in")
    body = desk.get(reverse("settings_finals", args=[event.slug])).content.decode()
    assert address(event, "change_phase", 2) in body and 'name="top"' not in body


def test_the_overview_describes_the_second_day(desk, organiser):
    event = friday(organiser)
    add(desk, event, "swiss", name="Day two", carry="on", losses=1, per="division")
    body = desk.get(reverse("settings_format", args=[event.slug]), {"phase": 2}).content.decode()
    assert "cut: at most 1 loss of each division" in body
    assert "Points and tiebreakers carry over from the previous phase: Yes" in body


def test_the_timeline_says_what_differs_between_phases_and_once_what_all_have(desk, organiser):
    event = paired(friday(organiser, finals=("mcintyre8", 8)), organiser)
    body = source_of(desk.get(address(event)))
    stops = re.findall(r'<li class="(\w+)" id="phase-\d">(.*?)</li>', body, re.S)
    assert [stage for stage, _stop in stops] == ["now", "coming"]
    swiss, finals = (stop for _stage, stop in stops)
    assert "<dt>Pairing</dt>" in swiss and "<dt>Who advances</dt>" in finals
    assert not any("best of 3" in stop for _stage, stop in stops)
    assert body.count("<dd>best of 3</dd>") == 1 and "In all phases" in body
    assert "can’t be edited, moved or removed" in body


def test_an_event_of_one_phase_has_all_its_facts_at_the_phase(desk, organiser):
    body = source_of(desk.get(address(friday(organiser))))
    assert "In all phases" not in body and "<dd>best of 3</dd>" in body
