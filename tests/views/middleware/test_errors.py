"""What cannot be answered: a page in words that says what to do, and nothing of the inside."""

import math
import re
import sqlite3
import time
from html import unescape

import psycopg
import pytest
from django.conf import settings
from django.db import InternalError, OperationalError, connection
from django.test import Client
from django.urls import reverse
from psycopg_pool import PoolTimeout

from tests.security_headers import missing_from
from tests.views.desk_events import form, fresh, friday, paired, played
from tests.views.own_pages import address, text_of
from tournaments.views.middleware import database_errors

INSIDE = ("Traceback", "Exception", "DEBUG", "/site-packages/", "sqlite", "ZeroDivision", "CSRF")


def page_of(answer, status):
    """The text of an answer of this status: a whole page of the house, with nothing of the inside."""
    assert answer.status_code == status
    text = text_of(answer)
    assert "Topcut" in text and "All events" in text
    assert not [word for word in INSIDE if word in answer.content.decode()]
    return text


@pytest.fixture
def careful(organiser):
    """A browser whose forms must carry their token, signed in."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(organiser)
    return client


def test_a_form_from_a_page_that_is_too_old_says_to_load_it_again(careful, organiser):
    event = friday(organiser)
    where = reverse("pair", args=[event.slug])
    for said in ({}, {"csrfmiddlewaretoken": "a" * 64}):
        text = page_of(careful.post(where, {**form(event), **said}), 403)
        assert "The page was too old" in text and "load the page again" in text
    assert fresh(event).version == event.version


def test_a_script_hears_the_same_in_a_sentence(careful, organiser):
    answer = careful.post(reverse("pair", args=[friday(organiser).slug]), headers={"hx-request": "true"})
    assert answer.status_code == 403 and answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode().startswith("Nothing was changed. Go back")


def test_a_host_that_is_not_this_site_is_refused(db, client):
    text = page_of(client.get("/", headers={"host": "evil.example"}), 400)
    assert "makes no sense here" in text and "evil.example" not in text


def test_a_request_that_is_too_long_is_refused_unread(desk, organiser):
    event = friday(organiser)
    for where in ("/", reverse("import_event"), reverse("announce", args=[event.slug])):
        answer = desk.post(where, CONTENT_LENGTH=str(settings.MAX_REQUEST_BYTES + 1))
        assert "at most 32 MB" in page_of(answer, 413)


def test_a_form_that_is_too_long_or_has_too_many_fields_is_refused(desk, settings, organiser):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    where = reverse("announce", args=[friday(organiser).slug])
    page_of(desk.post(where, {"text": "a" * 2000}), 413)
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 10
    page_of(desk.post(where, {f"f{number}": "" for number in range(11)}), 400)


@pytest.mark.parametrize("said", ["", "-5", "nonsense", "²", "9" * 30])
def test_a_length_that_is_none_is_never_a_broken_page(db, said):
    answer = Client(raise_request_exception=False).get("/", CONTENT_LENGTH=said)
    assert answer.status_code in (200, 400, 413)


def test_what_is_sent_to_an_address_that_takes_no_such_thing_is_told(desk, organiser):
    answer = desk.get(reverse("settle_claims", args=[friday(organiser).slug]))
    assert "only takes what a page sends" in page_of(answer, 405)
    assert answer["Allow"] == "POST"


def test_what_is_not_there_is_told(client, db):
    assert "no such page" in page_of(client.get("/e/nowhere/"), 404)


def test_what_is_not_yours_is_told(client, organiser, django_user_model):
    client.force_login(django_user_model.objects.create_user("somebody"))
    assert "signed in as somebody" in page_of(client.get(reverse("desk", args=[friday(organiser).slug])), 403)


def test_what_breaks_says_so_and_tells_nothing(client, organiser, monkeypatch):
    event = played(friday(organiser), organiser)
    client.raise_request_exception = False
    client.force_login(organiser)
    monkeypatch.setattr("tournaments.access.get_visible_event", lambda *asked: 1 / 0)
    answer = client.get(event.get_absolute_url())
    assert f"and this number: {answer['X-Request-ID']}" in page_of(answer, 500)
    answer = client.get(event.get_absolute_url(), headers={"hx-request": "true"})
    assert answer.content.decode().endswith(f"the number {answer['X-Request-ID']}.")


def test_it_says_so_without_a_database_and_a_cache(
    client, organiser, monkeypatch, settings, django_assert_num_queries
):
    where = friday(organiser).get_absolute_url()
    client.raise_request_exception = False
    monkeypatch.setattr("tournaments.access.get_visible_event", lambda *asked: 1 / 0)
    nowhere = {"BACKEND": "django_redis.cache.RedisCache", "LOCATION": "unix:///nowhere/redis.sock"}
    settings.CACHES = dict.fromkeys(settings.CACHES, nowhere)
    with django_assert_num_queries(0):
        page_of(client.get(where), 500)


ASK = """
from django.conf import settings
from django.test import Client
print(settings.DEBUG, Client(HTTP_HOST="evil.example").get("/").status_code)
"""


def test_debug_is_off_unless_it_is_asked_for_and_other_hosts_fill_no_journal(manage):
    done = manage("shell", "-v0", "-c", ASK, DEBUG="", DJANGO_SETTINGS_MODULE="tests.settings_uncollected")
    assert (done.stdout, done.stderr) == ("False 400\n", "")


@pytest.fixture
def out(monkeypatch):
    """The database does not answer, as a pool says it that has waited in vain."""

    def waits(*asked):
        raise OperationalError("couldn't get a connection after 2.00 sec") from PoolTimeout()

    monkeypatch.setattr("tournaments.access.get_visible_event", waits)
    monkeypatch.setitem(database_errors.PAUSED, "until", 0.0)
    return monkeypatch


def test_while_the_database_is_out_a_page_says_so_and_asks_again(client, organiser, out):
    client.raise_request_exception = False
    answer = client.get(friday(organiser).get_absolute_url())
    assert "This page tries again by itself" in text_of(answer)
    assert (answer.status_code, answer["Refresh"], answer["Retry-After"]) == (503, "5", "5")
    assert list(missing_from(answer.headers)) == []


@pytest.mark.parametrize("how", ["page", "poll", "own poll"])
def test_what_is_answered_before_the_site_wakes_says_so_too(client, organiser, monkeypatch, how):
    monkeypatch.setitem(database_errors.PAUSED, "until", 0.0)
    event = paired(friday(organiser), organiser)
    where = event.get_absolute_url()
    own = address(event, event.players.first().name)
    way = {"page": where, "poll": f"{where}?part=now", "own poll": f"{own}?part=now"}[how]
    headers = {"accept-encoding": "gzip"} if how == "page" else {"if-none-match": client.get(way)["ETag"]}
    usual = 200 if how == "page" else 304
    assert [client.get(way, headers=headers).status_code for _ in range(2)] == [usual, usual]

    def waits(*asked):
        raise OperationalError("couldn't get a connection after 2.00 sec") from PoolTimeout()

    client.raise_request_exception = False
    with connection.execute_wrapper(waits):
        answer = client.get(way, headers=headers)
    assert answer.status_code == 503 and list(missing_from(answer.headers)) == []


def test_what_was_sent_meanwhile_is_sent_again_as_it_was(desk, organiser, out):
    event = friday(organiser)
    desk.raise_request_exception = False
    where, sent = reverse("announce", args=[event.slug]), form(event, text="Lunch <at> 12")
    answer = desk.post(where, sent)
    assert answer.status_code == 503 and "stored once, however often" in text_of(answer)
    fields = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', answer.content.decode())
    assert [(name, unescape(value)) for name, value in fields] == [(name, str(sent[name])) for name in sent]
    assert f'action="{where}"' in answer.content.decode()
    assert "Refresh" not in answer


def test_a_database_that_stores_nothing_for_now_is_out_for_who_sends_something(client, organiser):
    client.raise_request_exception = False
    client.force_login(organiser)
    event = friday(organiser)

    def read_only(execute, sql, *told):
        if sql.startswith("INSERT"):
            words = "cannot execute INSERT in a read-only transaction"
            raise InternalError(words) from psycopg.errors.ReadOnlySqlTransaction(words)
        return execute(sql, *told)

    with connection.execute_wrapper(read_only):
        assert client.get(event.get_absolute_url()).status_code == 200
        answer = client.post(reverse("announce", args=[event.slug]), form(event, text="Lunch at 12"))
    assert answer.status_code == 503 and "stored once, however often" in text_of(answer)


def test_the_page_of_an_outage_leads_to_no_other_host(client, out):
    database_errors.PAUSED["until"] = math.inf
    there = {"PATH_INFO": "//evil.example/"}
    for answer in (client.get("/", **there), client.post("/", {"said": "2-0"}, **there)):
        assert answer.status_code == 503 and '"/%2Fevil.example/"' in answer.content.decode()
        assert '"//' not in answer.content.decode()


def test_no_page_repeats_a_password(client, out):
    database_errors.PAUSED["until"] = math.inf
    answer = client.post(reverse("login"), {"username": "ann", "password": "between us"})
    assert answer.status_code == 503 and "go back and send it again" in text_of(answer)
    assert "between us" not in answer.content.decode()


def test_once_one_has_waited_in_vain_all_are_told_at_once(
    client, organiser, out, settings, django_assert_num_queries
):
    settings.WHITENOISE_USE_FINDERS = True
    client.raise_request_exception = False
    event = friday(organiser)
    out.setattr(database_errors, "PAUSE_SECONDS", 60)
    client.get(event.get_absolute_url())
    until = database_errors.PAUSED["until"]
    assert until > time.monotonic()
    out.undo()
    out.setitem(database_errors.PAUSED, "until", until)
    with django_assert_num_queries(0):
        answer = client.get(event.get_absolute_url(), headers={"hx-request": "true"})
    assert answer.content.decode() == "The site does not answer just now. Try again in a few seconds."
    assert client.get("/static/app.css").status_code == 200
    database_errors.PAUSED["until"] = 0.0
    assert client.get(event.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("locked", [True, False])
def test_a_locked_file_is_an_outage_and_a_missing_table_is_a_fault(tmp_path, locked):
    one, other = (sqlite3.connect(tmp_path / "file", timeout=0) for _ in range(2))
    one.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError) as caught:
        other.execute("BEGIN IMMEDIATE" if locked else "SELECT * FROM nothing")
    error = OperationalError()
    error.__cause__ = caught.value
    assert database_errors.is_outage(error) == locked
