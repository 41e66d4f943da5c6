"""The site as a whole: database settings, security headers, production settings."""

import re

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import Client

from tests.support.security_headers import missing_from

ADDRESSES = ("/", "/accounts/login/", "/admin/login/", "/e/nowhere/")


def pragma(name):
    with connection.cursor() as cursor:
        return cursor.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="another database")
def test_sqlite_waits_for_locks_and_syncs_each_commit(db):
    assert pragma("journal_mode") == "wal"
    assert pragma("synchronous") == 2  # FULL
    assert pragma("busy_timeout") == 20_000
    assert settings.DATABASES["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_requests_are_not_wrapped_in_transactions():
    assert not settings.DATABASES["default"]["ATOMIC_REQUESTS"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_has_the_security_headers(db, client, address):
    assert list(missing_from(client.get(address).headers)) == []


@pytest.mark.parametrize("address", ["/help/", "/nowhere", "/healthz"])
def test_a_head_request_gets_headers_without_a_body(db, rf, address):
    received = {}

    def start_response(_status, headers):
        received.update(headers)

    # Not by Django's client, which would remove the body itself.
    site = WSGIHandler()
    whole = b"".join(site(rf.get(address).environ, start_response))
    length = received.get("Content-Length")
    assert b"".join(site(rf.head(address).environ, start_response)) == b"" != whole
    assert received.get("Content-Length") == length


def test_a_form_without_csrf_token_is_refused(db):
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", {"username": "a", "password": "b"})
    assert answer.status_code == 403


def test_a_visitor_without_an_account_gets_no_session(db, client):
    assert "sessionid" not in client.get("/").cookies


def test_production_settings_pass_the_deployment_check(manage):
    secret = "".join(chr(65 + number % 50) for number in range(60))
    done = manage(
        *("check", "--deploy", "--fail-level", "INFO"),
        **{"HTTPS": "1", "SECRET_KEY": secret, "ALLOWED_HOSTS": "topcut.example"},
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.slow
def test_secure_cookies_and_hsts_are_set_with_https_only(manage):
    names = "s.SESSION_COOKIE_SECURE, s.SECURE_HSTS_SECONDS > 0, s.SECURE_CROSS_ORIGIN_OPENER_POLICY"
    code = f"from django.conf import settings as s; print({names})"
    assert manage("shell", "-v0", "-c", code, HTTPS="").stdout.strip() == "False False None"
    assert manage("shell", "-v0", "-c", code, HTTPS="1").stdout.strip() == "True True same-origin"


def test_fragments_are_compressed_and_answered_by_etag(client, event_from):
    players = [{"id": f"p{number}", "name": f"Player {number}"} for number in range(20)]
    fields = {"name": "Friday", "rulebook": "magic"}
    event = event_from(
        {"format": "topcut/1", "event": fields, "players": players, "phases": [{"kind": "swiss"}]}
    )
    part = f"{event.get_absolute_url()}standings/?part=table"
    first = client.get(part, headers={"accept-encoding": "gzip"})
    assert first["Content-Encoding"] == "gzip"
    assert client.get(part, headers={"if-none-match": first["ETag"]}).status_code == 304


@pytest.mark.parametrize("address", ["/", "/help/", "/accounts/login/", "/nowhere/"])
def test_the_length_of_a_compressed_page_is_random(db, client, address):
    """Against BREACH, which guesses secrets by lengths, GZipMiddleware adds a file name of random length."""
    pages = [client.get(address, headers={"accept-encoding": "gzip"}).content for _ in range(10)]
    header, has_file_name = b"\x1f\x8b", 8
    assert all(page.startswith(header) and page[3] & has_file_name for page in pages)
    assert len({page[10:].index(b"\0") for page in pages}) > 1


def test_a_right_to_left_language_sets_the_direction_of_the_page(db, client, settings):
    settings.LANGUAGES, settings.LANGUAGE_CODE = [("ar", "Arabic")], "ar"
    assert '<html lang="ar" dir="rtl">' in client.get("/").content.decode()


@pytest.mark.parametrize("name", ["app.css", "club.css", "desk.css", "help.css"])
def test_the_style_sheets_use_start_and_end_instead_of_left_and_right(name):
    sheet = (settings.BASE_DIR / "static" / name).read_text()
    side = "(?:left|right)"
    physical = rf"\b(?:margin|padding|border)-{side}\b|[ ;{{]{side}:|(?:align|float): {side}"
    assert re.findall(physical, sheet) == []


def test_no_line_of_a_template_is_longer_than_140_characters():
    lines = [
        (path.name, number)
        for path in (settings.BASE_DIR / "templates").rglob("*.jinja")
        for number, line in enumerate(path.read_text().split("\n"), start=1)
        if len(line) > 140
    ]
    assert lines == []
