"""The desk's front page: the next step, results by keyboard, what was just done."""

import re

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.support.desk_events import actor_of, form, fresh, friday, paired, played, reported
from tests.support.pages import desk_address, headline, source_of
from tournaments.models import LogEntry
from tournaments.rounds.actions.rounds import unpublish_round


def test_the_desk_first_asks_for_players(desk, organiser):
    answer = desk.get(desk_address(friday(organiser, names=())))
    assert headline(answer) == "No players yet"
    assert "Add players" in answer.content.decode()


def test_with_players_it_offers_round_1(desk, organiser):
    answer = desk.get(desk_address(friday(organiser)))
    assert headline(answer) == "8 players"
    assert f'formaction="{reverse("pair", args=["friday-night"])}"' in answer.content.decode()


def test_a_draft_waits_to_be_published(desk, organiser):
    event = paired(friday(organiser), organiser, publish=False)
    answer = desk.get(desk_address(event))
    assert headline(answer) == "Round 1: draft ready"
    assert "Publish round 1" in answer.content.decode()


def test_missing_results_block_the_button_which_says_why(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=1)
    answer = desk.get(desk_address(event))
    assert headline(answer) == "3 results missing"
    body = answer.content.decode()
    assert re.search(r'class="button strong blocked"[^>]*aria-disabled="true"', body)
    assert "Available once all 4 results are in" in body
    pressed = desk.post(reverse("pair", args=[event.slug]), form(event))
    assert pressed.status_code == 422
    assert "Waiting for the result of table 2, 3, 4" in pressed.content.decode()
    assert fresh(event).version == event.version


def test_with_all_results_the_next_round_is_one_button_away(desk, organiser):
    event = played(friday(organiser), organiser)
    assert headline(desk.get(desk_address(event))) == "All 4 results are in"
    assert desk.post(reverse("pair", args=[event.slug]), form(event)).status_code == 302
    assert headline(desk.get(desk_address(event))) == "Round 2: draft ready"


def test_after_the_last_round_it_offers_the_cut_that_is_set(desk, organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 4)), organiser)
    body = desk.get(desk_address(event)).content.decode()
    assert "Cut to top 4" in body
    desk.post(reverse("pair", args=[event.slug]), form(event))
    assert headline(desk.get(desk_address(event))) == "Semi-finals: draft ready"


def test_without_finals_it_ends_the_event(desk, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    body = desk.get(desk_address(event)).content.decode()
    assert "Next step: end the event" in body
    assert "Add a top cut" in body


def test_a_finished_event_polls_once_a_minute(desk, organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 2)), organiser, rounds=2)
    answer = desk.get(desk_address(event))
    assert headline(answer) == "The result is in"
    assert "End event" in answer.content.decode()
    desk.post(reverse("finish_round", args=[event.slug]), form(event))
    answer = desk.get(desk_address(event))
    assert headline(answer).startswith("Champion: ")
    assert "next-form" in answer.content.decode()
    assert "button strong" not in answer.content.decode()
    assert 'hx-trigger="every 60s"' in answer.content.decode()


def test_just_done_undoes_the_last_action(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=1)
    body = desk.get(desk_address(event)).content.decode()
    entry_id = re.search(r'form="undo-form" name="entry" value="(\d+)"', body).group(1)
    answer = desk.post(
        reverse("undo", args=[event.slug]), form(event, entry=entry_id, back="desk"), follow=True
    )
    assert headline(answer) == "4 results missing"
    assert "undone by organiser" in answer.content.decode()


def test_a_conflicting_undo_is_refused_and_names_the_change(desk, organiser):
    event = paired(friday(organiser), organiser)
    entry = LogEntry.objects.filter(event=event).last()
    event = reported(event, organiser, count=1)
    answer = desk.post(reverse("undo", args=[event.slug]), form(event, entry=entry.id))
    assert answer.status_code == 422
    assert "changed the same thing later" in answer.content.decode()


def test_a_repeated_undo_undoes_one_action(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=2)
    last = LogEntry.objects.filter(event=event).last()
    for _ in range(2):
        answer = desk.post(reverse("undo", args=[event.slug]), form(event, entry=last.id))
        assert answer.status_code == 302
    assert LogEntry.objects.filter(event=event, action="undo").count() == 1


def test_the_desk_has_a_fixed_number_of_queries(desk, organiser):
    few = reported(paired(friday(organiser), organiser), organiser, count=1)
    many = friday(organiser, names=[f"Player {n}" for n in range(80)])
    many = reported(paired(many, organiser), organiser, count=1)

    def count_queries(event):
        with CaptureQueriesContext(connection) as caught:
            assert desk.get(desk_address(event)).status_code == 200
        return len(caught)

    desk.get(reverse("account"))  # a session is written the first time that it is entry
    assert count_queries(few) == count_queries(many) <= 25


def test_a_published_round_is_public_and_a_draft_is_not(desk, client, organiser):
    event = paired(friday(organiser), organiser, publish=False)
    answer = desk.post(reverse("publish_round", args=[event.slug]), form(event, phase=1, round=1))
    assert answer.url == desk_address(event)
    assert headline(desk.get(desk_address(event))) == "4 results missing"
    unpublish_round(event, actor_of(organiser), 1, 1)
    assert headline(desk.get(desk_address(event))) == "Round 1: draft ready"


def test_before_round_1_the_format_is_one_line(desk, organiser):
    event = friday(organiser, rounds=5, finals=("single", 8))
    body = source_of(desk.get(desk_address(event)))
    assert "Magic, 5 rounds, best of 3, then top 8 single elimination<a" in body
    assert reverse("settings_format", args=[event.slug]) in body.split('class="next-format">')[1]
    assert "next-format" not in desk.get(desk_address(paired(event, organiser))).content.decode()


def test_the_hints_of_the_keyboard_entry_follow_the_rulebook(desk, organiser):
    event = paired(friday(organiser, rulebook="magic"), organiser)
    body = desk.get(desk_address(event)).content.decode()
    assert "third number = drawn games" in body and "2 to 1 in games" in body
    event = paired(friday(organiser, rulebook="fair-hearthstone"), organiser)
    body = desk.get(desk_address(event)).content.decode()
    assert "drawn" not in body.split('id="entry"')[1].split("</form>")[0].split('class="entry-readback"')[1]
    assert 'name="drawn_games"' not in body and "drawn game" not in body
    assert "3 to 2 in games" in body
