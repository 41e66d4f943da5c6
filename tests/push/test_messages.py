"""What phones are told, from an action at the desk to the message that the browser decrypts."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.desk_events import actor_of, fresh, friday, open_round, paired, played, reported
from tests.support.own_pages import address, report, table_of
from tests.support.worker import run_worker_after
from tournaments.log.actions.undo import undo
from tournaments.models import Notice, Player, PushSubscription
from tournaments.players.actions.players import drop_player, renew_link
from tournaments.rounds.actions.rounds import finish_round, pair_next_round

A_MINUTE = 1.0


@pytest.fixture
def event(organiser):
    return friday(organiser, finals=None)


def turn_on(client, event, browser, name, **more):
    assert client.post(address(event, name, "push/"), browser.form(**more)).status_code == 204
    return browser


def publish(event, organiser):
    pair_next_round(event, actor_of(organiser), seed="a seed", publish=True)
    return fresh(event)


def table_number(event, name):
    return next(number for number in (1, 2, 3, 4) if name in table_of(event, number))


def test_a_phone_is_told_its_table_fifteen_seconds_after_the_round_is_published(
    client, service, event, organiser
):
    phone = turn_on(client, event, service.browser("anna"), "Anna")
    publish(event, organiser)
    run_worker_after(0)
    assert phone.messages == []
    run_worker_after(A_MINUTE)
    table = table_number(event, "Anna")
    assert [(one["title"], one["body"]) for one in phone.messages] == [
        (f"Round 1: table {table}", "Friday night")
    ]
    assert phone.messages[0]["path"] == address(event, "Anna")


def test_the_notice_is_due_after_fifteen_seconds(event, organiser):
    before = timezone.now()
    publish(event, organiser)
    published_at = Notice.objects.get().due_at - timedelta(seconds=15)
    assert before <= published_at <= timezone.now()


def test_an_undo_within_that_time_tells_nobody_anything(client, service, event, organiser):
    phone = turn_on(client, event, service.browser("anna"), "Anna")
    undo(publish(event, organiser), actor_of(organiser))
    run_worker_after(A_MINUTE)
    assert phone.messages == []
    assert not Notice.objects.exists()


def test_a_later_undo_tells_once_that_the_round_is_paired_again(client, service, event, organiser):
    phone = turn_on(client, event, service.browser("anna"), "Anna")
    publish(event, organiser)
    run_worker_after(A_MINUTE)
    undo(fresh(event), actor_of(organiser))
    run_worker_after(A_MINUTE)
    assert phone.titles[1:] == ["Round 1 is being paired again"]
    publish(fresh(event), organiser)
    undo(fresh(event), actor_of(organiser))
    run_worker_after(A_MINUTE)
    assert len(phone.titles) == 2


def test_a_round_published_again_at_once_is_told_alone(client, service, event, organiser):
    phone = turn_on(client, event, service.browser("anna"), "Anna")
    publish(event, organiser)
    run_worker_after(A_MINUTE)
    undo(fresh(event), actor_of(organiser))
    publish(fresh(event), organiser)
    run_worker_after(A_MINUTE)
    assert [title.partition(":")[0] for title in phone.titles] == ["Round 1", "Round 1"]


def test_names_are_shown_only_where_the_phone_says_so(client, service, event, organiser):
    phone = turn_on(client, event, service.browser("anna"), "Anna", shows_names="1")
    publish(event, organiser)
    run_worker_after(A_MINUTE)
    [opponent] = set(table_of(event, table_number(event, "Anna"))) - {"Anna"}
    assert phone.messages[0]["body"] == f"against {opponent} · Friday night"


def test_a_private_event_is_not_named(client, service, event, organiser):
    event.visibility = "private"
    event.save()
    phone = turn_on(client, event, service.browser("anna"), "Anna")
    publish(fresh(event), organiser)
    run_worker_after(A_MINUTE)
    assert phone.messages[0]["body"] == ""


def test_a_report_of_the_opponent_is_told_at_once(client, service, event, organiser):
    event = paired(event, organiser)
    name, opponent = table_of(event)
    phone = turn_on(client, event, service.browser("waiting"), opponent)
    reporter = turn_on(client, event, service.browser("reporter"), name)
    assert report(client, event, name, "2-1").status_code == 302
    run_worker_after(0)
    assert phone.titles == ["A result waits for you"]
    assert reporter.titles == []


def test_the_end_is_told_after_a_minute_and_taken_back_once(client, service, event, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    phone = turn_on(client, event, service.browser("anna"), "Anna")
    finish_round(event, actor_of(organiser))
    run_worker_after(0.5)
    assert phone.titles == []
    run_worker_after(A_MINUTE)
    assert phone.titles == ["The final standings are in"]
    undo(fresh(event), actor_of(organiser))
    run_worker_after(2)
    assert phone.titles[1:] == ["The event goes on"]


def test_a_renewed_link_ends_the_subscription(client, service, event, organiser):
    phone = turn_on(client, event, service.browser("anna"), "Anna")
    renew_link(event, actor_of(organiser), Player.objects.get(name="Anna").public_id)
    publish(fresh(event), organiser)
    run_worker_after(A_MINUTE)
    assert phone.messages == []


def test_who_has_dropped_is_not_told_of_the_round(client, service, event, organiser):
    phone = turn_on(client, event, service.browser("anna"), "Anna")
    drop_player(event, actor_of(organiser), Player.objects.get(name="Anna").public_id)
    publish(fresh(event), organiser)
    run_worker_after(A_MINUTE)
    assert phone.messages == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_the_service_has_ended_is_removed(client, service, event, organiser, status):
    phone = turn_on(client, event, service.browser("anna"), "Anna")
    service.statuses[phone.path] = status
    publish(event, organiser)
    run_worker_after(A_MINUTE)
    assert len(service.requests) == 1
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("status", [302, 429, 500])
def test_a_message_that_is_not_taken_is_tried_three_times(client, service, event, organiser, status):
    phone = turn_on(client, event, service.browser("anna"), "Anna")
    service.statuses[phone.path] = status
    publish(event, organiser)
    for _attempt in range(5):
        run_worker_after(A_MINUTE)
    assert [path for path, *_rest in service.requests] == [phone.path] * 3
    assert PushSubscription.objects.get().failures == 3


def test_two_rounds_replace_each_other_on_the_phone_and_a_result_does_not(client, service, event, organiser):
    phone = turn_on(client, event, service.browser("anna"), "Anna")
    publish(event, organiser)
    run_worker_after(A_MINUTE)
    [opponent] = set(table_of(event, table_number(event, "Anna"))) - {"Anna"}
    report(client, event, opponent, "2-1")
    run_worker_after(0)
    reported(fresh(event), organiser)
    publish(fresh(event), organiser)
    run_worker_after(A_MINUTE)
    tags = [message["tag"] for message in phone.messages]
    assert len(tags) == 3
    assert tags[0] == tags[2] != tags[1]
    topics = [headers["Topic"] for _path, headers, _body, _status in service.requests]
    assert topics == tags


def test_the_round_is_told_as_it_is_when_it_is_sent(client, service, event, organiser):
    phone = turn_on(client, event, service.browser("anna"), "Anna")
    publish(event, organiser)
    reported(fresh(event), organiser)
    finish_round(fresh(event), actor_of(organiser))
    run_worker_after(A_MINUTE)
    assert phone.messages == []
    assert open_round(event) is None
