"""Results of pods at the desk: one button per winner, seat by seat, places, keyboard entry, corrections."""

import re

import pytest
from django.urls import reverse

from tests.support.desk_events import form
from tests.support.pages import (
    HTMX,
    desk_address,
    match_at,
    pod_form,
    results_at,
    score_at,
    scores_at,
    send_result,
    source_of,
    tap_result,
)
from tests.support.pod_events import pods


@pytest.fixture
def event(event_from):
    """Pods of five, four and three; nothing is reported."""
    return event_from(pods())


def test_each_seat_of_a_pod_has_a_button(desk, event):
    body = desk.get(desk_address(event)).content.decode()
    assert scores_at(body, 1) == ["1", "2", "3", "4", "5", "draw"]
    assert scores_at(body, 3) == ["1", "2", "3", "draw"]
    row = re.sub(r"<[^>]+>|\s+", " ", body.split('id="t3"')[1].split("</li>")[0])
    assert re.search(r"1 +Jia +won, table 3.* 2 +Kai +won", row)
    answer = tap_result(desk, event, 2, "3", **HTMX)
    assert score_at(answer.content.decode(), 2) == "Hana beats Finn, Gus and Ivo"
    assert results_at(event, 2) == ["loss", "loss", "win", "loss"]


def test_the_page_of_a_pod_has_seats_and_no_best_of(desk, event):
    body = desk.get(desk_address(event), {"table": 2}).content.decode()
    assert "Finn, Gus, Hana and Ivo, Round 1" in body and "best of" not in body
    for notation in ("1", "2", "3", "4", "draw", "double-loss"):
        assert f'name="result_text" value="{notation}"' in body
    assert 'value="5"' not in body and 'value="clear"' not in body
    assert "places 1-3-2-4, 3 no-show 2" in body


@pytest.mark.parametrize(
    ("ends", "stored", "spelt"),
    [
        (["draw", "draw", "loss", "draw"], ["draw", "draw", "loss", "draw"], None),
        (["draw"] * 4, ["draw"] * 4, "draw"),
        (["loss", "win", "no_show", "conceded"], ["loss", "win", "no_show", "conceded"], None),
        (["loss", "win", "loss", "loss"], ["loss", "win", "loss", "loss"], "2"),
    ],
)
def test_outcomes_are_chosen_seat_by_seat(desk, event, ends, stored, spelt):
    assert send_result(desk, event, pod_form(event, 2, *ends)).status_code == 302
    assert results_at(event, 2) == stored
    body = source_of(desk.get(desk_address(event), {"table": 2}))
    assert re.findall(r'value="(\w+)" checked', body) == ends
    assert re.findall(r'value="([^"]+)" aria-pressed="true"', body) == ([spelt] if spelt else [])


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        (["win", "win", "loss", "loss"], "Only one player can win"),
        (["win", "draw", "loss", "loss"], "If a player wins, no one can draw"),
        (["loss", "draw", "loss", "loss"], "A draw needs at least two players"),
        (["loss"] * 4, "Choose who won or drew"),
    ],
)
def test_impossible_outcomes_are_refused_and_stay_chosen(desk, event, ends, words):
    answer = send_result(desk, event, pod_form(event, 2, *ends))
    assert answer.status_code == 422
    body = source_of(answer)
    assert words in body.split('id="ends-error">')[1].split("</p>")[0]
    assert re.findall(r'value="(\w+)" checked', body) == ends
    assert not match_at(event, 2).reported


def placed(event, table, *places):
    return form(event, phase=1, round=1, table=table, place=list(places), **{"from": "table"})


def test_places_are_typed_in_one_field_per_seat(desk, event):
    assert send_result(desk, event, placed(event, 2, 1, 3, 2, 4)).status_code == 302
    assert [seat.place for seat in match_at(event, 2).seats] == [1, 3, 2, 4]
    body = source_of(desk.get(desk_address(event), {"table": 2}))
    assert re.findall(r'name="place"[^>]* value="(\d)"', body) == ["1", "3", "2", "4"]
    assert 'value="clear"' in body


@pytest.mark.parametrize(
    ("places", "words"),
    [
        (["1", "", "2", "3"], "Enter a place for each seat"),
        (["2", "2", "3", "4"], "someone must be first"),
        (["1", "2", "3", "7"], "Places go from 1 to 4"),
        (["1", "2", "3", "x"], "isn’t a pod result"),
    ],
)
def test_impossible_places_are_refused_and_stay_typed(desk, event, places, words):
    answer = send_result(desk, event, placed(event, 2, *places))
    assert answer.status_code == 422
    body = source_of(answer)
    assert words in body.split('id="places-error">')[1].split("</p>")[0]
    assert re.findall(r'name="place"[^>]* value="(\w?)"', body) == places


def test_an_unknown_seat_is_refused_with_the_valid_ones(desk, event):
    answer = tap_result(desk, event, 2, "5", where="table")
    assert answer.status_code == 422
    assert "There is no seat 5. This pod has seats 1 to 4." in answer.content.decode()


def entered(event, table, notation, **more):
    number = event.phases.get(number=1).rounds.count()
    return form(event, phase=1, round=number, table=table, result_text=notation, **{"from": "entry"}, **more)


def test_the_keyboard_entry_asks_for_the_winners_seat(desk, event):
    body = source_of(desk.get(desk_address(event)))
    assert "Winner’s seat" in body and 'name="second"' not in body and 'name="drawn_games"' not in body
    assert 'data-match="3" data-seat1="Jia" data-seat2="Kai" data-seat3="Lea"' in body
    assert "seats 1 and 2 drew" in body


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("3", "Table 2: Hana beats Finn, Gus and Ivo"),
        ("d", "Table 2: Finn, Gus, Hana and Ivo draw"),
        ("1-3-2-4", "Table 2: Finn beats Hana, Gus and Ivo"),
        ("draw 1 2", "Table 2: Finn and Gus draw"),
        ("3 no-show 2", "Gus (no-show)"),
    ],
)
def test_a_typed_result_of_a_pod_is_stored_and_shown(desk, event, typed, words):
    for how in (HTMX, {"follow": True}):
        answer = desk.post(reverse("report", args=[event.slug]), entered(event, 2, typed), **how)
        assert answer.status_code == 200
        assert words in answer.content.decode()


def test_a_refused_seat_stays_typed_with_the_error(desk, event):
    for how in (HTMX, {}):
        answer = desk.post(reverse("report", args=[event.slug]), entered(event, 2, "5"), **how)
        assert answer.status_code == 422
        body = source_of(answer)
        assert "This pod has seats 1 to 4" in body
        assert re.search(r'name="result_text"[^>]* value="5"[^>]* autofocus', body)


def test_an_outdated_entry_form_is_replaced_by_one_for_pods(desk, event):
    old = form(event, phase=1, round=1, table=2, first="3", second="", drawn="", **{"from": "entry"})
    answer = desk.post(reverse("report", args=[event.slug]), old, **HTMX)
    assert answer.status_code == 422
    body = answer.content.decode()
    assert 'name="result_text"' in body and 'name="table"' in body and 'value="2"' in body
