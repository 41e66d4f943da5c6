"""Corrections of pods after the next round is published: results, seats, absent players."""

import re

import pytest
from django.urls import reverse

from tests.support.desk_events import form, fresh
from tests.support.pages import choose_correction, desk_address, pod_form, results_at, send_result, tap_result
from tests.support.played_events import pairings_of
from tests.support.pod_events import two_rounds


@pytest.fixture
def event(event_from):
    """Three pods of four whose first seats won round 1; round 2 is published, nothing reported in it."""
    return event_from(two_rounds())


def preview(desk, event, **fields):
    return desk.get(
        reverse("correct", args=[event.slug]), {"phase": 1, "round": 1, **fields}
    ).content.decode()


@pytest.mark.parametrize(
    "sent",
    [
        lambda e: form(e, phase=1, round=1, table=1, result_text="2", **{"from": "row"}),
        lambda e: pod_form(e, 1, "loss", "win", "loss", "loss"),
        lambda e: form(e, phase=1, round=1, table=1, place=["2", "1", "3", "3"], **{"from": "table"}),
    ],
)
def test_another_result_in_any_notation_leads_to_the_choices(desk, event, sent):
    answer = send_result(desk, event, sent(event))
    body = desk.get(answer.url).content.decode()
    assert "Anna beats Ben, Cleo and Dan → Ben beats Anna, Cleo and Dan" in body
    assert body.count('name="choice"') == 3
    assert results_at(event, 1) == ["win", None, None, None], "Nothing is saved yet"


def test_a_correction_that_keeps_the_pods_can_be_undone(desk, event):
    before = pairings_of(event)
    choose_correction(desk, event, preview(desk, event, what="result", table=1, result_text="2"), "leave")
    assert results_at(event, 1) == ["loss", "win", "loss", "loss"]
    assert pairings_of(event) == before
    log = desk.get(reverse("desk_log", args=[event.slug])).content.decode()
    assert "Table 1 of round 1 corrected: Ben beats Anna, Cleo and Dan" in log
    entry = fresh(event).log.order_by("-id").first()
    desk.post(reverse("undo", args=[event.slug]), form(event, entry=entry.id))
    assert results_at(event, 1) == ["win", None, None, None]


@pytest.mark.parametrize("choice", ["fewest", "draw"])
def test_a_result_is_corrected_and_the_pods_are_made_again(desk, event, choice):
    before = pairings_of(event)
    body = preview(desk, event, what="result", table=1, result_text="2")
    assert "players have to leave matches that may have started" in body
    choose_correction(desk, event, body, choice)
    assert results_at(event, 1) == ["loss", "win", "loss", "loss"]
    assert pairings_of(event) != before
    assert sorted(map(len, pairings_of(event).values())) == [4, 4, 4]


def test_swapped_players_change_seats_and_each_pod_keeps_its_result(desk, event):
    body = desk.get(desk_address(event), {"phase": 1, "round": 1, "table": 1}).content.decode()
    here, others = (set(re.findall(r'value="(p\d+)"', part)) for part in body.split('name="b"'))
    assert here == {"p1", "p2", "p3", "p4"} and len(others) == 8
    body = preview(desk, event, what="seats", a="p1", b="p6")
    assert "Anna beats Ben, Cleo and Dan → Finn beats Ben, Cleo and Dan" in body
    choose_correction(desk, event, body, "leave")
    assert pairings_of(event, 1)[1] == ("p6", "p2", "p3", "p4")
    assert pairings_of(event, 1)[2] == ("p5", "p1", "p7", "p8")
    assert results_at(event, 1) == ["win", None, None, None]
    log = desk.get(reverse("desk_log", args=[event.slug])).content.decode()
    assert "table 1: Finn v Ben v Cleo v Dan" in log


def test_rematches_in_pods_are_counted_by_pairs(desk, event):
    body = preview(desk, event, what="seats", a="p4", b="p8")
    assert "12 pairs of players at a table have already met." in body


def test_an_invalid_result_of_a_pod_is_refused_before_any_choice(desk, event):
    answer = tap_result(desk, event, 1, "5", number=1, where="table")
    assert answer.status_code == 422
    assert "This pod has seats 1 to 4" in answer.content.decode()
