"""The round at the desk: pair, check, publish, undo, finish; and the cut."""

import re

import pytest
from django.urls import reverse

from tests.support.desk_events import NAMES, actor_of, form, fresh, friday, paired, played, reported
from tests.support.pages import source_of
from tests.support.pod_events import two_rounds
from tournaments.history.cache import load_history
from tournaments.models import LogEntry, Notice, Round
from tournaments.rounds.actions.requests import forbid_pair
from tournaments.rules.finals import FINALS
from tournaments.rules.standings.standings import standings


def page(event):
    return reverse("desk_round", args=[event.slug])


def cut_page(event):
    return reverse("cut_to_finals", args=[event.slug])


def send(desk, event, page, /, follow=False, **fields):
    return desk.post(reverse(page, args=[event.slug]), form(event, **fields), follow=follow)


def states(event) -> list[tuple[int, str]]:
    rows = Round.objects.filter(phase__event=event).order_by("phase__number", "number")
    return [(row.number, row.state) for row in rows]


def test_pairing_creates_a_draft_with_reasons(desk, organiser):
    event = played(friday(organiser), organiser)
    answer = send(desk, event, "pair", follow=True)
    assert answer.redirect_chain == [(page(event), 302)]
    assert states(event) == [(1, "finished"), (2, "draft")]
    body = answer.content.decode()
    assert "Round 2 (draft)" in body
    assert "Both on 3 points" in body
    assert "1–0" in body


def test_a_typed_seed_is_used_for_the_draw(desk, organiser):
    event = friday(organiser)
    send(desk, event, "pair", seed="a fair seed")
    assert "seed a fair seed" in desk.get(page(event)).content.decode()


def test_a_repeated_pairing_draws_one_round(desk, organiser):
    event = friday(organiser)
    sent = form(event)
    for _ in range(2):
        assert desk.post(reverse("pair", args=[event.slug]), sent).status_code == 302
    assert states(event) == [(1, "draft")]


def test_a_draft_is_redrawn_published_and_unpublished(desk, organiser):
    event = paired(friday(organiser), organiser, publish=False)
    send(desk, event, "redraw_round", phase=1, round=1, seed="another")
    assert "seed another" in desk.get(page(event)).content.decode()
    send(desk, event, "publish_round", phase=1, round=1)
    assert states(event) == [(1, "published")]
    send(desk, event, "unpublish_round", phase=1, round=1)
    assert states(event) == [(1, "draft")]


def test_a_draft_can_be_undone(desk, organiser):
    event = paired(friday(organiser), organiser, publish=False)
    assert "Discard draft" in desk.get(page(event)).content.decode()
    entry = LogEntry.objects.filter(event=event).last()
    answer = send(desk, event, "undo", entry=entry.id, back="desk_round")
    assert answer.url == page(event)
    assert states(event) == []


def test_a_round_with_results_stays_published(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=1)
    assert "Unpublish" not in desk.get(page(event)).content.decode()
    answer = send(desk, event, "unpublish_round", phase=1, round=1)
    assert answer.status_code == 422
    assert "Clear them before you unpublish it" in answer.content.decode()


@pytest.mark.parametrize("where", [{}, {"phase": 1, "round": 9}, {"phase": "x", "round": "²"}])
def test_an_unknown_round_is_refused_with_a_message(desk, organiser, where):
    event = paired(friday(organiser), organiser, publish=False)
    answer = send(desk, event, "publish_round", **where)
    assert answer.status_code == 422
    assert "There is no round" in answer.content.decode()


def test_a_draft_with_a_dropped_player_must_be_redrawn(desk, organiser):
    event = paired(friday(organiser), organiser, publish=False)
    desk.post(reverse("drop_player", args=[event.slug, "p1"]), form(event))
    answer = send(desk, event, "publish_round", phase=1, round=1)
    assert answer.status_code == 422
    assert "Anna has dropped. Pair round 1 again or adjust it." in answer.content.decode()


def test_an_exception_is_made_only_after_consent(desk, organiser):
    event = played(friday(organiser, names=["Anna", "Ben"], rounds=3), organiser)
    before = fresh(event).version
    answer = send(desk, event, "pair", seed="mine")
    assert answer.status_code == 422
    body = answer.content.decode()
    assert "Exception needed" in body and "The fewest and oldest rematches are" in body
    assert "Pair with this exception" in body and 'name="seed" value="mine"' in body
    assert body.count("button strong") == 1
    assert fresh(event).version == before
    assert send(desk, event, "pair", seed="mine", exceptions="on").status_code == 302
    body = desk.get(page(event)).content.decode()
    assert "rematch" in body and "seed mine" in body
    answer = send(desk, event, "redraw_round", phase=1, round=2)
    assert answer.status_code == 422
    assert reverse("redraw_round", args=[event.slug]) in answer.content.decode()
    assert send(desk, event, "redraw_round", phase=1, round=2, exceptions="on").status_code == 302


