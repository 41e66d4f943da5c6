"""Polls that are told the state of a moment ago: never one older than seen, and nobody else is."""

import re
from math import inf

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.views.desk_events import by, fresh, friday, paired
from tests.views.own_pages import address, report, table_of
from tournaments.actions import entries, events, players
from tournaments.actions.results import report_result
from tournaments.queries import once, seen


@pytest.fixture
def late(settings):
    """Whatever has been worked out may be told for an hour."""
    settings.LAG_SECONDS, settings.LAG_TIMES = 3600, inf
    return settings


@pytest.fixture
def event(organiser):
    return paired(friday(organiser), organiser)


def part(event):
    return f"/e/{event.slug}/?part=now"


def ask(event, etag="", client=None, path=None):
    return (client or Client()).get(path or part(event), headers={"if-none-match": etag} if etag else {})


def result(event, organiser, table=1, said="2-1"):
    report_result(fresh(event), by(organiser), 1, 1, table, said)


def count_in(answer) -> int:
    """How many results the part shows."""
    return int(re.search(r"(\d+) of \d+ results", answer.content.decode()).group(1))


def newest(answer) -> int:
    return seen.seen_in(answer["ETag"])[1]


def shows(event, version) -> str:
    """The ETag of some other part, which shows this version of the event."""
    return f'"{event.pk}-other.{version}"'


def test_a_poll_is_told_what_was_and_asks_no_database_until_the_lag_is_over(
    event, organiser, late, django_assert_num_queries
):
    etag = ask(event)["ETag"]
    assert [ask(event, etag).status_code for _ in range(2)] == [304, 304]
    result(event, organiser)
    with django_assert_num_queries(0):
        assert ask(event, etag).status_code == 304
    late.LAG_SECONDS = 0
    told = ask(event, etag)
    assert told.status_code == 200 and count_in(told) == 1 and newest(told) == fresh(event).version


def test_a_small_event_is_told_as_it_is_and_a_big_one_takes_a_120th_of_a_process(settings):
    settings.LAG_SECONDS = 3
    costs = (0, 0.0003), (0.001, 0), (0.01, 0.02), (0.5, 0)
    lags = [seen.Told((1, 1), 0, before, spent).seconds for before, spent in costs]
    assert lags == pytest.approx([0.05, 0.12, 2.4, 3])


def test_processes_that_share_a_cache_tell_the_same_state_and_one_of_them_works_it_out(
    event, organiser, late
):
    etag = ask(event)["ETag"]
    ask(event, etag)
    result(event, organiser)
    # What this process alone knows of events: it is another one now.
    seen.TOLD.clear()
    assert (told := ask(event, etag)).status_code == 304
    assert newest(told) < fresh(event).version
    assert count_in(ask(event, shows(event, fresh(event).version))) == 1
    seen.TOLD.clear()
    assert count_in(ask(event, etag)) == 1


def test_who_has_seen_a_newer_state_is_not_told_an_older_one(event, organiser, late):
    etag = ask(event)["ETag"]
    ask(event, etag)
    result(event, organiser)
    page = Client().get(f"/e/{event.slug}/")
    seen_now = re.search(r"data-etag='([^']+)'", page.content.decode()).group(1).replace("&quot;", '"')
    assert seen.seen_in(seen_now) == (event.pk, fresh(event).version)
    assert ask(event, etag).status_code == 304
    assert ask(event, seen_now).status_code == 304
    # Whoever has seen it has told this process.
    assert count_in(ask(event, etag)) == 1


def test_only_polls_of_who_is_signed_in_nowhere_are_told_late(event, organiser, late):
    etag = ask(event)["ETag"]
    ask(event, etag)
    result(event, organiser)
    assert ask(event, etag).status_code == 304
    at_desk = Client()
    at_desk.force_login(organiser)
    assert count_in(ask(event, etag, at_desk)) == 1
    assert count_in(ask(event)) == 1
    assert count_in(Client().get(f"/e/{event.slug}/")) == 1
    # As the page's script says it where something was changed on it.
    assert count_in(ask(event, etag.split(".")[0] + '"')) == 1


@pytest.mark.django_db(transaction=True)
def test_what_polls_are_told_stays_worked_out_while_the_desk_looks_at_newer_versions(event, organiser, late):
    first, second = (f"{address(event, one)}?part=now" for one in table_of(event))
    etag = ask(event, path=first)["ETag"]
    ask(event, etag, path=first)
    at_desk = Client()
    at_desk.force_login(organiser)
    for table, said in ((2, "2-0"), (3, "2-1"), (4, "1-2"), (2, "0-2"), (3, "2-0")):
        result(event, organiser, table, said)
        at_desk.get(f"/e/{event.slug}/desk/results/")
    with CaptureQueriesContext(connection) as asked:
        assert ask(event, etag, path=second).status_code == 200
    assert not [query for query in asked if "tournaments_seat" in query["sql"]]


