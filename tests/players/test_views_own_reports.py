"""Reports, answers and judge calls from a player's own page, and their validation."""

import re

import pytest

from tests.support.desk_events import NAMES, actor_of, fresh, friday, open_round, paired, reported
from tests.support.own_pages import address, page, report, table_of, text_of
from tests.support.pod_events import pods
from tournaments.changes.change import Actor
from tournaments.desk.actions import close_message
from tournaments.events.actions.events import change_settings
from tournaments.history.cache import load_history
from tournaments.models import LogEntry, Message, ResultRevision
from tournaments.results.actions.reports import confirm_expired_reports


@pytest.fixture
def event(organiser):
    """Seven players in round 1: three tables and a bye."""
    return paired(friday(organiser, NAMES[:7]), organiser)


def test_a_report_is_confirmed_by_the_opponent(client, event):
    first, second = table_of(event)
    assert report(client, event, first, "2-1").status_code == 302
    assert f"You 2–1 {second} Waiting for {second}" in page(client, event, first)
    assert "You lost 1–2 Confirm" in page(client, event, second)
    report(client, event, second, "2-1")
    assert f"You 1–2 {first} Confirmed" in page(client, event, second)
    assert LogEntry.objects.last().who == f"{first} and {second}"


def test_disputing_players_see_both_reports(client, event):
    first, second = table_of(event)
    report(client, event, first, "2-0")
    report(client, event, second, "0-2")
    for name, other in ((first, second), (second, first)):
        body = page(client, event, name)
        assert f"You 2–0 {other} Disputed result" in body and "You lost 0–2 Confirm" in body
        assert re.search(rf"{other} at \d\d:\d\d", body)


def test_htmx_requests_get_the_fragment_or_the_error(client, event):
    first, _second = table_of(event)
    response = report(client, event, first, "2-1", htmx=True)
    assert response.status_code == 200 and response["ETag"]
    assert "<html" not in response.content.decode() and "You 2–1" in text_of(response)
    wrong = report(client, event, first, "9-1", htmx=True)
    assert wrong.status_code == 422
    assert "isn’t possible in a best of 3" in wrong.content.decode()
    assert "<html" not in wrong.content.decode()


@pytest.mark.parametrize(
    ("result_text", "error"),
    [("", "Choose a result first"), ("clear", "Choose a result first"), ("two to one", "isn’t a result")],
)
def test_an_invalid_result_is_refused_on_the_page(client, event, result_text, error):
    first, _second = table_of(event)
    response = report(client, event, first, result_text)
    assert response.status_code == 422
    assert error in text_of(response)
    assert "Report the result" in text_of(response)


@pytest.mark.parametrize("bad", [{"round": "x"}, {"phase": "99"}, {"round": "9" * 30}, {"seat": ["nobody"]}])
def test_a_report_of_an_unknown_table_changes_nothing(client, event, bad):
    first, _second = table_of(event)
    before = load_history(fresh(event))
    assert report(client, event, first, "2-0", **bad).status_code in (302, 422)
    assert load_history(fresh(event)) == before


def test_reporting_needs_no_cookie_or_csrf_token(event):
    from django.test import Client

    first, _second = table_of(event)
    assert report(Client(enforce_csrf_checks=True), event, first, "2-0").status_code == 302


def test_a_late_report_becomes_a_message_to_the_desk(client, event, organiser):
    first, second = table_of(event)
    old = client.get(address(event, second)).content.decode()
    reported(event, organiser, result_text="2-0")
    paired(event, organiser)
    sent = {"seat": [], "result_text": "0-2", "key": "kept"}
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
    assert "arrived too late to count" in page(client, event, second)


