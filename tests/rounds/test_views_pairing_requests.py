"""Pairing requests at the desk: keep players apart, pair them once, remove the request."""

import pytest
from django.urls import reverse

from tests.support.desk_events import form, fresh, friday, played


def send(desk, event, page="desk_pairs", follow=False, **fields):
    return desk.post(reverse(page, args=[event.slug]), form(event, **fields), follow=follow)


def body_of(desk, event):
    return desk.get(reverse("desk_pairs", args=[event.slug])).content.decode()


def test_the_players_page_links_to_the_requests(desk, organiser):
    event = friday(organiser)
    body = desk.get(reverse("desk_players", args=[event.slug])).content.decode()
    assert reverse("desk_pairs", args=[event.slug]) in body
    assert body_of(desk, event).count("None yet.") == 2


def test_a_pair_is_kept_apart_and_released(desk, organiser):
    event = friday(organiser)
    answer = send(desk, event, a="p1", b="p2", kind="apart", follow=True)
    assert "Saved" in answer.content.decode()
    assert fresh(event).forbidden == [["p1", "p2"]]
    assert "<b>Anna</b> and <b>Ben</b>" in body_of(desk, event)
    send(desk, event, "release_pair", a="p1", b="p2")
    assert fresh(event).forbidden == []
    answer = send(desk, event, "release_pair", a="p1", b="p2")
    assert answer.status_code == 422
    assert "no longer on the list" in answer.content.decode()


def test_a_wanted_pair_shows_its_status(desk, organiser):
    event = friday(organiser, names=["Anna", "Ben"], rounds=2)
    send(desk, event, a="p1", b="p2", kind="wished")
    assert fresh(event).wished == [["p1", "p2"]]
    assert "from the next round both play" in body_of(desk, event)
    played(event, organiser)
    assert "have already met" in body_of(desk, event)
    assert "Pairing requested: " in desk.get(reverse("desk_log", args=[event.slug])).content.decode()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"a": "p1", "b": "p1", "kind": "apart"}, "two different players"),
        ({"a": "p1", "b": "", "kind": "apart"}, "required"),
        ({"a": "p1", "b": "p99", "kind": "wished"}, "p99 is not one of"),
        ({"a": "p1", "b": "p2", "kind": "luck"}, "luck is not one of"),
        ({"a": "p3", "b": "p4", "kind": "wished"}, "Cleo and Dan are already kept apart"),
    ],
)
def test_an_invalid_pair_comes_back_as_chosen(desk, organiser, fields, words):
    event = friday(organiser)
    send(desk, event, a="p4", b="p3", kind="apart")
    answer = send(desk, event, **fields)
    assert answer.status_code == 422
    body = answer.content.decode()
    assert words in body.replace("Dan and Cleo", "Cleo and Dan")
    assert f'<option value="{fields["a"]}" selected>' in body
    assert fresh(event).forbidden == [["p4", "p3"]]
