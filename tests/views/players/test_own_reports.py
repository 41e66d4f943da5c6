"""What a player's own page takes: reports, answers, calls for a judge; and what it refuses."""

import re

import pytest

from tests.views.desk_events import NAMES, actor_of, fresh, friday, open_round, paired, reported
from tests.views.own_pages import address, page, report, table_of, text_of
from tests.views.pod_events import pods
from tournaments.actions.change import Actor
from tournaments.actions.desk import messages
from tournaments.actions.events import events
from tournaments.actions.results import player_reports
from tournaments.models import LogEntry, Message
from tournaments.queries.history.cache import load_history


@pytest.fixture
def event(organiser):
    """Seven players in round 1: three tables and a bye."""
    return paired(friday(organiser, NAMES[:7]), organiser)


def test_one_reports_and_the_other_confirms(client, event):
    first, second = table_of(event)
    assert report(client, event, first, "2-1").status_code == 302
    assert "You won 2–1" in page(client, event, first) and "has not confirmed" in page(client, event, first)
    assert "You lost 1–2 That is right" in page(client, event, second)
    report(client, event, second, "2-1")
    assert "Result stored You lost 1–2" in page(client, event, second)
    assert LogEntry.objects.last().who == f"{first} and {second}"


def test_both_claiming_the_win_see_both_versions(client, event):
    first, second = table_of(event)
    report(client, event, first, "2-0")
    report(client, event, second, "0-2")
    for name, other in ((first, second), (second, first)):
        body = page(client, event, name)
        assert "You do not agree" in body
        assert "You won 2–0" in body and "You lost 0–2 That is right" in body
        assert re.search(rf"{other} at \d\d:\d\d", body)


def test_a_script_is_answered_with_the_live_part_and_told_in_a_sentence_what_is_wrong(client, event):
    first, _second = table_of(event)
    answer = report(client, event, first, "2-1", htmx=True)
    assert answer.status_code == 200 and answer["ETag"]
    assert "<html" not in answer.content.decode() and "You won 2–1" in answer.content.decode()
    wrong = report(client, event, first, "9-1", htmx=True)
    assert wrong.status_code == 422
    assert "more than a best of 3 has" in wrong.content.decode()
    assert "<html" not in wrong.content.decode()


@pytest.mark.parametrize(
    ("said", "words"),
    [("", "Choose a result first"), ("clear", "Choose a result first"), ("two to one", "is no result")],
)
def test_what_is_no_result_is_refused_on_the_page(client, event, said, words):
    first, _second = table_of(event)
    answer = report(client, event, first, said)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert "Who won how many games?" in text_of(answer)


@pytest.mark.parametrize("bad", [{"round": "x"}, {"phase": "99"}, {"round": "9" * 30}, {"seat": ["nobody"]}])
def test_a_report_of_what_is_not_there_is_no_error_page_and_changes_nothing(client, event, bad):
    first, _second = table_of(event)
    before = load_history(fresh(event))
    assert report(client, event, first, "2-0", **bad).status_code in (302, 422)
    assert load_history(fresh(event)) == before


def test_it_is_reported_without_a_cookie_or_a_token_of_the_form(event):
    from django.test import Client

    first, _second = table_of(event)
    assert report(Client(enforce_csrf_checks=True), event, first, "2-0").status_code == 302


def test_a_report_for_a_round_that_has_gone_on_goes_to_the_desk(client, event, organiser):
    first, second = table_of(event)
    old = client.get(address(event, second)).content.decode()
    reported(event, organiser, said="2-0")
    paired(event, organiser)
    sent = {"seat": [], "said": "0-2", "key": "kept"}
    for key, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', old):
        if key == "seat":
            sent["seat"].append(value)
        elif key in ("phase", "round", "table"):
            sent[key] = value
    before = load_history(fresh(event))
    for _ in range(2):
        assert client.post(address(event, second, "report/"), sent).status_code == 302
    assert load_history(fresh(event)) == before
    assert Message.objects.get().text == f"{first} 0–2 {second}"
    assert "came too late to count" in page(client, event, second)


def test_a_judge_is_called_once_and_the_phone_hears_that_it_was_seen(client, event, organiser):
    first, second = table_of(event)
    for name in (first, second):
        client.post(address(event, name, "judge/"), {"key": name})
    message = Message.objects.get()
    assert "A judge was called to table 1" in page(client, event, second)
    messages.close_message(fresh(event), actor_of(organiser), message.pk)
    assert "The desk has seen your call" in page(client, event, second)


@pytest.mark.parametrize(
    ("how", "words"), [("slips", "fill in the slip"), ("organisers", "comes to your table")]
)
def test_where_players_do_not_report_it_says_who_does(client, event, organiser, how, words):
    first, _second = table_of(event)
    said = {"phase": 1, "round": 1, "table": 1, "seat": ["p1"], "said": "2-0"}
    events.change_settings(event, actor_of(organiser), 1, reporting=how)
    assert words in page(client, event, first)
    answer = client.post(address(event, first, "report/"), said)
    assert answer.status_code == 422 and words in text_of(answer)


def test_a_pod_is_reported_by_name_or_by_places(client, event_from):
    event = event_from(pods(4, 4))
    names = table_of(event)
    body = page(client, event, names[1])
    assert "Who won?" in body and "You seat 2" in body
    report(client, event, names[1], "2")
    report(client, event, names[0], "", place=["2", "1", "3", "4"])
    assert "You do not agree" in page(client, event, names[2])
    report(client, event, names[0], "2")
    assert "Result stored You won" in page(client, event, names[1])


@pytest.mark.parametrize("more", ["report/", "judge/"])
def test_whoever_comes_back_to_the_address_of_a_refusal_finds_the_page(client, event, more):
    first, _second = table_of(event)
    assert client.get(address(event, first, more)).url == address(event, first)


def test_a_report_that_nobody_answered_is_stored_when_any_page_asks(client, event, organiser):
    events.change_settings(event, actor_of(organiser), 1, report_minutes=1)
    first, _second = table_of(event)
    report(client, event, first, "2-0")
    assert "data-settles-at" in client.get(address(event, first)).content.decode()
    settle = f"/e/{event.slug}/settle/"
    assert client.post(settle).status_code == 204
    assert open_round(event).matches.first().seats.first().claim
    later = fresh(event).log.last().at.replace(year=2999)
    player_reports.confirm_expired_reports(fresh(event), Actor("", now=later))
    assert "Result stored" in page(client, event, first)
    assert client.get(settle).status_code == 405
