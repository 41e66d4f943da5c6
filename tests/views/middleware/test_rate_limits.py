"""How often anybody may ask: wide for a hall, narrow for who presses faster than a person can."""

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import get_resolver, reverse

from tests.conftest import PASSWORD
from tests.views.desk_events import actor_of, form, friday, paired, played
from tests.views.own_pages import address
from tournaments.actions.desk.staff import invite
from tournaments.views.middleware import rate_limits
from tournaments.views.middleware.rate_limits import AT_DESK, POSTED, VIEWED, Limit

PHONES = 2000


@pytest.fixture
def narrow(monkeypatch):
    """Lets an address, by its name, be asked only so often in an hour."""

    def narrow(name, times):
        for table in (POSTED, VIEWED):
            if name in table:
                found = [Limit(times, rate_limits.HOUR, limit.of) for limit in table[name]]
                monkeypatch.setitem(table, name, tuple(found))

    return narrow


def test_every_limit_is_of_an_address_that_there_is():
    names = set(get_resolver().reverse_dict)
    assert {*POSTED, *VIEWED} - names == set()


def test_one_link_may_not_send_without_end_and_the_next_phone_still_may(client, organiser, narrow):
    narrow("call_judge", 3)
    event = paired(friday(organiser), organiser)
    first, second = (address(event, name, "judge/") for name in ("Anna", "Ben"))
    assert [client.post(first).status_code for _ in range(4)] == [302, 302, 302, 429]
    assert client.post(second).status_code == 302


def test_who_is_stopped_hears_in_words_for_how_long(client, organiser, narrow):
    narrow("call_judge", 0)
    event = paired(friday(organiser), organiser)
    where = address(event, "Anna", "judge/")
    answer = client.post(where)
    wait = answer["Retry-After"]
    assert answer.status_code == 429 and 0 < int(wait) <= rate_limits.HOUR
    assert f"Wait {wait} second" in answer.content.decode()
    told = client.post(where, headers={"hx-request": "true"})
    assert told.status_code == 429 and told["Content-Type"].startswith("text/plain")
    assert "Nothing of this one was changed" in told.content.decode()
    assert event.messages.count() == 0


def test_an_account_is_counted_wherever_it_sits(organiser, django_user_model, monkeypatch):
    monkeypatch.setattr(rate_limits, "AT_DESK", (Limit(2, rate_limits.HOUR, rate_limits.account),))
    event = friday(organiser)
    where = reverse("announce", args=[event.slug])
    here, there, other = Client(), Client(REMOTE_ADDR="192.0.2.7"), Client()
    for client in (here, there):
        client.force_login(organiser)
    other.force_login(django_user_model.objects.create_superuser("other"))
    statuses = [client.post(where, form(event)).status_code for client in (here, there, here, there)]
    assert [status == 429 for status in statuses] == [False, False, True, True]
    assert other.post(where, form(event)).status_code != 429


def test_a_password_is_mailed_seldom_to_one_address_however_many_ask(db, django_user_model):
    for number in range(6):
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        answer = client.post(reverse("password_reset"), {"email": " Ann@topcut.example"})
        assert (answer.status_code == 429) == (number >= 4)


def enter(browser, password=PASSWORD):
    said = {"username": "organiser", "password": password}
    return browser.post(reverse("login"), said).status_code


def test_a_stranger_who_signs_in_without_end_stops_no_browser_that_was_in_before(organiser, narrow):
    narrow("login", 2)
    known, stranger = Client(), Client()
    assert enter(known) == 302
    known.post(reverse("logout"))
    assert [enter(stranger, "wrong") for _ in range(3)] == [422, 429, 429]
    assert [enter(Client()), enter(known), enter(known, "wrong"), enter(known)] == [429, 302, 422, 429]


def test_a_stranger_who_signs_up_without_end_stops_nobody_who_is_invited(organiser, narrow):
    narrow("sign_up", 2)
    link = reverse("invitation", args=[invite(friday(organiser), actor_of(organiser), "judge")])
    stranger, where = Client(), reverse("sign_up")
    assert [stranger.post(where, {"next": "/invitation/none/"}).status_code for _ in range(3)] == [
        403,
        403,
        429,
    ]
    tries = [{"next": f"{link}?{number}"} for number in range(3)]
    assert [Client().post(where, said).status_code for said in tries] == [422, 422, 429]


def test_a_desk_that_types_a_result_each_tenth_of_a_second_is_not_stopped():
    assert all(limit.times >= 2 * 10 * limit.seconds for limit in AT_DESK)


def test_a_hall_of_phones_behind_one_address_opens_any_page_in_the_same_minute(client, organiser):
    event = paired(friday(organiser), organiser)
    for name, found in VIEWED.items():
        for limit in (one for one in found if one.of is rate_limits.address):
            assert limit.times * rate_limits.MINUTE / limit.seconds >= (
                PHONES if name == "forecast" else PHONES / 4
            )
    for where in (event.get_absolute_url(), address(event, "Anna")):
        client.get(where)
        assert len(caches["limits"]._cache) == 0


def test_a_poll_is_neither_counted_nor_asks_the_database_more(client, organiser, django_assert_num_queries):
    event = played(friday(organiser), organiser)
    part = f"{event.get_absolute_url()}standings/?part=table"
    etag = client.get(part)["ETag"]
    for _ in range(2):
        with django_assert_num_queries(1):
            assert client.get(part, headers={"if-none-match": etag}).status_code == 304
    assert len(caches["limits"]._cache) == 0


def test_counting_asks_nothing_of_the_database(client, organiser, narrow, django_assert_num_queries):
    narrow("forecast", 0)
    event = played(friday(organiser), organiser)
    with django_assert_num_queries(0):
        assert client.get(f"{event.get_absolute_url()}forecast/").status_code == 429


def test_a_limit_is_for_its_time_alone(client, organiser, narrow, monkeypatch):
    narrow("compare", 1)
    now = 1_000_000_000
    monkeypatch.setattr(rate_limits.time, "time", lambda: now)
    assert [client.get(reverse("compare")).status_code for _ in range(2)] == [200, 429]
    now += rate_limits.HOUR
    assert client.get(reverse("compare")).status_code == 200
