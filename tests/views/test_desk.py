"""The desk's front page: the next step, results by keyboard, what was just done."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.views.desk_events import by, form, fresh, friday, paired, played, reported
from tournaments.actions import rounds
from tournaments.models import LogEntry
from tournaments.views.posting import new_key


def front(event):
    return reverse("desk", args=[event.slug])


def headline(answer) -> str:
    return re.search(r"<h1>(.*?)</h1>", answer.content.decode(), re.S).group(1)


def entry(event, table, first, second, **more):
    """What the entry band sends for the open round of a one-phase event."""
    number = event.phases.get(number=1).rounds.count()
    typed = {"table": table, "first": first, "second": second, "drawn": "", "from": "entry"}
    return form(event, phase=1, round=number, **typed, **more)


def report(desk, event, said, **more):
    return desk.post(reverse("report", args=[event.slug]), said, **more)


HTMX = {"headers": {"HX-Request": "true"}}


def test_the_desk_first_asks_for_players(desk, organiser):
    answer = desk.get(front(friday(organiser, names=())))
    assert headline(answer) == "No players yet"
    assert "Add players" in answer.content.decode()


def test_with_players_it_offers_round_1(desk, organiser):
    answer = desk.get(front(friday(organiser)))
    assert headline(answer) == "8 players, 3 rounds"
    assert f'formaction="{reverse("pair", args=["friday-night"])}"' in answer.content.decode()


def test_a_draft_waits_to_be_published(desk, organiser):
    event = paired(friday(organiser), organiser, publish=False)
    answer = desk.get(front(event))
    assert headline(answer) == "Round 1: the draft is ready"
    assert "Publish round 1" in answer.content.decode()


def test_missing_results_block_the_button_which_says_why(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=1)
    answer = desk.get(front(event))
    assert headline(answer) == "3 results missing"
    body = answer.content.decode()
    assert re.search(r'class="button strong blocked"[^>]*aria-disabled="true"', body)
    assert "opens when all 4 are in" in body
    pressed = desk.post(reverse("pair", args=[event.slug]), form(event))
    assert pressed.status_code == 422
    assert "no result yet from table 2, 3, 4" in pressed.content.decode()
    assert fresh(event).version == event.version


def test_with_every_result_in_the_next_round_is_one_press_away(desk, organiser):
    event = played(friday(organiser), organiser)
    assert headline(desk.get(front(event))) == "All 4 results are in"
    assert desk.post(reverse("pair", args=[event.slug]), form(event)).status_code == 302
    assert headline(desk.get(front(event))) == "Round 2: the draft is ready"


def test_after_the_last_round_it_offers_the_cut_that_is_set(desk, organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 4)), organiser)
    body = desk.get(front(event)).content.decode()
    assert "Cut to the top 4" in body
    desk.post(reverse("pair", args=[event.slug]), form(event))
    assert headline(desk.get(front(event))) == "Semi-finals: the draft is ready"


def test_without_finals_it_offers_the_choice(desk, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    body = desk.get(front(event)).content.decode()
    assert "Next step: cut to the finals, or end the event" in body


def test_a_champion_ends_the_event_and_the_page_asks_no_more(desk, organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 2)), organiser, rounds=2)
    answer = desk.get(front(event))
    assert headline(answer) == "The result is in"
    assert "End the event" in answer.content.decode()
    desk.post(reverse("finish_round", args=[event.slug]), form(event))
    answer = desk.get(front(event))
    assert headline(answer).endswith(" wins")
    assert "next-form" in answer.content.decode()
    assert "button strong" not in answer.content.decode()
    assert "hx-trigger" not in answer.content.decode()


def test_a_typed_result_is_stored_and_read_back_with_its_undo(desk, organiser):
    event = paired(friday(organiser), organiser)
    answer = report(desk, event, entry(event, "2", "2", "1"), **HTMX)
    assert answer.status_code == 200
    body = answer.content.decode()
    assert re.search(r"Table 2: \w+ 2–1 \w+", body)
    assert 'name="table"' in body and "autofocus" in body
    assert 'formaction="/e/friday-night/desk/log/undo/?entry=' in body
    assert "changed" in answer["HX-Trigger"]
    assert "<html" not in body
    assert headline(desk.get(front(event))) == "3 results missing"


def test_without_script_a_typed_result_comes_back_to_the_desk(desk, organiser):
    event = paired(friday(organiser), organiser)
    answer = report(desk, event, entry(event, "2", "2", "1"), follow=True)
    assert answer.redirect_chain == [(front(event), 302)]
    assert "Table 2:" in answer.content.decode()


def test_the_tab_of_the_results_counts_along(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=1)
    body = desk.get(front(event)).content.decode()
    assert '<small data-filled="tab-results">1 of 4</small>' in body
    assert '<p hidden data-fills="tab-results">1 of 4</p>' in body


def test_an_earlier_round_leaves_the_counts_of_the_current_one(desk, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    body = desk.get(reverse("desk_results", args=[event.slug]), {"phase": 1, "round": 1}).content.decode()
    assert "4 of 4 results in" in body and "data-fills" not in body
    assert '<small data-filled="tab-results">0 of 4</small>' in body


def test_drawn_games_are_a_third_figure(desk, organiser):
    event = paired(friday(organiser), organiser)
    report(desk, event, {**entry(event, "1", "1", "1"), "drawn": "1"}, **HTMX)
    match = event.phases.get(number=1).rounds.get().matches.get(table=1)
    assert match.drawn_games == 1


def test_an_unknown_table_keeps_what_was_typed_and_says_so(desk, organiser):
    event = paired(friday(organiser), organiser)
    for how in (HTMX, {}):
        answer = report(desk, event, entry(event, "40", "2", "1"), **how)
        assert answer.status_code == 422
        body = answer.content.decode()
        assert "There is no table 40 in round 1." in body
        assert 'value="40"' in body and 'value="2"' in body
        assert re.search(r'name="table"[^>]* autofocus', body)
        assert "part=progress" in body if not how else "part=progress" not in body


@pytest.mark.parametrize("typed", [("", "2", "1"), ("1", "x", "1"), ("1", "2", ""), ("²", "2", "1")])
def test_nonsense_is_refused_in_words(desk, organiser, typed):
    event = paired(friday(organiser), organiser)
    answer = report(desk, event, entry(event, *typed), **HTMX)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert fresh(event).version == event.version


def test_more_games_than_the_match_has_are_asked_about_once(desk, organiser):
    event = paired(friday(organiser), organiser)
    asked = report(desk, event, entry(event, "1", "3", "1"), **HTMX)
    assert asked.status_code == 422
    body = asked.content.decode()
    assert "more than a best of 3 has" in body
    assert 'name="sure" value="3-1"' in body
    other = report(desk, event, entry(event, "1", "4", "1", sure="3-1"), **HTMX)
    assert other.status_code == 422
    stored = report(desk, event, entry(event, "1", "3", "1", sure="3-1"), **HTMX)
    assert stored.status_code == 200


def test_a_form_sent_twice_is_stored_once(desk, organiser):
    event = paired(friday(organiser), organiser)
    said = entry(event, "2", "2", "1")
    assert report(desk, event, said, **HTMX).status_code == 200
    assert report(desk, event, said, **HTMX).status_code == 200
    assert LogEntry.objects.filter(event=event, action="report_result").count() == 1


def test_a_table_that_somebody_else_has_changed_since_is_refused(desk, organiser):
    event = paired(friday(organiser), organiser)
    late = entry(event, "1", "2", "0")
    reported(event, organiser, count=1, said="0-2")
    answer = report(desk, event, late, **HTMX)
    assert answer.status_code == 422
    assert "has just changed this" in answer.content.decode()


def test_what_the_band_itself_has_stored_is_corrected_at_once(desk, organiser):
    event = paired(friday(organiser), organiser)
    seen = event.version
    answer = report(desk, event, entry(event, "1", "2", "0"), **HTMX)
    key = re.search(r'name="key" value="([^"]+)"', answer.content.decode())[1]
    corrected = entry(event, "1", "0", "2") | {"key": key, "version": seen}
    assert "Table 1" in report(desk, event, corrected, **HTMX).content.decode()
    reported(event, organiser, count=1, said="1-1")
    late = entry(event, "1", "2", "1") | {"key": new_key(key), "version": seen}
    assert "has just changed this" in report(desk, event, late, **HTMX).content.decode()


def test_the_entry_form_stands_outside_of_what_is_swapped(desk, organiser):
    event = paired(friday(organiser), organiser)
    part = desk.get(front(event), {"part": "progress"})
    body = part.content.decode()
    assert "data-entry" not in body
    assert "csrfmiddlewaretoken" not in body
    assert 'data-match="4"' in body
    again = desk.get(front(event), {"part": "progress"}, headers={"If-None-Match": part["ETag"]})
    assert again.status_code == 304


def test_just_done_takes_the_last_action_back(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=1)
    body = desk.get(front(event)).content.decode()
    entry_id = re.search(r'form="undo-form" name="entry" value="(\d+)"', body).group(1)
    answer = desk.post(
        reverse("undo", args=[event.slug]), form(event, entry=entry_id, back="desk"), follow=True
    )
    assert headline(answer) == "4 results missing"
    assert "taken back by organiser" in answer.content.decode()


def test_an_undo_of_what_is_no_longer_last_is_refused(desk, organiser):
    event = paired(friday(organiser), organiser)
    seen = LogEntry.objects.filter(event=event).last()
    event = reported(event, organiser, count=1)
    answer = desk.post(reverse("undo", args=[event.slug]), form(event, entry=seen.id))
    assert answer.status_code == 422
    assert "Something else was done after it" in answer.content.decode()


def test_the_same_undo_twice_takes_back_one_action(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=2)
    last = LogEntry.objects.filter(event=event).last()
    for _ in range(2):
        answer = desk.post(reverse("undo", args=[event.slug]), form(event, entry=last.id))
        assert answer.status_code == 302
    assert LogEntry.objects.filter(event=event, action="undo").count() == 1


def test_a_desk_of_forty_tables_asks_the_database_as_often_as_one_of_four(desk, organiser):
    few = reported(paired(friday(organiser), organiser), organiser, count=1)
    many = friday(organiser, names=[f"Player {n}" for n in range(80)])
    many = reported(paired(many, organiser), organiser, count=1)

    def asked(event):
        with CaptureQueriesContext(connection) as caught:
            assert desk.get(front(event)).status_code == 200
        return len(caught)

    assert asked(few) == asked(many) <= 25


def test_a_published_round_is_seen_by_everybody_and_a_draft_is_not(desk, client, organiser):
    event = paired(friday(organiser), organiser, publish=False)
    answer = desk.post(reverse("publish_round", args=[event.slug]), form(event, phase=1, round=1))
    assert answer.url == front(event)
    assert headline(desk.get(front(event))) == "4 results missing"
    rounds.unpublish_round(event, by(organiser), 1, 1)
    assert headline(desk.get(front(event))) == "Round 1: the draft is ready"
