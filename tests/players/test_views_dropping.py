"""Dropping at the desk: one press, or a question about the table while a match is in progress."""

import pytest
from django.urls import reverse

from tests.support.desk_events import actor_of, form, fresh, friday, paired, played
from tests.support.pages import text_of
from tests.support.pod_events import pods
from tournaments.history.cache import load_history
from tournaments.log.actions.undo import undo


def address(event, key):
    return reverse("drop_player", args=[event.slug, key])


def match_of(event, key):
    return load_history(fresh(event)).phase(1).current_round.find_match_of(key)


@pytest.fixture
def playing(organiser):
    return paired(friday(organiser), organiser)


def test_a_drop_between_rounds_asks_nothing(desk, organiser):
    event = played(friday(organiser), organiser)
    response = desk.post(address(event, "p1"), form(event))
    assert response.url.endswith("/desk/players/#p-p1")
    assert event.players.get(public_id="p1").dropped_after == 0


def test_a_drop_during_a_match_first_asks_what_happens_to_the_table(desk, playing):
    response = desk.post(address(playing, "p1"), form(playing), follow=True)
    match = match_of(playing, "p1")
    text = text_of(response)
    assert f"at table {match.table} in round 1." in text and "What happens to the table?" in text
    assert "Anna finishes the match" in text and "Anna leaves now and concedes" in text
    assert playing.players.get(public_id="p1").dropped_after is None


def test_the_match_can_be_finished_after_the_drop(desk, playing):
    desk.post(address(playing, "p1"), form(playing, table="play"))
    assert playing.players.get(public_id="p1").dropped_after == 0
    assert not match_of(playing, "p1").reported


def test_the_match_can_be_conceded_with_the_drop_as_one_action(desk, organiser, playing):
    before = load_history(playing)
    desk.post(address(playing, "p1"), form(playing, table="concede"))
    match = match_of(playing, "p1")
    results = {seat.player: seat.result for seat in match.seats}
    opponent = next(player for player in match.players if player != "p1")
    assert (results["p1"], results[opponent]) == ("conceded", "win")
    assert playing.players.get(public_id="p1").dropped_after == 0
    undo(fresh(playing), actor_of(organiser))
    assert load_history(fresh(playing)) == before


def test_a_pod_plays_on_without_the_player(desk, event_from):
    event = event_from(pods())
    response = desk.get(address(event, "p1"))
    text = text_of(response)
    assert "The table continues without " in text and "concede" not in text
    assert "What happens to the table?" not in text and 'type="radio"' not in response.content.decode()
    desk.post(address(event, "p1"), form(event, table="concede"))
    assert event.players.get(public_id="p1").dropped_after == 0 and not match_of(event, "p1").reported


def test_the_question_leads_back_when_no_match_is_in_progress(desk, organiser):
    event = friday(organiser)
    assert desk.get(address(event, "p1")).url.endswith("/desk/players/#p-p1")
    assert event.players.get(public_id="p1").dropped_after is None