def test_an_exception_names_the_pair_that_is_kept_apart(desk, organiser):
    event = friday(organiser, names=["Anna", "Ben"])
    forbid_pair(event, actor_of(organiser), "p1", "p2")
    body = send(desk, event, "pair").content.decode()
    assert "These 2 players can’t be paired if" in body
    assert "Anna – Ben are kept apart" in body.replace("Ben – Anna", "Anna – Ben")
    send(desk, event, "pair", exceptions="on")
    assert states(event) == [(1, "draft")]


def test_other_violations_offer_no_exception(desk, organiser):
    event = friday(organiser, names=["Anna"])
    answer = send(desk, event, "pair", exceptions="on")
    assert answer.status_code == 422
    assert "at least two players" in answer.content.decode()
    assert "Pair with this exception" not in answer.content.decode()


def test_a_round_can_be_finished_without_drawing_the_next(desk, organiser):
    event = played(friday(organiser), organiser)
    assert "Finish round only" in desk.get(page(event)).content.decode()
    send(desk, event, "finish_round")
    assert states(event) == [(1, "finished")]
    assert "Pair round 2" in desk.get(page(event)).content.decode()


def test_finished_rounds_link_to_their_corrections(desk, organiser):
    event = played(friday(organiser), organiser, rounds=2)
    body = desk.get(page(event)).content.decode()
    assert f"{reverse('desk', args=[event.slug])}?phase=1&amp;round=1" in body


