"""The round at the desk: drawn, looked at, published, taken back, finished; and the cut."""

import pytest
from django.urls import reverse

from tests.views.desk_events import actor_of, form, fresh, friday, paired, played, reported
from tournaments.actions.rounds import pairing_requests
from tournaments.models import LogEntry, Round


def page(event):
    return reverse("desk_round", args=[event.slug])


def send(desk, event, page, /, follow=False, **said):
    return desk.post(reverse(page, args=[event.slug]), form(event, **said), follow=follow)


def states(event) -> list[tuple[int, str]]:
    rows = Round.objects.filter(phase__event=event).order_by("phase__number", "number")
    return [(row.number, row.state) for row in rows]


def test_pairing_makes_a_draft_to_look_at_with_its_reasons(desk, organiser):
    event = played(friday(organiser), organiser)
    answer = send(desk, event, "pair", follow=True)
    assert answer.redirect_chain == [(page(event), 302)]
    assert states(event) == [(1, "finished"), (2, "draft")]
    body = answer.content.decode()
    assert "Round 2, a draft" in body
    assert "both on 3 points" in body
    assert "1–0" in body


def test_the_seed_that_was_typed_is_the_draws(desk, organiser):
    event = friday(organiser)
    send(desk, event, "pair", seed="a fair seed")
    assert "seed a fair seed" in desk.get(page(event)).content.decode()


def test_pairing_sent_twice_draws_one_round(desk, organiser):
    event = friday(organiser)
    sent = form(event)
    for _ in range(2):
        assert desk.post(reverse("pair", args=[event.slug]), sent).status_code == 302
    assert states(event) == [(1, "draft")]


def test_a_draft_is_drawn_again_and_published_and_made_a_draft_again(desk, organiser):
    event = paired(friday(organiser), organiser, publish=False)
    send(desk, event, "redraw_round", phase=1, round=1, seed="another")
    assert "seed another" in desk.get(page(event)).content.decode()
    send(desk, event, "publish_round", phase=1, round=1)
    assert states(event) == [(1, "published")]
    send(desk, event, "unpublish_round", phase=1, round=1)
    assert states(event) == [(1, "draft")]


def test_a_draft_can_be_taken_back(desk, organiser):
    event = paired(friday(organiser), organiser, publish=False)
    assert "Take the draft back" in desk.get(page(event)).content.decode()
    entry = LogEntry.objects.filter(event=event).last()
    answer = send(desk, event, "undo", entry=entry.id, back="desk_round")
    assert answer.url == page(event)
    assert states(event) == []


def test_a_round_with_results_stays_published(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=1)
    assert "Unpublish" not in desk.get(page(event)).content.decode()
    answer = send(desk, event, "unpublish_round", phase=1, round=1)
    assert answer.status_code == 422
    assert "clear them before you unpublish it" in answer.content.decode()


@pytest.mark.parametrize("where", [{}, {"phase": 1, "round": 9}, {"phase": "x", "round": "²"}])
def test_a_round_that_is_not_there_is_refused_in_words(desk, organiser, where):
    event = paired(friday(organiser), organiser, publish=False)
    answer = send(desk, event, "publish_round", **where)
    assert answer.status_code == 422
    assert "There is no round" in answer.content.decode()


def test_a_draft_with_somebody_who_dropped_has_to_be_drawn_again(desk, organiser):
    event = paired(friday(organiser), organiser, publish=False)
    desk.post(reverse("drop_player", args=[event.slug, "p1"]), form(event))
    answer = send(desk, event, "publish_round", phase=1, round=1)
    assert answer.status_code == 422
    assert "Anna has dropped: draw round 1 again, or adjust it." in answer.content.decode()


def test_an_exception_is_shown_and_made_only_when_it_is_agreed_to(desk, organiser):
    event = played(friday(organiser, names=["Anna", "Ben"], rounds=3), organiser)
    before = fresh(event).version
    answer = send(desk, event, "pair", seed="mine")
    assert answer.status_code == 422
    body = answer.content.decode()
    assert "Only with an exception" in body and "the fewest and oldest are" in body
    assert "Draw with this exception" in body and 'name="seed" value="mine"' in body
    assert body.count("button strong") == 1
    assert fresh(event).version == before
    assert send(desk, event, "pair", seed="mine", exceptions="on").status_code == 302
    body = desk.get(page(event)).content.decode()
    assert "rematch" in body and "seed mine" in body
    answer = send(desk, event, "redraw_round", phase=1, round=2)
    assert answer.status_code == 422
    assert reverse("redraw_round", args=[event.slug]) in answer.content.decode()
    assert send(desk, event, "redraw_round", phase=1, round=2, exceptions="on").status_code == 302


