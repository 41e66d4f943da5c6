"""Rate limits: wide enough for a venue, narrow enough to stop automated requests."""

import time

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import get_resolver, reverse

from tests.support.accounts import PASSWORD
from tests.support.desk_events import actor_of, form, friday, paired, played
from tests.support.own_pages import address
from tournaments.desk.actions import invite
from tournaments.web.middleware import limits
from tournaments.web.middleware.limits import AT_DESK, POSTED, VIEWED, Limit

PHONES = 2000


def poll(event, seconds_waited=None, **headers):
    """Poll the pairings as a page does; return the answer."""
    if seconds_waited is not None:
        headers["x-request-start"] = f"t={time.time() - seconds_waited:.3f}"
    headers = {"hx-request": "true", "hx-trigger": "live-now"} | headers
    return Client().get(f"{event.get_absolute_url()}?part=now", headers=headers)


def test_a_poll_that_has_waited_for_four_seconds_is_refused_without_a_query(
    organiser, django_assert_num_queries
):
    event = paired(friday(organiser), organiser)
    with django_assert_num_queries(0):
        refusals = [poll(event, 4.1) for _ in range(100)]
    assert {(answer.status_code, answer.content) for answer in refusals} == {(503, b"")}
    # Each phone comes again at another time.
    assert {int(answer["Retry-After"]) for answer in refusals} == set(range(1, 9))


@pytest.mark.parametrize("seconds", [None, 0, 3.9, 8.1, -5])
def test_a_poll_that_has_not_waited_for_a_thread_is_answered(organiser, seconds):
    """Nor one that nginx sent to another service before, or that comes from a machine with another time."""
    assert poll(paired(friday(organiser), organiser), seconds).status_code == 200


@pytest.mark.parametrize("start", ["", "t=", "t=x", "t=-1.000", "now", "t=99999999999999999999.000"])
def test_a_request_start_that_is_no_time_is_ignored(organiser, start):
    assert poll(paired(friday(organiser), organiser), **{"x-request-start": start}).status_code == 200


def test_only_polls_are_refused(organiser):
    """Opened pages and opened explanations are answered, however long they have waited."""
    event = paired(friday(organiser), organiser)
    for headers in ({}, {"hx-request": "true", "hx-trigger": ""}):
        late = {"x-request-start": f"t={time.time() - 5:.3f}"} | headers
        assert Client().get(event.get_absolute_url(), headers=late).status_code == 200


@pytest.fixture
def narrow(monkeypatch):
    """Return a function that sets a URL's limit to a number of requests an hour."""

    def narrow(name, times):
        for table in (POSTED, VIEWED):
            if name in table:
                changed = [Limit(times, limits.HOUR, limit.client_of) for limit in table[name]]
                monkeypatch.setitem(table, name, tuple(changed))

    return narrow


def test_every_limit_belongs_to_an_existing_url():
    names = set(get_resolver().reverse_dict)
    assert {*POSTED, *VIEWED} - names == set()


def test_a_player_link_is_limited_by_itself(client, organiser, narrow):
    narrow("call_judge", 3)
    event = paired(friday(organiser), organiser)
    first, second = (address(event, name, "judge/") for name in ("Anna", "Ben"))
    assert [client.post(first).status_code for _ in range(4)] == [302, 302, 302, 429]
    assert client.post(second).status_code == 302


@pytest.mark.parametrize("name", ["help", "compare", "help_rounds"])
def test_pages_that_calculate_for_any_visitor_are_limited_by_address(client, narrow, name):
    narrow(name, 2)
    url = reverse(name)
    assert [client.get(url).status_code for _ in range(3)] == [200, 200, 429]
    assert Client(REMOTE_ADDR="192.0.2.7").get(url).status_code == 200


def test_a_limited_request_says_how_long_to_wait(client, organiser, narrow):
    narrow("call_judge", 0)
    event = paired(friday(organiser), organiser)
    url = address(event, "Anna", "judge/")
    answer = client.post(url)
    wait = answer["Retry-After"]
    assert answer.status_code == 429 and 0 < int(wait) <= limits.HOUR
    assert f"Wait {wait} second" in answer.content.decode()
    response = client.post(url, headers={"hx-request": "true"})
    assert response.status_code == 429 and response["Content-Type"].startswith("text/plain")
    assert "so this one changed nothing" in response.content.decode()
    assert event.messages.count() == 0