def test_the_cut_has_a_preview(desk, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    body = desk.get(cut_page(event), {"finals": "single", "top": "4"}).content.decode()
    assert "Top 4" in body and "Cut to the top 4" in body
    assert "tied on every tiebreaker" not in body
    assert body.index('class="flag"') > body.index('class="row-lead">1<')
    answer = send(desk, event, "cut_to_finals", finals="single", top=4)
    assert answer.url == page(event)
    assert states(event) == [(1, "finished"), (1, "draft")]
    assert "Semi-finals (draft)" in desk.get(page(event)).content.decode()


def test_ties_at_the_cut_line_are_named(desk, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    body = desk.get(cut_page(event), {"finals": "single", "top": "3"}).content.decode()
    assert "the order of the list decides" in body


@pytest.mark.parametrize(
    ("finals", "top", "words"),
    [
        ("mcintyre8", "4", "takes exactly 8 players"),
        ("single", "", "Enter how many players make the cut"),
        ("single", "513", "takes 2 to 512 players"),
        ("triple", "8", "not one of the available choices"),
        ("", "8", "Choose a top cut"),
    ],
)
def test_an_invalid_cut_is_refused_with_an_error_at_the_field(desk, organiser, finals, top, words):
    event = played(friday(organiser, rounds=1), organiser)
    answer = send(desk, event, "cut_to_finals", finals=finals, top=top)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert states(event) == [(1, "published")]


def test_a_cut_larger_than_the_field_is_refused(desk, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    body = desk.get(cut_page(event), {"finals": "single", "top": "16"}).content.decode()
    assert "only 8 are left" in body
    assert send(desk, event, "cut_to_finals", finals="single", top=16).status_code == 422


def test_an_outdated_button_is_refused_with_a_message(desk, organiser):
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


def test_a_cut_from_an_outdated_page_is_refused_with_the_reason(desk, organiser):
    event = paired(friday(organiser, rounds=1), organiser)
    answer = send(desk, event, "cut_to_finals", finals="single", top=4)
    assert answer.status_code == 422
    assert "Waiting for the result of table 1, 2, 3, 4" in answer.content.decode()


def test_an_empty_cut_from_an_outdated_page_is_refused_with_a_message(desk, organiser):
    event = paired(friday(organiser, rounds=1), organiser)
    answer = send(desk, event, "cut_to_finals", finals="", top=4)
    assert answer.status_code == 422
    assert "Choose a top cut." in answer.content.decode()


def test_the_seed_and_the_proof_are_folded(desk, draft):
    visible, _summary, folded = desk.get(page(draft)).content.decode().partition('<details class="more">')
    assert "(proven)" not in visible and "a seed" not in visible
    folded = folded.partition("</details>")[0]
    assert (
        "How this round was paired" in folded
        and "(proven)" in folded
        and "Paired from seed a seed." in folded
    )


@pytest.mark.django_db(transaction=True)
def test_finishing_the_last_round_ends_the_event(desk, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    answer = desk.post(reverse("finish_round", args=[event.slug]), form(event), follow=True)
    body = answer.content.decode()
    assert "<p>Event ended: 4 players tie for first</p>" in body and "Round finished" not in body
    log = desk.get(reverse("desk_log", args=[event.slug])).content.decode()
    assert "Event ended" in log and "Round 1 finished" not in log


def strong_button(body):
    """The page's one strong button, in words."""
    (words,) = re.findall(r'class="button strong"[^>]*>(.*?)</', body, re.S)
    return words.strip()


def test_after_the_last_round_the_strong_button_ends_the_event_and_names_the_winner(desk, organiser):
    event = played(friday(organiser, names=NAMES[:4], rounds=2), organiser, rounds=2)
    leader = load_standings(event)[0]
    for address in (reverse("desk", args=[event.slug]), page(event)):
        body = desk.get(address).content.decode()
        assert strong_button(body) == f"End event: {leader} wins"
        assert "Add a top cut</a>" in body and "Cut to" not in body and 'type="radio"' not in body
    ended = send(desk, event, "finish_round", follow=True).content.decode()
    assert f"<h1>Champion: {leader}</h1>" in ended


def test_a_tie_is_named_before_the_event_ends_and_after(desk, organiser):
    event = played(friday(organiser, names=NAMES[:4], rounds=1, rulebook="pods-multiplayer"), organiser)
    leaders = load_standings(event)
    assert strong_button(desk.get(page(event)).content.decode()) == (
        f"End event: {leaders[0]} and {leaders[1]} tie for first"
    )
    ended = send(desk, event, "finish_round", follow=True).content.decode()
    assert f"<h1>{leaders[0]} and {leaders[1]} tie for first</h1>" in ended


def load_standings(event):
    """The names of the players in first place."""
    history = load_history(fresh(event))
    return [row.name for row in standings(history.phase(1), live=True).rows if row.rank == 1]


def test_the_end_of_an_event_is_undone_with_one_press_and_sends_nothing(desk, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    ended = send(desk, event, "finish_round", follow=True).content.decode()
    undo = re.search(r'formaction="([^"]*/undo/[^"]*)"|action="([^"]*/undo/[^"]*)"', ended)
    address = (undo[1] or undo[2]).replace("&amp;", "&")
    desk.post(address, form(event))
    assert states(event) == [(1, "published")]
    assert not event.notices.filter(kind=Notice.END).exists() and not event.mails.exists()
    assert "End event: " in desk.get(page(event)).content.decode()


def test_pods_without_a_cut_end_too_and_offer_finals_of_pods_behind_a_link(desk, organiser, event_from):
    event = event_from(two_rounds() | {"phases": [two_rounds()["phases"][0] | {"settings": {"rounds": 2}}]})
    event = reported(event, organiser, result_text="1")
    body = desk.get(reverse("desk", args=[event.slug])).content.decode()
    assert strong_button(body).startswith("End event: ")
    assert "Add pod finals</a>" in body and "single elimination" not in body
    finals = desk.get(cut_page(event)).content.decode()
    assert "Top 4, one pod" in finals and "Single elimination" not in finals
    assert strong_button(finals) == "Cut to the top 4"
    send(desk, event, "cut_to_finals", finals="pods4", top=4)
    assert "Final pod (draft)" in desk.get(page(event)).content.decode()


def test_a_cut_that_nobody_planned_says_how_many_results_it_waits_for(desk, organiser):
    event = reported(paired(friday(organiser, rounds=1), organiser), organiser, count=2)
    assert "Add a top cut</a>" in desk.get(reverse("desk", args=[event.slug])).content.decode()
    body = desk.get(cut_page(event)).content.decode()
    assert "2 results are missing. The cut can be made once they are in." in body
    assert "button strong" not in body


def test_the_usual_cut_comes_first_and_other_formats_are_folded(desk, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    body = desk.get(cut_page(event)).content.decode()
    assert strong_button(body) == "Cut to the top 8"
    visible, folded = body.split("More formats</summary>")
    assert visible.count('type="radio"') == 1 and "checked" in visible.split('type="radio"')[1]
    assert folded.split("</details>")[0].count('type="radio"') == len(FINALS) - 1


def test_another_format_chosen_is_not_folded(desk, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    body = source_of(desk.get(cut_page(event), {"finals": "double", "top": "4"}))
    visible, _folded = body.split("More formats</summary>")
    assert re.findall(r'type="radio" name="finals" value="(\w+)"( checked)?', visible) == [
        ("single", ""),
        ("double", " checked"),
    ]
    assert "Cut to the top 4" in body and "Double elimination. You can review it" in body


def test_the_page_of_the_round_shows_scores_and_reports_but_not_who_is_waiting(desk, organiser):
    event = paired(friday(organiser), organiser)
    reported(event, organiser, count=1)
    match = load_history(fresh(event)).phase(1).rounds[0].matches[1]
    token = event.players.get(public_id=match.players[0]).secret
    report = {"phase": 1, "round": 1, "table": match.table, "seat": match.players, "result_text": "2-0"}
    desk.post(reverse("report_own", args=[event.slug, token]), {**report, "key": "a phone"})
    page = source_of(desk.get(reverse("desk_round", args=[event.slug])))
    assert '<span class="points">2–1</span>' in page
    assert "1 of 2 reported" in page and page.count('<span class="hidden">waiting</span>') == 2
    assert "says 2–0" in source_of(desk.get(reverse("desk", args=[event.slug])))
