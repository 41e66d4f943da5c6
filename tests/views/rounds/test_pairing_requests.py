"""Pairs at the desk: kept apart, wished against each other, left to the draw again."""

import pytest
from django.urls import reverse

from tests.views.desk_events import form, fresh, friday, played


def send(desk, event, page="desk_pairs", follow=False, **said):
    return desk.post(reverse(page, args=[event.slug]), form(event, **said), follow=follow)


def body_of(desk, event):
    return desk.get(reverse("desk_pairs", args=[event.slug])).content.decode()


def test_the_players_page_leads_there(desk, organiser):
    event = friday(organiser)
    body = desk.get(reverse("desk_players", args=[event.slug])).content.decode()
    assert reverse("desk_pairs", args=[event.slug]) in body
    assert body_of(desk, event).count("Nobody.") == 2


def test_two_are_kept_apart_and_left_to_the_draw_again(desk, organiser):
    event = friday(organiser)
    answer = send(desk, event, a="p1", b="p2", kind="apart", follow=True)
    assert "Stored" in answer.content.decode()
    assert fresh(event).forbidden == [["p1", "p2"]]
    assert "<b>Anna</b> and <b>Ben</b>" in body_of(desk, event)
    send(desk, event, "release_pair", a="p1", b="p2")
    assert fresh(event).forbidden == []
    answer = send(desk, event, "release_pair", a="p1", b="p2")
    assert answer.status_code == 422
    assert "not on the list any more" in answer.content.decode()


def test_a_wish_says_what_became_of_it(desk, organiser):
    event = friday(organiser, names=["Anna", "Ben"], rounds=2)
    send(desk, event, a="p1", b="p2", kind="wished")
    assert fresh(event).wished == [["p1", "p2"]]
    assert "from the next draw in which both play" in body_of(desk, event)
    played(event, organiser)
    assert "have met: nothing is left to do" in body_of(desk, event)
    assert (
        "are wished against each other" in desk.get(reverse("desk_log", args=[event.slug])).content.decode()
    )


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"a": "p1", "b": "p1", "kind": "apart"}, "two different players"),
        ({"a": "p1", "b": "", "kind": "apart"}, "required"),
        ({"a": "p1", "b": "p99", "kind": "wished"}, "p99 is not one of"),
        ({"a": "p1", "b": "p2", "kind": "luck"}, "luck is not one of"),
        ({"a": "p3", "b": "p4", "kind": "wished"}, "Cleo and Dan are kept apart already"),
    ],
)
def test_what_makes_no_pair_comes_back_as_chosen(desk, organiser, said, words):
    event = friday(organiser)
    send(desk, event, a="p4", b="p3", kind="apart")
    answer = send(desk, event, **said)
    assert answer.status_code == 422
    body = answer.content.decode()
    assert words in body.replace("Dan and Cleo", "Cleo and Dan")
    assert f'<option value="{said["a"]}" selected>' in body
    assert fresh(event).forbidden == [["p4", "p3"]]
