"""The site as a whole: its database's settings, what each answer forbids, production's settings."""

import re

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import Client

from tests.security_headers import missing_from

ADDRESSES = ("/", "/accounts/login/", "/admin/login/", "/e/nowhere/")


def pragma(name):
    with connection.cursor() as cursor:
        return cursor.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="another database")
def test_sqlite_waits_for_others_and_is_on_the_disk_before_it_says_so(db):
    assert pragma("journal_mode") == "wal"
    assert pragma("synchronous") == 2  # FULL
    assert pragma("busy_timeout") == 20_000
    assert settings.DATABASES["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_requests_open_no_transaction_of_their_own():
    assert not settings.DATABASES["default"]["ATOMIC_REQUESTS"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_carries_the_policy(db, client, address):
    assert list(missing_from(client.get(address).headers)) == []


@pytest.mark.parametrize("address", ["/help/", "/nowhere", "/healthz"])
def test_who_asks_for_the_head_alone_is_sent_no_page(db, rf, address):
    told = {}

    def heard(status, headers):
        told.update(headers)

    # (Django's client would cut the page off itself.)
    site = WSGIHandler()
    whole = b"".join(site(rf.get(address).environ, heard))
    length = told.get("Content-Length")
    assert b"".join(site(rf.head(address).environ, heard)) == b"" != whole
    assert told.get("Content-Length") == length


def test_a_form_without_its_token_is_refused(db):
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", {"username": "a", "password": "b"})
    assert answer.status_code == 403


def test_a_visitor_without_an_account_keeps_no_session(db, client):
    assert "sessionid" not in client.get("/").cookies


def test_production_settings_leave_nothing_to_warn_of(manage):
    secret = "".join(chr(65 + number % 50) for number in range(60))
    done = manage(
        *("check", "--deploy", "--fail-level", "INFO"),
        **{"HTTPS": "1", "SECRET_KEY": secret, "ALLOWED_HOSTS": "topcut.example"},
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_what_is_for_https_alone_is_sent_only_where_the_site_is(manage):
    names = "s.SESSION_COOKIE_SECURE, s.SECURE_HSTS_SECONDS > 0, s.SECURE_CROSS_ORIGIN_OPENER_POLICY"
    ask = f"from django.conf import settings as s; print({names})"
    assert manage("shell", "-v0", "-c", ask, HTTPS="").stdout.strip() == "False False None"
    assert manage("shell", "-v0", "-c", ask, HTTPS="1").stdout.strip() == "True True same-origin"


def test_pages_travel_compressed_and_are_still_known_by_their_etag(client, event_from):
    players = [{"id": f"p{number}", "name": f"Player {number}"} for number in range(20)]
    facts = {"name": "Friday", "rulebook": "magic"}
    event = event_from(
        {"format": "topcut/1", "event": facts, "players": players, "phases": [{"kind": "swiss"}]}
    )
    part = f"{event.get_absolute_url()}standings/?part=table"
    first = client.get(part, headers={"accept-encoding": "gzip"})
    assert first["Content-Encoding"] == "gzip"
    assert client.get(part, headers={"if-none-match": first["ETag"]}).status_code == 304


@pytest.mark.parametrize("address", ["/", "/help/", "/accounts/login/", "/nowhere/"])
def test_the_length_of_a_compressed_page_is_blurred(db, client, address):
    """Against BREACH, which guesses secrets by lengths, GZipMiddleware adds a file name of random length."""
    pages = [client.get(address, headers={"accept-encoding": "gzip"}).content for _ in range(10)]
    header, has_file_name = b"\x1f\x8b", 8
    assert all(page.startswith(header) and page[3] & has_file_name for page in pages)
    assert len({page[10:].index(b"\0") for page in pages}) > 1


def test_a_language_written_from_the_right_turns_the_page(db, client, settings):
    settings.LANGUAGES, settings.LANGUAGE_CODE = [("ar", "Arabic")], "ar"
    assert '<html lang="ar" dir="rtl">' in client.get("/").content.decode()


def test_the_style_sheet_says_start_and_end_never_left_and_right():
    sheet = (settings.BASE_DIR / "static" / "app.css").read_text()
    side = "(?:left|right)"
    said = rf"\b(?:margin|padding|border)-{side}\b|[ ;{{]{side}:|(?:align|float): {side}"
    assert re.findall(said, sheet) == []
