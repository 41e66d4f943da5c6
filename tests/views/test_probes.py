"""What watches over the site asks: whether it is well, and what it has counted."""

import psycopg
import pytest
from django.core.cache import caches
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from tests.headers import missing_from
from tests.views.desk_events import friday, paired
from tests.views.own_pages import address
from tournaments.views import outages, probes

WELL = {"database": "ok", "cache": "ok", "migrations": "ok"}
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}
TOKEN = "a-token-of-the-hall"


@pytest.fixture(autouse=True)
def new_process(monkeypatch):
    monkeypatch.setattr(probes, "MIGRATED", set())


def counted(client):
    """Every sample that is not nought, by its name and labels."""
    families = text_string_to_metric_families(client.get("/metrics").content.decode())
    return {
        (sample.name, *(sample.labels[name] for name in sorted(sample.labels))): sample.value
        for family in families
        for sample in family.samples
        if sample.value and sample.name.startswith("topcut_")
    }


def test_a_healthy_site_says_so_with_one_query_and_nothing_else(db, client, django_assert_num_queries):
    client.get("/healthz")
    with django_assert_num_queries(1):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, WELL)
    assert answer["Cache-Control"] == "no-store" and not answer.cookies
    assert list(missing_from(answer.headers)) == []


def test_it_is_asked_by_any_name_without_https_and_never_limited(db, settings):
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["topcut.example"]
    client = Client()
    assert client.get("/healthz", headers={"host": "10.0.0.7:8000"}).status_code == 200
    assert client.get("/", headers={"host": "topcut.example"}).status_code == 301
    assert client.head("/healthz").status_code == 200
    assert client.post("/healthz").status_code in (301, 400)


def test_a_migration_that_is_missing_is_told_until_it_is_there(db, client):
    recorder = MigrationRecorder(connection)
    applied = recorder.migration_qs.filter(app="tournaments").latest("name")
    applied.delete()
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, WELL | {"migrations": "missing"})
    recorder.record_applied("tournaments", applied.name)
    assert client.get("/healthz").status_code == 200


def test_a_database_that_does_not_answer_is_told(db, client, monkeypatch):
    def gone(execute, *told):
        raise OperationalError("server closed the connection; password is hunter2")

    with connection.execute_wrapper(gone):
        answer = client.get("/healthz")
    assert answer.status_code == 503 and answer.json()["database"] == "fails"
    assert "hunter2" not in answer.content.decode()
    monkeypatch.setitem(outages.PAUSED, "until", float("inf"))
    assert client.get("/healthz").status_code == 503


def test_a_cache_that_is_gone_is_told_and_pages_go_on(db, client, settings):
    settings.CACHES = settings.CACHES | {
        "default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    }
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, WELL | {"cache": "fails"})


def test_only_this_machine_or_who_has_the_token_reads_what_is_counted(db, client, settings):
    proxied = {"x-forwarded-for": "192.0.2.7"}
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", headers=proxied).status_code == 404
    assert client.get("/metrics", headers={"x-forwarded-proto": "https"}).status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer "}, **ELSEWHERE).status_code == 404
    settings.METRICS_TOKEN = TOKEN
    for given in ("", TOKEN, "Bearer", "Bearer ", f"Bearer {TOKEN}x", "Bearer ü"):
        headers = {"authorization": given, **proxied}
        assert client.get("/metrics", headers=headers, **ELSEWHERE).status_code == 404
    answer = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}", **proxied}, **ELSEWHERE)
    assert answer.status_code == 200 and answer["Cache-Control"] == "no-store"
    assert answer["Content-Type"].startswith("text/plain; version=")
    assert client.post("/metrics").status_code == 404


def test_who_may_not_read_it_sees_the_page_of_what_is_not_there(db, client):
    one, other = (client.get(where, **ELSEWHERE).content.decode() for where in ("/metrics", "/nowhere"))
    assert "There is no such page" in one and len(one) == len(other)


def test_requests_are_counted_by_view_and_polls_that_found_nothing_new_with_them(client, organiser):
    event = paired(friday(organiser), organiser)
    part = f"/e/{event.slug}/standings/?part=table"
    before = counted(client)
    etag = client.get(part)["ETag"]
    for _ in range(3):
        assert client.get(part, headers={"if-none-match": etag}).status_code == 304
    client.get(event.get_absolute_url())
    client.get("/e/nowhere/")
    client.get("/nowhere")
    client.post(f"/e/{event.slug}/desk/round/pair/")
    client.get("/help/", headers={"x-odd": "1"})
    client.put("/help/")
    after = counted(client)
    grown = {name: value - before.get(name, 0) for name, value in after.items()}
    requests = {name[1:]: n for name, n in grown.items() if n and name[0] == "topcut_requests_total"}
    # kind, method, status, view
    assert requests == {
        ("page", "GET", "200", "metrics"): 1,
        ("poll", "GET", "200", "standings"): 1,
        ("poll", "GET", "304", "standings"): 3,
        ("page", "GET", "200", "event"): 1,
        ("page", "GET", "404", "event"): 1,
        ("page", "GET", "404", "none"): 1,
        ("form", "POST", "302", "pair"): 1,
        ("page", "GET", "200", "help"): 1,
        ("form", "other", "405", "none"): 1,
    }
    assert grown["topcut_request_seconds_count", "poll", "standings"] == 4


def test_a_part_is_counted_when_it_is_rendered_not_when_it_is_asked_for(client, organiser):
    event = paired(friday(organiser), organiser)
    name, before = ("topcut_renderings_total", "standings/page.html#table"), counted(client)
    for _ in range(3):
        client.get(f"/e/{event.slug}/standings/?part=table")
    assert counted(client)[name] == before.get(name, 0) + 1


def test_nothing_of_an_address_is_told(client, organiser):
    event = paired(friday(organiser), organiser)
    client.get(address(event, "Anna"))
    client.get("/e/nobody-knows-this/")
    text = client.get("/metrics").content.decode()
    assert 'view="me"' in text
    player = event.players.get(name="Anna")
    assert not [word for word in (event.slug, player.token, player.name, "nobody-knows") if word in text]


def test_what_the_database_and_the_cache_did_not_answer_is_counted(client, organiser, settings):
    settings.CACHES = settings.CACHES | {
        "default": {
            "BACKEND": "django_redis.cache.RedisCache",
            "LOCATION": "unix:///nowhere/redis.sock",
            "OPTIONS": {"IGNORE_EXCEPTIONS": True},
        }
    }
    before = counted(client)
    assert caches["default"].get("anything") is None
    event, client = friday(organiser), Client(raise_request_exception=False)

    def gone(execute, *told):
        raise OperationalError("gone") from psycopg.OperationalError("gone")

    with connection.execute_wrapper(gone):
        assert client.get(event.get_absolute_url()).status_code == 503
    after = counted(client)
    for name in ("topcut_cache_errors_total", "topcut_database_errors_total"):
        assert after[(name,)] > before.get((name,), 0)
