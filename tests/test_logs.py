"""Logs: one line of JSON for each request, without personal data; the request id joins related lines."""

import json
import os
from uuid import UUID

import pytest
from structlog.contextvars import get_contextvars

from tests.support.desk_events import friday, paired
from tests.support.processes import run_forked

TOKEN = "s3cretS3cret_Abc"
# The database has no table, so that a query fails.
REQUESTS = f"""
import logging
from django.test import Client
from tournaments.access import secret_links
client = Client(HTTP_HOST="localhost", HTTP_USER_AGENT="Browser of Anna", REMOTE_ADDR="192.0.2.7")
client.raise_request_exception = False
client.get("/help/privacy/", headers={{"x-request-id": "from-nginx-0123456789"}})
client.get("/nowhere/", headers={{"x-request-id": 'no"good'}})
client.post("/accounts/login/", "x", content_type="multipart/form-data; boundary=")
original = secret_links.get_player_by_link
def with_log_line(*arguments):
    logging.getLogger("tournaments.anything").warning("on the way to %s", "/e/cup/me/{TOKEN}/")
    return original(*arguments)
secret_links.get_player_by_link = with_log_line
client.get("/e/a-secret-night/me/{TOKEN}/?a=b")
"""


@pytest.fixture(scope="module")
def log_lines(tmp_path_factory):
    """Every line that a process logged with LOGS=json."""
    database = f"sqlite:///{tmp_path_factory.mktemp('logs') / 'logs.sqlite3'}"
    variables = {"LOGS": "json", "PROXIES": "1", "DEBUG": "", "DATABASE_URL": database}
    variables["DJANGO_SETTINGS_MODULE"] = "tests.settings_uncollected"
    done = run_forked("manage.py", "shell", "-v0", "-c", REQUESTS, environment={**os.environ, **variables})
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stderr.splitlines()]


def requests_of(lines):
    return [line for line in lines if line["event"] == "request_finished"]


def test_each_request_is_one_line_with_view_status_and_duration(log_lines):
    lines = requests_of(log_lines)
    assert [(line["view"], line["request"], line["code"]) for line in lines] == [
        ("help_privacy", "GET /help/privacy/", 200),
        (None, "GET", 404),
        ("login", "POST /accounts/login/", 400),
        ("me", "GET /e/<slug:slug>/me/<str:token>/", 500),
    ]
    for line in lines:
        assert line["level"] in ("info", "error") and line["timestamp"].endswith("Z")
        assert 0 < line["ms"] < 60_000 and line["bytes"] > 500 and line["process"] > 1
    assert len({line["request_id"] for line in lines}) == 4


def test_no_line_has_personal_data_or_a_secret(log_lines):
    text = json.dumps(log_lines)
    secrets = ("192.0.2.7", "Browser", "Anna", TOKEN, "a=b", "a-secret-night", "/nowhere/")
    assert [secret for secret in secrets if secret in text] == []


def test_a_valid_request_id_of_the_proxy_is_used_and_any_other_is_replaced(log_lines):
    first, second = [line["request_id"] for line in requests_of(log_lines)][:2]
    assert first == "from-nginx-0123456789"
    assert str(UUID(second)) == second


def test_other_lines_of_a_request_have_its_id(log_lines):
    lines = [line for line in log_lines if line["request_id"] == log_lines[-1]["request_id"]]
    assert [line["event"] for line in lines] == ["on the way to /e/cup/me/…/", "request_finished"]
    assert lines[0]["logger"] == "tournaments.anything"
    assert "no such table" in lines[1]["exception"]


def test_every_answer_has_a_request_id_of_its_own_unless_a_proxy_sets_it(db, client, organiser, settings):
    event = paired(friday(organiser), organiser)
    part = f"/e/{event.slug}/standings/?part=table"
    headers = {"if-none-match": client.get(part)["ETag"], "x-request-id": "from-the-proxy"}
    ids = [client.get(part, headers=headers)["X-Request-ID"] for _ in range(3)]
    assert len(set(ids)) == 3 and "from-the-proxy" not in ids
    settings.PROXIES = 1
    assert client.get(part, headers=headers)["X-Request-ID"] == "from-the-proxy"
    assert get_contextvars() == {}


TERMINAL = """
from django.test import Client
client = Client(HTTP_HOST="localhost", raise_request_exception=False)
print(client.get("/help/privacy/").status_code, client.get("/e/nowhere/")["X-Request-ID"])
"""


def test_a_terminal_shows_no_requests_but_errors_with_their_id(manage):
    # The database has no table.
    done = manage(
        "shell", "-v0", "-c", TERMINAL, LOGS="", DEBUG="", DJANGO_SETTINGS_MODULE="tests.settings_uncollected"
    )
    status, number = done.stdout.split()
    first, *traceback = done.stderr.splitlines()
    assert status == "200" and "Internal Server Error: /e/nowhere/" in first and number in first
    assert "no such table" in traceback[-1]
    assert sum("Error" in line and "[" in line for line in done.stderr.splitlines()) == 1


CACHE_GONE = """
from django.core.cache import cache
for _ in range(3):
    cache.set("a", 1)
    print(cache.get("a"))
"""


def test_an_unreachable_redis_is_logged_once_and_ignored(manage):
    done = manage("shell", "-v0", "-c", CACHE_GONE, CACHE_URL="unix:///nowhere/redis.sock")
    assert done.stdout.split() == ["None"] * 3
    (line,) = done.stderr.splitlines()
    assert "Redis does not answer: " in line and "/nowhere/redis.sock" in line


def test_an_unknown_log_format_stops_the_start_with_one_line(manage):
    done = manage("check", LOGS="loud")
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "LOGS=loud" in done.stderr
