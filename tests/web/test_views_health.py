"""The endpoints for monitoring: /healthz, and /metrics for Prometheus."""

import asyncio
import resource

import pytest
from django.core.cache import caches
from django.db import OperationalError, connection
from django.db.backends.utils import CursorWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from tests.support.desk_events import friday, paired
from tests.support.own_pages import address
from tests.support.security_headers import missing_from
from tournaments.web.middleware.monitoring import Migrations

WELL = {"database": "ok", "cache": "ok", "migrations": "ok"}
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}
TOKEN = "a-token-of-the-hall"
BY_VIEW = "django_http_responses_total_by_status_view_method_total"


@pytest.fixture(autouse=True)
def without_event_loop():
    """Playwright leaves its event loop running in this thread if a browser journey came first."""
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture(autouse=True)
def new_process(monkeypatch):
    monkeypatch.setattr(Migrations, "are_applied", False)


def counted(client):
    """Return every sample that is not zero by its name and labels."""
    families = text_string_to_metric_families(client.get("/metrics").content.decode())
    return {
        (sample.name, *(sample.labels[name] for name in sorted(sample.labels))): sample.value
        for family in families
        for sample in family.samples
        if sample.value
    }


def test_a_healthy_site_reports_only_its_checks(db, client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, WELL)
    assert "no-store" in answer["Cache-Control"] and not answer.cookies
    assert list(missing_from(answer.headers)) == []


@pytest.mark.skipif(connection.vendor != "sqlite", reason="its database is a file")
def test_a_database_that_cannot_be_written_is_reported(db, client):
    """No file of this process can grow, as on a full disk."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        answer = client.get("/healthz")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (answer.status_code, answer.json()) == (503, WELL | {"database": "fails"})
    assert client.get("/healthz").status_code == 200


def test_the_health_check_works_under_any_host_and_without_https(db, settings):
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["topcut.example"]
    client = Client()
    assert client.get("/healthz", headers={"host": "10.0.0.7:8000"}).status_code == 200
    assert client.get("/", headers={"host": "topcut.example"}).status_code == 301
    assert client.head("/healthz").status_code == 200
    assert client.post("/healthz").status_code in (301, 400)


def test_a_missing_migration_is_reported_until_it_is_applied(transactional_db, client):
    recorder = MigrationRecorder(connection)
    applied = recorder.migration_qs.filter(app="tournaments").latest("name")
    applied.delete()
    try:
        answer = client.get("/healthz")
    finally:
        recorder.record_applied("tournaments", applied.name)
    assert (answer.status_code, answer.json()) == (503, WELL | {"migrations": "fails"})
    assert client.get("/healthz").status_code == 200


def test_a_database_that_does_not_answer_is_reported(db, client, monkeypatch):
    def fail(*args):
        raise OperationalError("server closed the connection; password is hunter2")

    # The check has a thread and a connection of its own.
    with monkeypatch.context() as patch:
        patch.setattr(CursorWrapper, "execute", fail)
        answer = client.get("/healthz")
    assert answer.status_code == 503 and answer.json()["database"] == "fails"
    assert "hunter2" not in answer.content.decode()


def test_a_missing_cache_is_reported_but_not_fatal(db, client, settings):
    settings.CACHES = settings.CACHES | {
        "default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    }
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, WELL | {"cache": "fails"})


def test_metrics_require_the_token_or_this_machine(db, client, settings):
    proxied = {"x-forwarded-for": "192.0.2.7"}
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", headers=proxied).status_code == 404
    assert client.get("/metrics", headers={"x-forwarded-proto": "https"}).status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer "}, **ELSEWHERE).status_code == 404
    settings.METRICS_TOKEN = TOKEN
    for credentials in ("", TOKEN, "Bearer", "Bearer ", f"Bearer {TOKEN}x", "Bearer ü"):
        headers = {"authorization": credentials, **proxied}
        assert client.get("/metrics", headers=headers, **ELSEWHERE).status_code == 404
    answer = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}", **proxied}, **ELSEWHERE)
    assert answer.status_code == 200 and answer["Cache-Control"] == "no-store"
    assert answer["Content-Type"].startswith("text/plain; version=")
    assert client.post("/metrics").status_code == 404


def test_metrics_are_404_without_access(db, client):
    one, other = (client.get(path, **ELSEWHERE).content.decode() for path in ("/metrics", "/nowhere"))
    assert "Page not found" in one and len(one) == len(other)


def test_requests_are_counted_and_timed_by_view_method_and_status(client, organiser):
    event = paired(friday(organiser), organiser)
    part = f"/e/{event.slug}/standings/?part=table"
    before = counted(client)
    etag = client.get(part)["ETag"]
    assert client.get(part, headers={"if-none-match": etag}).status_code == 304
    client.get(event.get_absolute_url())
    client.get("/e/nowhere/")
    client.get("/nowhere")
    client.post(f"/e/{event.slug}/desk/round/pair/")
    client.get("/help/", headers={"x-odd": "1"})
    client.put("/help/")
    client.generic("MADEUP", "/help/")
    after = counted(client)
    grown = {name: value - before.get(name, 0) for name, value in after.items()}
    requests = {name[1:]: n for name, n in grown.items() if n and name[0] == BY_VIEW}
    # method, status, view
    assert requests == {
        ("GET", "200", "<unnamed view>"): 1,  # /metrics
        ("GET", "200", "standings"): 1,
        ("GET", "304", "standings"): 1,
        ("GET", "200", "event"): 1,
        ("GET", "404", "event"): 1,
        ("GET", "404", "<unnamed view>"): 1,
        ("POST", "302", "pair"): 1,
        ("GET", "200", "help"): 1,
        ("PUT", "405", "<unnamed view>"): 1,
        ("<invalid method>", "405", "<unnamed view>"): 1,
    }
    assert grown["django_http_requests_latency_seconds_by_view_method_count", "GET", "standings"] == 2


def test_labels_contain_no_addresses_and_no_client_input(client, organiser):
    event = paired(friday(organiser), organiser)
    client.get(address(event, "Anna"))
    client.get("/e/nobody-knows-this/")
    client.generic("MADEUP", "/help/")
    text = client.get("/metrics").content.decode()
    assert 'view="me"' in text
    player = event.players.get(name="Anna")
    words = (event.slug, player.token, player.name, "nobody-knows", "MADEUP")
    assert not [word for word in words if word in text]


def test_failures_of_the_database_and_the_cache_are_counted(client, organiser, settings, monkeypatch):
    settings.CACHES = settings.CACHES | {
        "default": settings.REDIS | {"LOCATION": "unix:///nowhere/redis.sock"}
    }
    before = counted(client)
    assert caches["default"].get("anything") is None
    event, client = friday(organiser), Client(raise_request_exception=False)

    def fail(*args):
        raise OperationalError("gone")

    with connection.execute_wrapper(fail):
        client.get(event.get_absolute_url())
    after = counted(client)
    for name in (
        ("django_cache_get_fail_total", "redis"),
        ("django_http_exceptions_total_by_type_total", "OperationalError"),
    ):
        assert after[name] > before.get(name, 0)
