"""What is logged: a line of JSON for each request, in which nobody is named; ids that join what belongs
together."""

import json
import os
from uuid import UUID

import pytest
from structlog.contextvars import get_contextvars

from tests.processes import forked
from tests.views.desk_events import friday, paired

TOKEN = "s3cretS3cret_Abc"
# On a database without a table, so that whoever asks it meets a fault.
ASKS = f"""
import logging
from django.test import Client
from tournaments import access
client = Client(HTTP_HOST="localhost", HTTP_USER_AGENT="Browser of Anna", REMOTE_ADDR="192.0.2.7")
client.raise_request_exception = False
client.get("/help/privacy/", headers={{"x-request-id": "from-nginx-0123456789"}})
client.get("/nowhere/", headers={{"x-request-id": 'no"good'}})
client.post("/accounts/login/", "x", content_type="multipart/form-data; boundary=")
def said(*told):
    logging.getLogger("tournaments.anything").warning("on the way to %s", "/e/cup/me/{TOKEN}/")
asked = access.get_player_by_link
access.get_player_by_link = lambda *told: said() or asked(*told)
client.get("/e/a-secret-night/me/{TOKEN}/?a=b")
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Every line that a process has logged with LOGS=json."""
    database = f"sqlite:///{tmp_path_factory.mktemp('logs') / 'logs.sqlite3'}"
    told = {"LOGS": "json", "PROXIES": "1", "DEBUG": "", "DATABASE_URL": database}
    told["DJANGO_SETTINGS_MODULE"] = "tests.settings_uncollected"
    done = forked("manage.py", "shell", "-v0", "-c", ASKS, environment={**os.environ, **told})
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stderr.splitlines()]


def requests_of(lines):
    return [line for line in lines if line["event"] == "request_finished"]


def test_each_request_is_one_line_that_says_what_and_how_long(written):
    lines = requests_of(written)
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


def test_nobody_is_named_and_no_secret_told(written):
    text = json.dumps(written)
    told = ("192.0.2.7", "Browser", "Anna", TOKEN, "a=b", "a-secret-night", "/nowhere/")
    assert [word for word in told if word in text] == []


def test_the_id_of_our_own_proxy_is_kept_and_any_other_words_are_not(written):
    first, second = [line["request_id"] for line in requests_of(written)][:2]
    assert first == "from-nginx-0123456789"
    assert str(UUID(second)) == second


def test_what_else_is_said_during_a_request_carries_its_id(written):
    lines = [line for line in written if line["request_id"] == written[-1]["request_id"]]
    assert [line["event"] for line in lines] == ["on the way to /e/cup/me/…/", "request_finished"]
    assert lines[0]["logger"] == "tournaments.anything"
    assert "no such table" in lines[1]["exception"]


def test_every_answer_tells_its_id_and_without_proxies_nobody_brings_one(db, client, organiser, settings):
    event = paired(friday(organiser), organiser)
    part = f"/e/{event.slug}/standings/?part=table"
    asked = {"if-none-match": client.get(part)["ETag"], "x-request-id": "brought-along"}
    told = [client.get(part, headers=asked)["X-Request-ID"] for _ in range(3)]
    assert len(set(told)) == 3 and "brought-along" not in told
    settings.PROXIES = 1
    assert client.get(part, headers=asked)["X-Request-ID"] == "brought-along"
    assert get_contextvars() == {}


TERMINAL = """
from django.test import Client
client = Client(HTTP_HOST="localhost", raise_request_exception=False)
print(client.get("/help/privacy/").status_code, client.get("/e/nowhere/")["X-Request-ID"])
"""


def test_a_terminal_stays_calm_and_shows_the_number_of_a_fault(manage):
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


def test_a_redis_that_is_gone_is_logged_in_one_line_and_passed_over(manage):
    done = manage("shell", "-v0", "-c", CACHE_GONE, CACHE_URL="unix:///nowhere/redis.sock")
    assert done.stdout.split() == ["None"] * 3
    (line,) = done.stderr.splitlines()
    assert "Redis does not answer: " in line and "/nowhere/redis.sock" in line


def test_another_word_than_json_stops_the_start_with_a_line(manage):
    done = manage("check", LOGS="loud")
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "LOGS=loud" in done.stderr
