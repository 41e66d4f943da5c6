"""The site as a whole: its database's settings, what each answer forbids, production's settings."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

POLICY = {"default-src 'self'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"}
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
    answer = client.get(address)
    assert set(answer["Content-Security-Policy"].split("; ")) == POLICY
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"


def test_a_form_without_its_token_is_refused(db):
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", {"username": "a", "password": "b"})
    assert answer.status_code == 403


def test_a_visitor_without_an_account_keeps_no_session(db, client):
    assert "sessionid" not in client.get("/").cookies


def manage(tmp_path, *command, **environment):
    """manage.py in a process of its own, with this environment and an empty database."""
    database = f"sqlite:///{tmp_path / 'site.sqlite3'}"
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DATABASE_URL": database, **environment},
        capture_output=True,
        text=True,
    )


def test_production_settings_leave_nothing_to_warn_of(tmp_path):
    secret = "".join(chr(65 + number % 50) for number in range(60))
    done = manage(
        tmp_path,
        *("check", "--deploy", "--fail-level", "INFO"),
        **{"HTTPS": "1", "SECRET_KEY": secret, "ALLOWED_HOSTS": "topcut.example"},
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_cookies_are_for_https_alone_only_where_the_site_is(tmp_path):
    ask = "from django.conf import settings as s; print(s.SESSION_COOKIE_SECURE, s.SECURE_HSTS_SECONDS > 0)"
    assert manage(tmp_path, "shell", "-v0", "-c", ask, HTTPS="").stdout.strip() == "False False"
    assert manage(tmp_path, "shell", "-v0", "-c", ask, HTTPS="1").stdout.strip() == "True True"
