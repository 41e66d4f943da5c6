"""Error pages and database outages: a page that says what to do, without internal details."""

import math
import re
import sqlite3
import time
from html import unescape

import psycopg
import pytest
from django.conf import settings
from django.db import InternalError, OperationalError, connection
from django.test import Client, RequestFactory
from django.urls import reverse
from psycopg_pool import PoolTimeout

from tests.support.desk_events import form, fresh, friday, paired, played
from tests.support.own_pages import address, text_of
from tests.support.security_headers import missing_from
from tournaments.web.middleware import errors
from tournaments.web.middleware.errors import DatabaseOutageMiddleware

INTERNAL_WORDS = ("Traceback", "Exception", "DEBUG", "/site-packages/", "sqlite", "ZeroDivision", "CSRF")


def page_of(answer, status):
    """Return the text of an answer with this status: a complete page without internal details."""
    assert answer.status_code == status
    text = text_of(answer)
    assert "Topcut" in text and "All events" in text
    assert not [word for word in INTERNAL_WORDS if word in answer.content.decode()]
    return text


@pytest.fixture
def csrf_client(organiser):
    """A signed-in browser whose forms need their CSRF token."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(organiser)
    return client


def test_a_form_without_a_valid_token_is_403(csrf_client, organiser):
    event = friday(organiser)
    url = reverse("pair", args=[event.slug])
    for token in ({}, {"csrfmiddlewaretoken": "a" * 64}):
        text = page_of(csrf_client.post(url, {**form(event), **token}), 403)
        assert "This page has expired" in text and "reload the page" in text
    assert fresh(event).version == event.version


def test_htmx_gets_one_sentence(csrf_client, organiser):
    answer = csrf_client.post(reverse("pair", args=[friday(organiser).slug]), headers={"hx-request": "true"})
    assert answer.status_code == 403 and answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode().startswith("Nothing was changed. Go back")


def test_an_unknown_host_is_400(db, client):
    text = page_of(client.get("/", headers={"host": "evil.example"}), 400)
    assert "Invalid request" in text and "evil.example" not in text


def test_a_request_that_is_too_long_is_refused_unread(desk, organiser):
    event = friday(organiser)
    for url in ("/", reverse("import_event"), reverse("announce", args=[event.slug])):
        answer = desk.post(url, CONTENT_LENGTH=str(settings.MAX_REQUEST_BYTES + 1))
        assert "at most 32 MB" in page_of(answer, 413)


def test_a_form_that_is_too_long_or_has_too_many_fields_is_refused(desk, settings, organiser):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    url = reverse("announce", args=[friday(organiser).slug])
    page_of(desk.post(url, {"text": "a" * 2000}), 413)
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 10
    page_of(desk.post(url, {f"f{number}": "" for number in range(11)}), 400)


@pytest.mark.parametrize("length", ["", "-5", "nonsense", "²", "9" * 30])
def test_an_invalid_content_length_is_not_a_server_error(db, length):
    answer = Client(raise_request_exception=False).get("/", CONTENT_LENGTH=length)
    assert answer.status_code in (200, 400, 413)


def test_a_wrong_method_is_405_with_a_page(desk, organiser):
    answer = desk.get(reverse("confirm_expired_reports", args=[friday(organiser).slug]))
    assert "can’t be opened directly" in page_of(answer, 405)
    assert answer["Allow"] == "POST"


def test_an_unknown_address_is_404_with_a_page(client, db):
    assert "Page not found" in page_of(client.get("/e/nowhere/"), 404)


def test_a_forbidden_page_names_the_signed_in_user(client, organiser, django_user_model):
    client.force_login(django_user_model.objects.create_user("somebody"))
    assert "signed in as somebody" in page_of(client.get(reverse("desk", args=[friday(organiser).slug])), 403)


def test_a_server_error_shows_the_request_id_and_no_details(client, organiser, monkeypatch):
    event = played(friday(organiser), organiser)
    client.raise_request_exception = False
    client.force_login(organiser)
    monkeypatch.setattr("tournaments.access.get_visible_event", lambda *args: 1 / 0)
    answer = client.get(event.get_absolute_url())
    assert f"give them this number: {answer['X-Request-ID']}" in page_of(answer, 500)
    answer = client.get(event.get_absolute_url(), headers={"hx-request": "true"})
    assert answer.content.decode().endswith(f"the number {answer['X-Request-ID']}.")


def test_the_error_page_needs_no_database_and_no_cache(
    client, organiser, monkeypatch, settings, django_assert_num_queries
):
    url = friday(organiser).get_absolute_url()
    client.raise_request_exception = False
    monkeypatch.setattr("tournaments.access.get_visible_event", lambda *args: 1 / 0)
    nowhere = {"BACKEND": "django_redis.cache.RedisCache", "LOCATION": "unix:///nowhere/redis.sock"}
    settings.CACHES = dict.fromkeys(settings.CACHES, nowhere)
    with django_assert_num_queries(0):
        page_of(client.get(url), 500)


ASK = """
from django.conf import settings
from django.test import Client, RequestFactory
print(settings.DEBUG, Client(HTTP_HOST="evil.example").get("/").status_code)
"""


def test_debug_is_off_by_default_and_unknown_hosts_are_not_logged(manage):
    done = manage("shell", "-v0", "-c", ASK, DEBUG="", DJANGO_SETTINGS_MODULE="tests.settings_uncollected")
    assert (done.stdout, done.stderr) == ("False 400\n", "")


@pytest.fixture
def out(monkeypatch):
    """A database that does not answer: the pool times out."""

    def waits(*args):
        raise OperationalError("couldn't get a connection after 2.00 sec") from PoolTimeout()

    monkeypatch.setattr("tournaments.access.get_visible_event", waits)
    monkeypatch.setattr(DatabaseOutageMiddleware, "paused_until", 0.0)
    return monkeypatch


def test_a_database_outage_shows_a_page_that_retries(client, organiser, out):
    client.raise_request_exception = False
    answer = client.get(friday(organiser).get_absolute_url())
    assert "This page tries again automatically" in text_of(answer)
    assert (answer.status_code, answer["Refresh"], answer["Retry-After"]) == (503, "5", "5")
    assert list(missing_from(answer.headers)) == []


@pytest.mark.parametrize("how", ["page", "poll", "own poll"])
def test_pages_and_polls_are_503_during_an_outage(client, organiser, monkeypatch, how):
    monkeypatch.setattr(DatabaseOutageMiddleware, "paused_until", 0.0)
    event = paired(friday(organiser), organiser)
    url = event.get_absolute_url()
    own = address(event, event.players.first().name)
    way = {"page": url, "poll": f"{url}?part=now", "own poll": f"{own}?part=now"}[how]
    headers = {"accept-encoding": "gzip"} if how == "page" else {"if-none-match": client.get(way)["ETag"]}
    usual = 200 if how == "page" else 304
    assert [client.get(way, headers=headers).status_code for _ in range(2)] == [usual, usual]

    def waits(*args):
        raise OperationalError("couldn't get a connection after 2.00 sec") from PoolTimeout()

    client.raise_request_exception = False
    with connection.execute_wrapper(waits):
        answer = client.get(way, headers=headers)
    assert answer.status_code == 503 and list(missing_from(answer.headers)) == []


def test_a_form_sent_during_an_outage_can_be_sent_again(desk, organiser, out):
    event = friday(organiser)
    desk.raise_request_exception = False
    url, sent = reverse("announce", args=[event.slug]), form(event, text="Lunch <at> 12")
    answer = desk.post(url, sent)
    assert answer.status_code == 503 and "saved only once, even if" in text_of(answer)
    fields = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', answer.content.decode())
    assert [(name, unescape(value)) for name, value in fields] == [(name, str(sent[name])) for name in sent]
    assert f'action="{url}"' in answer.content.decode()
    assert "Refresh" not in answer


def test_a_read_only_database_is_an_outage_for_forms(client, organiser):
    client.raise_request_exception = False
    client.force_login(organiser)
    event = friday(organiser)

    def read_only(execute, sql, *args):
        if sql.startswith("INSERT"):
            words = "cannot execute INSERT in a read-only transaction"
            raise InternalError(words) from psycopg.errors.ReadOnlySqlTransaction(words)
        return execute(sql, *args)

    with connection.execute_wrapper(read_only):
        assert client.get(event.get_absolute_url()).status_code == 200
        answer = client.post(reverse("announce", args=[event.slug]), form(event, text="Lunch at 12"))
    assert answer.status_code == 503 and "saved only once, even if" in text_of(answer)


def test_the_outage_page_does_not_link_to_other_hosts(client, out):
    DatabaseOutageMiddleware.paused_until = math.inf
    path = {"PATH_INFO": "//evil.example/"}
    for answer in (client.get("/", **path), client.post("/", {"result_text": "2-0"}, **path)):
        assert answer.status_code == 503 and '"/%2Fevil.example/"' in answer.content.decode()
        assert '"//' not in answer.content.decode()


def test_the_outage_page_does_not_repeat_passwords(client, out):
    DatabaseOutageMiddleware.paused_until = math.inf
    answer = client.post(reverse("login"), {"username": "ann", "password": "between us"})
    assert answer.status_code == 503 and "go back and send it again" in text_of(answer)
    assert "between us" not in answer.content.decode()


def test_after_a_timeout_other_requests_fail_fast(
    client, organiser, out, settings, django_assert_num_queries
):
    settings.WHITENOISE_USE_FINDERS = True
    client.raise_request_exception = False
    event = friday(organiser)
    out.setattr(errors, "PAUSE_SECONDS", 60)
    client.get(event.get_absolute_url())
    paused_until = DatabaseOutageMiddleware.paused_until
    assert paused_until > time.monotonic()
    out.undo()
    out.setattr(DatabaseOutageMiddleware, "paused_until", paused_until)
    with django_assert_num_queries(0):
        answer = client.get(event.get_absolute_url(), headers={"hx-request": "true"})
    assert answer.content.decode() == "The site isn’t responding right now. Try again in a few seconds."
    assert client.get("/static/app.css").status_code == 200
    DatabaseOutageMiddleware.paused_until = 0.0
    assert client.get(event.get_absolute_url()).status_code == 200


@pytest.fixture
def full_database(transactional_db, organiser):
    """An event in an SQLite database that can get no larger."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has a server, which says itself that its disk is full")
    event = friday(organiser)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        (page_count,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {page_count}")
        yield event
        cursor.execute(f"PRAGMA max_page_count = {2**31}")


def test_a_full_disk_is_an_outage_with_a_sentence(full_database, desk):
    desk.raise_request_exception = False
    url = reverse("add_players", args=[full_database.slug])
    names = "\n".join(f"{'A long name ' * 8}{number}" for number in range(200))
    answer = desk.post(url, form(full_database, names=names))
    assert "Nothing was saved. The disk is full." in text_of(answer)
    assert "send it again" in text_of(answer)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    answer = desk.post(url, form(full_database, names=names), headers={"hx-request": "true"})
    assert answer.content.decode().startswith("Nothing was saved. The disk is full.")
    assert fresh(full_database).version == full_database.version
    assert desk.get(full_database.get_absolute_url()).status_code == 200


@pytest.mark.parametrize(
    "code", [sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY]
)
def test_a_disk_that_fails_is_an_outage_with_a_sentence(client, code):
    cause, error = sqlite3.OperationalError(), OperationalError()
    cause.sqlite_errorcode, error.__cause__ = code, cause
    assert errors.is_outage(error)
    sent = errors.service_unavailable(RequestFactory().post("/"), error)
    assert "Nothing was saved. The site can’t use its disk." in text_of(sent)


@pytest.mark.parametrize("headers", [{}, {"hx-request": "true"}])
def test_who_only_looks_at_a_page_is_not_told_that_nothing_was_saved(headers):
    cause, error = sqlite3.OperationalError(), OperationalError()
    cause.sqlite_errorcode, error.__cause__ = sqlite3.SQLITE_IOERR_READ, cause
    answer = errors.service_unavailable(RequestFactory().get("/", headers=headers), error)
    text = text_of(answer)
    assert "The site can’t use its disk. Tell the person who runs this site." in text
    assert "saved" not in text


@pytest.mark.parametrize("locked", [True, False])
def test_a_locked_file_is_an_outage_and_a_missing_table_is_a_fault(tmp_path, locked):
    one, other = (sqlite3.connect(tmp_path / "file", timeout=0) for _ in range(2))
    one.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError) as caught:
        other.execute("BEGIN IMMEDIATE" if locked else "SELECT * FROM nothing")
    error = OperationalError()
    error.__cause__ = caught.value
    assert errors.is_outage(error) == locked