def test_a_report_that_a_phone_stored_before_the_upgrade_counts_once(client, event):
    """The body is what the outbox of release 1.1 stored; a phone sends it again if an answer is lost."""
    first, second = table_of(event)
    seats = [event.players.get(name=name).public_id for name in (first, second)]
    stored = {"key": "stored", "phase": 1, "round": 1, "table": 1, "seat": seats, "said": "2-1", "drops": 1}
    for _sent in range(2):
        response = client.post(address(event, first, "report/"), stored, headers={"HX-Request": "true"})
        assert response.status_code == 200
    assert "You 2–1" in page(client, event, first) and "You lost 1–2 Confirm" in page(client, event, second)
    assert ResultRevision.objects.count() == 1


def test_a_judge_call_is_sent_once_and_its_answer_shown(client, event, organiser):
    first, second = table_of(event)
    for name in (first, second):
        client.post(address(event, name, "judge/"), {"key": name})
    message = Message.objects.get()
    assert "A judge was called to table 1" in page(client, event, second)
    close_message(fresh(event), actor_of(organiser), message.pk)
    assert "The desk has seen your call" in page(client, event, second)


@pytest.mark.parametrize(
    ("how", "words"), [("slips", "Fill in your slip"), ("organisers", "will come to your table")]
)
def test_the_page_says_how_results_are_reported_if_players_cannot(client, event, organiser, how, words):
    first, _second = table_of(event)
    fields = {"phase": 1, "round": 1, "table": 1, "seat": ["p1"], "result_text": "2-0"}
    change_settings(event, actor_of(organiser), 1, reporting=how)
    assert words in page(client, event, first)
    response = client.post(address(event, first, "report/"), fields)
    assert response.status_code == 422 and words in text_of(response)


def test_a_pod_is_reported_by_name_or_by_places(client, event_from):
    event = event_from(pods(4, 4))
    names = table_of(event)
    body = page(client, event, names[1])
    assert "Who won?" in body and "You seat 2" in body
    report(client, event, names[1], "2")
    report(client, event, names[0], "", place=["2", "1", "3", "4"])
    assert "Disputed result" in page(client, event, names[2])
    report(client, event, names[0], "2")
    assert re.search("You won .* Confirmed", page(client, event, names[1]))


@pytest.mark.parametrize("more", ["report/", "judge/"])
def test_get_requests_to_form_addresses_redirect_to_the_page(client, event, more):
    first, _second = table_of(event)
    assert client.get(address(event, first, more)).url == address(event, first)


def test_an_unanswered_report_is_confirmed_at_the_next_request(client, event, organiser):
    change_settings(event, actor_of(organiser), 1, report_minutes=1)
    first, _second = table_of(event)
    report(client, event, first, "2-0")
    assert "data-expires-at" in client.get(address(event, first)).content.decode()
    settle = f"/e/{event.slug}/settle/"
    assert client.post(settle).status_code == 204
    assert open_round(event).matches.first().seats.first().player_report
    later = fresh(event).log.last().at.replace(year=2999)
    confirm_expired_reports(fresh(event), Actor("", now=later))
    assert "Confirmed" in page(client, event, first)
    assert client.get(settle).status_code == 405


def test_a_drop_sent_with_a_result_is_at_once_at_the_desk(client, desk, event):
    first, second = table_of(event)
    report(client, event, first, "2-1", drops="1", drop="1")
    words = f"{first} drops after this round"
    body = text_of(desk.get(f"/e/{event.slug}/desk/"))
    activity, tables = body.split("Recent activity")[1].split("Find Tables")
    assert words in tables and words in activity
    players_page = text_of(desk.get(f"/e/{event.slug}/desk/players/"))
    assert f"Edit {first} dropped after round 1" in players_page
    report(client, event, second, "2-1")
    body = text_of(desk.get(f"/e/{event.slug}/desk/"))
    assert words in body.split("Find Tables")[1]


def test_a_report_alone_stays_out_of_the_activity(client, desk, event):
    first, _second = table_of(event)
    report(client, event, first, "2-1")
    activity = text_of(desk.get(f"/e/{event.slug}/desk/")).split("Recent activity")[1]
    assert f"{first} reports" not in activity
