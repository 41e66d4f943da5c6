"""Pages that strangers see alike: worked out once for them, told as they are, and nobody else's."""

import gzip
import re

import pytest
from django.core.cache import caches
from django.test import Client

from tests.views.desk_events import by, fresh, friday, paired, played, reported
from tests.views.own_pages import address, table_of
from tournaments.actions import events

GZIP = {"accept-encoding": "gzip"}


@pytest.fixture
def event(organiser):
    return paired(friday(organiser), organiser)


def page(event, more="", client=None, **headers):
    return (client or Client()).get(f"/e/{event.slug}/{more}", headers=GZIP | headers)


def said(answer) -> str:
    return gzip.decompress(answer.content).decode()


def timeless(answer):
    headers = {**answer.headers, "X-Request-ID": "", "Content-Length": ""}
    return answer.status_code, headers, re.sub(r'data-now="[^"]+"', "", said(answer))


def written(answer) -> str:
    return re.search(r'data-now="([^"]+)"', said(answer)).group(1)


@pytest.mark.parametrize("more", ["", "standings/", "rounds/1/", "players/", "rounds/1/draw/"])
def test_the_next_stranger_is_sent_the_same_page_of_another_moment(event, more):
    first, second = page(event, more), page(event, more)
    assert timeless(first) == timeless(second)
    assert written(first) < written(second)
    assert int(second["Content-Length"]) == len(second.content)


def test_it_takes_one_row(event, django_assert_num_queries):
    page(event)
    with django_assert_num_queries(1):
        assert page(event).status_code == 200


def test_a_change_is_seen_at_once(event, organiser):
    page(event)
    before = page(event)
    reported(event, organiser, 1)
    assert "1 of 4 results in" in said(page(event)) and "1 of 4 results in" not in said(before)
    events.change_event(fresh(event), by(organiser), visibility="private")
    assert page(event).status_code == 404
    events.delete_event(fresh(event), event.name)
    assert page(event).status_code == 404


def test_it_is_for_strangers_alone(event, organiser, client):
    client.force_login(organiser)
    for _ in range(2):
        assert "Desk" not in said(page(event)) and "Desk" in said(page(event, client=client))


@pytest.mark.parametrize("who", ["signed in", "with a question", "with a link", "without gzip", "private"])
def test_of_anybody_else_s_nothing_is_kept(event, organiser, client, who):
    if who == "signed in":
        client.force_login(organiser)
    if who == "private":
        events.change_event(fresh(event), by(organiser), visibility="private")
        client.get(address(event, table_of(event)[0]))
    more = {
        "with a question": "?by=table",
        "with a link": address(event, table_of(event)[0])[len(f"/e/{event.slug}/") :],
    }
    headers = {"accept-encoding": "identity"} if who == "without gzip" else {}
    assert page(event, more.get(who, ""), client, **headers).status_code == 200
    assert not [key for key in caches["pages"]._cache if ":around:" not in key]


@pytest.mark.parametrize("other", [{"host": "localhost"}, {"accept-language": "pt"}, {"hx-request": "true"}])
def test_who_asks_otherwise_has_a_page_of_their_own(event, other):
    page(event)
    page(event, **other)
    assert len(caches["pages"]._cache) == 2


def test_an_event_that_is_over_is_sent_too(organiser):
    event = played(friday(organiser), organiser)
    assert timeless(page(event)) == timeless(page(event))
