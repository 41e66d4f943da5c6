"""What is logged: a line of JSON for each request, in which nobody is named; ids that join what belongs
together."""

import json
import logging
import os

import pytest

from config import logs
from tests.starts import forked
from tests.views.desk_events import friday, paired
from tournaments.views import watched

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
asked = access.player_at
access.player_at = lambda *told: said() or asked(*told)
client.get("/e/a-secret-night/me/{TOKEN}/?a=b")
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Every line that a process has logged with LOGS=json."""
    database = f"sqlite:///{tmp_path_factory.mktemp('logs') / 'logs.sqlite3'}"
    told = {"LOGS": "json", "PROXIES": "1", "DEBUG": "", "DATABASE_URL": database}
    told["DJANGO_SETTINGS_MODULE"] = "tests.uncollected"
    done = forked("manage.py", "shell", "-v0", "-c", ASKS, environment={**os.environ, **told})
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stderr.splitlines()]


def requests_of(lines):
    return [line for line in lines if line["logger"] == "topcut.requests"]


def test_each_request_is_one_line_that_says_what_and_how_long(written):
    lines = requests_of(written)
    assert [(line["view"], line["route"], line["status"]) for line in lines] == [
        ("help_privacy", "/help/privacy/", 200),
        ("none", "none", 404),
        ("login", "/accounts/login/", 400),
        ("me", "/e/<slug:slug>/me/<str:token>/", 500),
    ]
    for line in lines:
        assert (
            line["method"] in ("GET", "POST") and line["level"] == "info" and line["time"].endswith("+00:00")
        )
        assert 0 < line["ms"] < 60_000 and line["bytes"] > 500
        assert line["host"] == logs.HOST and line["process"] > 1
    assert len({line["request_id"] for line in lines}) == 4


def test_nobody_is_named_and_no_secret_told(written):
    text = json.dumps(written)
    told = ("192.0.2.7", "Browser", "Anna", TOKEN, "a=b", "a-secret-night", "/nowhere/")
    assert [word for word in told if word in text] == []


def test_the_id_of_our_own_proxy_is_kept_and_any_other_words_are_not(written):
    first, second = [line["request_id"] for line in requests_of(written)][:2]
    assert first == "from-nginx-0123456789"
    assert second.isalnum() and len(second) == 12


def test_what_else_is_said_during_a_request_carries_its_id(written):
    lines = [line for line in written if line["request_id"] == written[-1]["request_id"]]
    assert [line["logger"] for line in lines] == ["tournaments.anything", "django.request", "topcut.requests"]
    assert lines[0]["message"] == "on the way to /e/cup/me/…/"
    assert lines[1]["message"] == "Internal Server Error: /e/<slug:slug>/me/<str:token>/"
    assert "no such table" in lines[1]["traceback"]


def test_every_answer_tells_its_id_and_without_proxies_nobody_brings_one(db, client, organiser, settings):
    event = paired(friday(organiser), organiser)
    part = f"/e/{event.slug}/standings/?part=table"
    asked = {"if-none-match": client.get(part)["ETag"], "x-request-id": "brought-along"}
    told = [client.get(part, headers=asked)["X-Request-ID"] for _ in range(3)]
    assert len(set(told)) == 3 and "brought-along" not in told
    settings.PROXIES = 1
    assert client.get(part, headers=asked)["X-Request-ID"] == "brought-along"
    assert watched.REQUEST_ID.get() == ""


def test_a_terminal_stays_calm_and_tells_of_a_fault_its_number(client, db, caplog):
    assert not logging.getLogger("topcut.requests").isEnabledFor(logging.INFO)
    with caplog.at_level(logging.WARNING):
        number = client.get("/e/nowhere/")["X-Request-ID"]
    (record,) = [record for record in caplog.records if record.name == "django.request"]
    watched.Named().filter(record)
    assert logs.Terminal().format(record) == f"Not Found: /e/nowhere/ [{number}]"


def test_a_cache_that_is_gone_is_said_once_a_minute_in_a_line():
    def said(second):
        told = {
            "relativeCreated": 1000 * second,
            "msg": "Exception ignored",
            "exc_info": (OSError, gone, None),
        }
        record = logging.makeLogRecord(told)
        return seldom.filter(record) and logs.Terminal().format(watched.Named().filter(record) and record)

    seldom, gone = logs.Seldom(), OSError("connection refused")
    line = "The cache does not answer, and pages go on without: connection refused"
    assert [said(second) for second in (5, 6, 64, 66)] == [line, False, False, line]


def test_another_word_than_json_stops_the_start_with_a_line(manage):
    done = manage("check", LOGS="loud")
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "LOGS=loud" in done.stderr