def test_two_who_are_kept_apart_are_named_before_they_meet_by_an_exception(desk, organiser):
    event = friday(organiser, names=["Anna", "Ben"])
    pairing_requests.forbid_pair(event, actor_of(organiser), "p1", "p2")
    body = send(desk, event, "pair").content.decode()
    assert "These 2 players cannot be paired while" in body
    assert "Anna – Ben may not meet" in body.replace("Ben – Anna", "Anna – Ben")
    send(desk, event, "pair", exceptions="on")
    assert states(event) == [(1, "draft")]


def test_what_is_no_exception_is_only_said(desk, organiser):
    event = friday(organiser, names=["Anna"])
    answer = send(desk, event, "pair", exceptions="on")
    assert answer.status_code == 422
    assert "at least two players" in answer.content.decode()
    assert "Draw with this exception" not in answer.content.decode()


def test_a_round_can_be_finished_without_drawing_the_next(desk, organiser):
    event = played(friday(organiser), organiser)
    assert "Only finish this round" in desk.get(page(event)).content.decode()
    send(desk, event, "finish_round")
    assert states(event) == [(1, "finished")]
    assert "Pair round 2" in desk.get(page(event)).content.decode()


def test_rounds_that_are_over_can_be_corrected_from_here(desk, organiser):
    event = played(friday(organiser), organiser, rounds=2)
    body = desk.get(page(event)).content.decode()
    assert f"{reverse('desk_results', args=[event.slug])}?phase=1&amp;round=1" in body


def test_the_cut_shows_who_is_in_before_it_is_made(desk, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    body = desk.get(page(event), {"finals": "single", "top": "4"}).content.decode()
    assert "Top 4" in body and "Cut to the top 4" in body
    assert "equal in every column" not in body
    assert body.index('class="flag"') > body.index('class="row-lead">1<')
    answer = send(desk, event, "cut_to_finals", finals="single", top=4)
    assert answer.url == page(event)
    assert states(event) == [(1, "finished"), (1, "draft")]
    assert "Semi-finals, a draft" in desk.get(page(event)).content.decode()


def test_who_ties_at_the_line_is_said(desk, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    body = desk.get(page(event), {"finals": "single", "top": "3"}).content.decode()
    assert "only the order of the list parts them" in body


@pytest.mark.parametrize(
    ("finals", "top", "words"),
    [
        ("mcintyre8", "4", "takes exactly 8 players"),
        ("single", "", "Say how many go on"),
        ("single", "513", "takes 2 to 512 players"),
        ("triple", "8", "not one of the available choices"),
        ("", "8", "Choose the finals"),
    ],
)
def test_a_cut_that_will_not_do_is_refused_beside_the_choice(desk, organiser, finals, top, words):
    event = played(friday(organiser, rounds=1), organiser)
    answer = send(desk, event, "cut_to_finals", finals=finals, top=top)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert states(event) == [(1, "published")]


def test_a_cut_for_more_than_are_left_says_so(desk, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    body = desk.get(page(event), {"finals": "single", "top": "16"}).content.decode()
    assert "only 8 are left" in body
    assert send(desk, event, "cut_to_finals", finals="single", top=16).status_code == 422


def test_a_stale_press_is_refused_in_words(desk, organiser):
    event = paired(friday(organiser), organiser, publish=False)
    late = form(event, phase=1, round=1)
    send(desk, event, "redraw_round", phase=1, round=1, seed="another")
    answer = desk.post(reverse("publish_round", args=[event.slug]), late)
    assert answer.status_code == 422
    assert "has just changed this" in answer.content.decode()
    assert states(event) == [(1, "draft")]


def test_every_state_of_an_event_has_its_page(desk, organiser):
    event = friday(organiser, rounds=1, finals=("single", 2))
    for _ in range(2):
        assert desk.get(page(event)).status_code == 200
        paired(event, organiser)
        assert desk.get(page(event)).status_code == 200
        reported(event, organiser)
    send(desk, event, "finish_round")
    assert desk.get(page(event)).status_code == 200
    assert states(event) == [(1, "finished"), (1, "finished")]


def test_a_cut_from_a_page_that_is_out_of_date_says_why_it_is_refused(desk, organiser):
    event = paired(friday(organiser, rounds=1), organiser)
    answer = send(desk, event, "cut_to_finals", finals="single", top=4)
    assert answer.status_code == 422
    assert "no result yet from table 1, 2, 3, 4" in answer.content.decode()


def test_a_cut_of_nobody_from_a_page_that_is_out_of_date_is_refused_in_words(desk, organiser):
    event = paired(friday(organiser, rounds=1), organiser)
    answer = send(desk, event, "cut_to_finals", finals="", top=4)
    assert answer.status_code == 422
    assert "Choose the finals." in answer.content.decode()