def test_an_account_is_counted_across_addresses(organiser, django_user_model, monkeypatch):
    monkeypatch.setattr(limits, "AT_DESK", (Limit(2, limits.HOUR, limits.account),))
    event = friday(organiser)
    url = reverse("announce", args=[event.slug])
    first, second, other = Client(), Client(REMOTE_ADDR="192.0.2.7"), Client()
    for client in (first, second):
        client.force_login(organiser)
    other.force_login(django_user_model.objects.create_superuser("other"))
    statuses = [client.post(url, form(event)).status_code for client in (first, second, first, second)]
    assert [status == 429 for status in statuses] == [False, False, True, True]
    assert other.post(url, form(event)).status_code != 429


def test_reset_mails_to_one_address_are_limited(db, django_user_model):
    for number in range(6):
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        answer = client.post(reverse("password_reset"), {"email": " Ann@topcut.example"})
        assert (answer.status_code == 429) == (number >= 4)


def enter(browser, password=PASSWORD):
    credentials = {"username": "organiser", "password": password}
    return browser.post(reverse("login"), credentials).status_code


def test_sign_in_limits_do_not_affect_known_browsers(organiser, narrow):
    narrow("login", 2)
    known, stranger = Client(), Client()
    assert enter(known) == 302
    known.post(reverse("logout"))
    assert [enter(stranger, "wrong") for _ in range(3)] == [422, 429, 429]
    assert [enter(Client()), enter(known), enter(known, "wrong"), enter(known)] == [429, 302, 422, 429]


def test_sign_up_limits_do_not_affect_invited_users(organiser, narrow):
    narrow("sign_up", 2)
    link = reverse("invitation", args=[invite(friday(organiser), actor_of(organiser), "judge")])
    stranger, url = Client(), reverse("sign_up")
    assert [stranger.post(url, {"next": "/invitation/none/"}).status_code for _ in range(3)] == [
        403,
        403,
        429,
    ]
    tries = [{"next": f"{link}?{number}"} for number in range(3)]
    assert [Client().post(url, data).status_code for data in tries] == [422, 422, 429]


def test_the_desk_can_enter_ten_results_a_second():
    assert all(limit.times >= 2 * 10 * limit.seconds for limit in AT_DESK)


def test_2000_phones_behind_one_address_can_open_pages_in_the_same_minute(client, organiser):
    event = paired(friday(organiser), organiser)
    for name, of_page in VIEWED.items():
        for limit in (limit for limit in of_page if limit.client_of is limits.address):
            assert limit.times * limits.MINUTE / limit.seconds >= (
                PHONES if name == "forecast" else PHONES / 4
            )
    for url in (event.get_absolute_url(), address(event, "Anna")):
        client.get(url)
        assert len(caches["limits"]._cache) == 0


def test_polls_are_not_counted(client, organiser, django_assert_num_queries):
    event = played(friday(organiser), organiser)
    part = f"{event.get_absolute_url()}standings/?part=table"
    etag = client.get(part)["ETag"]
    for _ in range(2):
        with django_assert_num_queries(1):
            assert client.get(part, headers={"if-none-match": etag}).status_code == 304
    assert len(caches["limits"]._cache) == 0


def test_counting_needs_no_database(client, organiser, narrow, django_assert_num_queries):
    narrow("forecast", 0)
    event = played(friday(organiser), organiser)
    with django_assert_num_queries(0):
        assert client.get(f"{event.get_absolute_url()}forecast/").status_code == 429


def test_a_limit_ends_with_its_window(client, organiser, narrow, monkeypatch):
    narrow("compare", 1)
    now = 1_000_000_000
    monkeypatch.setattr(limits.time, "time", lambda: now)
    assert [client.get(reverse("compare")).status_code for _ in range(2)] == [200, 429]
    now += limits.HOUR
    assert client.get(reverse("compare")).status_code == 200