@pytest.mark.django_db(transaction=True)
def test_while_results_alone_come_in_a_phone_s_player_is_looked_up_no_more(event, organiser, late):
    own = f"{address(event, table_of(event)[0])}?part=now"
    etag = ask(event, path=own)["ETag"]
    results = [(2, "2-0"), (3, "2-1"), (4, "1-2"), (2, "0-2"), (3, "2-0")]
    ask(event, etag, path=own)
    for table, said in results:
        result(event, organiser, table, said)
        ask(event, shows(event, fresh(event).version))
    with CaptureQueriesContext(connection) as asked:
        ask(event, etag, path=own)
    assert not [query for query in asked if "token" in query["sql"] and "WHERE" in query["sql"]]


def test_who_has_just_reported_sees_it_stand(event, organiser, late, client):
    first, _second = table_of(event)
    own = f"{address(event, first)}?part=now"
    etag = ask(event, path=own)["ETag"]
    assert ask(event, etag, path=own).status_code == 304
    answer = report(client, event, first, "2-0", htmx=True)
    assert answer.status_code == 200 and newest(answer) == fresh(event).version
    assert ask(event, etag, path=own).status_code == 200 or ask(event, etag, path=own).status_code == 304
    again = ask(event, answer["ETag"], path=own)
    assert again.status_code == 304 and newest(again) == fresh(event).version


def test_an_own_page_that_did_not_change_says_until_when(event, organiser, late):
    first, _second = table_of(event)
    own = f"{address(event, first)}?part=now"
    etag = ask(event, path=own)["ETag"]
    result(event, organiser, table=2)
    again = ask(event, etag.split(".")[0] + '"', path=own)
    assert (again.status_code, newest(again)) == (304, fresh(event).version)
    assert again["ETag"].split(".")[0] == etag.split(".")[0]


def test_a_private_event_is_never_told_late(event, organiser, late, client):
    events.change_event(fresh(event), by(organiser), visibility="private")
    own = reverse("me", args=[event.slug, event.players.first().token])
    client.get(own)
    for path in (part(event), f"{own}?part=now"):
        etag = ask(event, client=client, path=path)["ETag"]
        assert ask(event, etag, client, path).status_code == 304
    result(event, organiser)
    for path in (part(event), f"{own}?part=now"):
        assert newest(ask(event, etag, client, path)) == fresh(event).version
    players.renew_links(fresh(event), by(organiser))
    for path in (part(event), f"{own}?part=now"):
        assert ask(event, etag, client, path).status_code == 404


@pytest.mark.parametrize("gone", ["deleted", "private", "link"])
def test_what_is_gone_is_gone_at_once_but_for_polls_of_that_moment(event, organiser, late, gone):
    own = reverse("me", args=[event.slug, event.players.first().token])
    page = own if gone == "link" else f"/e/{event.slug}/"
    poll = f"{page}?part=now"
    etag = ask(event, path=poll)["ETag"]
    assert ask(event, etag, path=poll).status_code == 304
    if gone == "deleted":
        events.delete_event(fresh(event), event.name)
    elif gone == "private":
        events.change_event(fresh(event), by(organiser), visibility="private")
    else:
        players.renew_links(fresh(event), by(organiser))
    assert Client().get(page).status_code == 404
    assert ask(event, path=poll).status_code == 404
    assert ask(event, etag, path=poll).status_code == 304
    caches["default"].clear()
    late.LAG_SECONDS = 0
    assert ask(event, etag, path=poll).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_while_only_results_come_in_nobody_is_looked_up_again(event, organiser, late):
    own = f"{address(event, table_of(event)[0])}?part=now"
    etag = ask(event, path=own)["ETag"]
    for table in (2, 3):
        result(event, organiser, table)
        with CaptureQueriesContext(connection) as asked:
            answer = ask(event, f"{etag}, {shows(event, fresh(event).version)}", path=own)
        assert (answer.status_code, newest(answer)) == (304, fresh(event).version)
        assert not [one for one in asked if "tournaments_player" in one["sql"]]
    result(event, organiser)
    told = ask(event, f"{etag}, {shows(event, fresh(event).version)}", path=own)
    assert told.status_code == 200 and "2–1" in told.content.decode()
    players.renew_links(fresh(event), by(organiser))
    assert ask(event, f"{etag}, {shows(event, fresh(event).version)}", path=own).status_code == 404


@pytest.mark.parametrize("gone", ["player", "event"])
def test_a_player_who_is_gone_is_not_looked_for_in_what_is_by_now(organiser, late, gone):
    event = friday(organiser)
    player = event.players.first()
    own = f"{reverse('me', args=[event.slug, player.token])}?part=now"
    etag = ask(event, path=own)["ETag"]
    assert [ask(event, etag, path=own).status_code for _ in range(2)] == [304, 304]
    if gone == "player":
        entries.remove_player(event, by(organiser), player.key)
    else:
        events.delete_event(event, event.name)
    once.HERE.clear()
    assert ask(event, etag, path=own).status_code == 404
