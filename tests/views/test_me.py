"""A player's own page: what it shows at each moment of an event, what it takes, and what it costs."""

import re

import pytest

from tests.views.desk_events import (
    NAMES,
    by,
    draft_night,
    fresh,
    friday,
    open_round,
    paired,
    played,
    reported,
)
from tests.views.pod_events import pods
from tournaments.actions import claims, draft, events, messages, players, results, rounds
from tournaments.actions.change import By
from tournaments.models import Event, LogEntry, Message, Player
from tournaments.queries.histories import history_of


@pytest.fixture
def event(organiser):
    """Seven players in round 1: three tables and a bye."""
    return paired(friday(organiser, NAMES[:7]), organiser)


def address(event, name, more=""):
    token = Player.objects.get(event=event, name=name).token
    return f"/e/{event.slug}/me/{token}/{more}"


def table_of(event, number=1, round_number=1):
    """The names of those at a table, in the order of their seats."""
    told = history_of(fresh(event))
    match = next(m for m in told.phase(1).rounds[round_number - 1].matches if m.table == number)
    return [told.names[key] for key in match.players]


def page(client, event, name):
    answer = client.get(address(event, name))
    assert answer.status_code == 200
    return text_of(answer)


def text_of(answer):
    body = re.sub(r"<(script|style).*?</\1>", "", answer.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


def report(client, event, name, said, htmx=False, **more):
    """Sends the form as the player's page has it."""
    html = client.get(address(event, name)).content.decode()
    form = re.search(r"<form[^>]*data-outbox.*?</form>", html, re.S)[0]
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    sent = {"seat": [value for key, value in hidden if key == "seat"]}
    sent |= {key: value for key, value in hidden if key not in ("seat", "said")}
    sent |= {"said": said, **more}
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post(address(event, name, "report/"), sent, headers=headers)


def test_it_shows_the_table_the_opponent_and_the_likely_results_from_ones_own_side(client, event):
    first, second = table_of(event)
    body = page(client, event, second)
    assert f"against {first}" in body
    assert body.index("2–0 You win") < body.index("2–1 You win") < body.index(f"1–2 {first} wins")
    assert 'value="0-2"' in client.get(address(event, second)).content.decode()


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
    before = history_of(event)
    assert report(client, event, first, "2-0", **bad).status_code in (302, 422)
    assert history_of(fresh(event)) == before


def test_somebody_elses_token_says_where_to_go(client, event):
    for more in ("", "report/", "judge/"):
        answer = (
            client.post(f"/e/{event.slug}/me/not-a-token-here/{more}")
            if more
            else client.get(f"/e/{event.slug}/me/not-a-token-here/")
        )
        assert answer.status_code == 404
        assert "ask at the desk" in text_of(answer)


def test_a_token_of_another_event_opens_nothing(client, event, organiser):
    other = Player.objects.filter(event=friday(organiser)).first()
    assert client.get(f"/e/{event.slug}/me/{other.token}/").status_code == 404


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
    before = history_of(fresh(event))
    for _ in range(2):
        assert client.post(address(event, second, "report/"), sent).status_code == 302
    assert history_of(fresh(event)) == before
    assert Message.objects.get().text == f"{first} 0–2 {second}"
    assert "came too late to count" in page(client, event, second)


def test_a_judge_is_called_once_and_the_phone_hears_that_it_was_seen(client, event, organiser):
    first, second = table_of(event)
    for name in (first, second):
        client.post(address(event, name, "judge/"), {"key": name})
    message = Message.objects.get()
    assert "A judge was called to table 1" in page(client, event, second)
    messages.close_message(fresh(event), by(organiser), message.pk)
    assert "The desk has seen your call" in page(client, event, second)


@pytest.mark.parametrize(
    ("how", "words"), [("slips", "fill in the slip"), ("organisers", "comes to your table")]
)
def test_where_players_do_not_report_it_says_who_does(client, event, organiser, how, words):
    first, _second = table_of(event)
    said = {"phase": 1, "round": 1, "table": 1, "seat": ["p1"], "said": "2-0"}
    events.change_settings(event, by(organiser), 1, reporting=how)
    assert words in page(client, event, first)
    answer = client.post(address(event, first, "report/"), said)
    assert answer.status_code == 422 and words in text_of(answer)


def test_who_has_no_table_is_told_why(client, organiser, event):
    bye = next(m.players[0] for m in history_of(event).phase(1).rounds[0].matches if m.is_bye)
    assert "Bye You have no opponent in this round: 3 points" in page(
        client, event, history_of(event).names[bye]
    )
    upcoming = friday(organiser, ["Zoe", "Yan"])
    assert "You are on the list" in page(client, upcoming, "Zoe")
    rounds.pair_next_round(upcoming, by(organiser))
    assert "You are on the list" in page(client, upcoming, "Zoe")


def test_before_a_draft_it_says_where_one_sits_and_after_a_cut_who_plays_on(client, organiser):
    night = draft_night(organiser, NAMES)
    draft.draw_pods(night, by(organiser))
    assert re.search(r"Pod 1, seat \d Your table appears here", page(client, fresh(night), "Anna"))
    event = played(friday(organiser, NAMES, rounds=1, finals=("single", 4)), organiser)
    paired(event, organiser)
    told = history_of(fresh(event))
    out = next(one for one in told.players if one.id not in told.phase(2).entrants)
    assert "You have played your rounds Finals: others play on" in page(client, fresh(event), out.name)


def test_between_rounds_the_stored_result_stands_until_the_next_table(client, event, organiser):
    first, _second = table_of(event)
    reported(event, organiser)
    rounds.pair_next_round(fresh(event), by(organiser))
    assert "Result stored" in page(client, event, first)
    assert "If you play on, your next table appears here by itself" in page(client, event, first)


def test_who_dropped_is_told_so_and_the_end_of_the_event_as_well(client, event, organiser):
    first, second = table_of(event)
    report(client, event, first, "2-0", drop="1")
    assert "You drop after this round" in page(client, event, first)
    reported(event, organiser)
    assert "your next table" not in page(client, event, first)
    paired(event, organiser)
    assert "Dropped after round 1" in page(client, event, first)
    reported(event, organiser)
    played(event, organiser)
    rounds.finish_round(fresh(event), by(organiser))
    assert "The event is over" in page(client, event, second)


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


def test_hidden_standings_keep_the_record_back(client, event_from):
    event = event_from(pods(4, 4))
    names = table_of(event)
    reported(event, event.staff.first().user, said="1")
    assert f"{names[0]}, 1–0" in page(client, event, names[0])
    events.change_settings(fresh(event), By("x"), 1, hidden_standings=True)
    assert "1–0" not in page(client, event, names[0])


def test_it_is_private_and_asks_again_only_for_what_is_its_own(client, event, django_assert_max_num_queries):
    first, second = table_of(event)
    answer = client.get(address(event, first))
    assert answer["Cache-Control"] == "private, no-cache"
    part = client.get(address(event, first), {"part": "now"})
    assert part["Cache-Control"] == "private, no-cache"
    assert client.get(address(event, second), {"part": "now"})["ETag"] != part["ETag"]

    def again(name, etag):
        return client.get(address(event, name), {"part": "now"}, headers={"If-None-Match": etag}).status_code

    with django_assert_max_num_queries(2):  # the player's row here, and the page's one query
        assert again(first, part["ETag"]) == 304
    results.report_result(event, By("desk"), 1, 1, 2, "2-0")
    assert again(first, part["ETag"]) == 304
    report(client, event, second, "2-0")
    assert again(first, part["ETag"]) == 200


def test_who_plays_next_to_one_is_never_out_of_date(client, event, organiser):
    first, _second = table_of(event)
    _first, other = table_of(event, 2)
    part = client.get(address(event, first), {"part": "now"})
    players.change_player(event, by(organiser), other, name="Zora")
    now = client.get(address(event, first), {"part": "now"}, headers={"If-None-Match": part["ETag"]})
    assert now.status_code == 200 and "v Zora" in now.content.decode()


@pytest.mark.parametrize("names", [NAMES[:4], [f"Player {number:02}" for number in range(40)]])
def test_its_queries_do_not_grow_with_the_event(client, organiser, names, django_assert_num_queries):
    event = paired(friday(organiser, names), organiser)
    first, _second = table_of(event, 2)
    way = address(event, first)
    client.get(way)
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    with django_assert_num_queries(18):
        client.get(way)


@pytest.mark.parametrize("more", ["report/", "judge/"])
def test_whoever_comes_back_to_the_address_of_a_refusal_finds_the_page(client, event, more):
    first, _second = table_of(event)
    assert client.get(address(event, first, more)).url == address(event, first)


def test_a_report_that_nobody_answered_is_stored_when_any_page_asks(client, event, organiser):
    events.change_settings(event, by(organiser), 1, report_minutes=1)
    first, _second = table_of(event)
    report(client, event, first, "2-0")
    assert "data-settles-at" in client.get(address(event, first)).content.decode()
    settle = f"/e/{event.slug}/settle/"
    assert client.post(settle).status_code == 204
    assert open_round(event).matches.first().seats.first().claim
    claims.settle_claims(fresh(event), By("", now=fresh(event).log.last().at.replace(year=2999)))
    assert "Result stored" in page(client, event, first)
    assert client.get(settle).status_code == 405
