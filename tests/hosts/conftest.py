"""Fixtures that run the site as in production, instead of Django's live server."""

import environ
import pytest
from django.contrib.auth import get_user_model
from django.db import ConnectionHandler, connections, transaction

from tests.hosts.servers import missing_programs
from tests.hosts.servers import site as running_site
from tests.support import postgres as servers
from tests.support.accounts import PASSWORD
from tournaments.models import Event
from tournaments.rules.history import UNLISTED


@pytest.fixture(scope="session")
def site(request):
    """PostgreSQL, Redis, the services desk and public, and nginx.

    Without one of these programs the tests are skipped, or fail with CI=true.
    """
    if text := missing_programs():
        (pytest.fail if servers.is_required() else pytest.skip)(text)
    from django.conf import settings

    server = request.getfixturevalue("postgres")
    variables = {"SECRET_KEY": settings.SECRET_KEY, "POLL_SECONDS": "0.4"}
    with running_site(server, time_scale=0.5, **variables) as running:
        yield running


@pytest.fixture
def site_url(site, stored):
    return site.url


@pytest.fixture
def stored(site, django_db_blocker, monkeypatch, settings):
    """Let this process use the site's database and cache, like one more host; the database is empty.

    No id of a row and no slug of an event is used twice, because the hosts cache by them.
    """
    monkeypatch.setattr("tests.support.database_states.reset_sequences", lambda: None)
    monkeypatch.setattr("tests.support.database_states.STATES", {})
    settings.CACHES = settings.CACHES | {
        "default": settings.CACHES["default"] | settings.REDIS | {"LOCATION": f"unix://{site.redis.socket}"}
    }
    database = environ.Env.db_url_config(site.postgres.address("hosts"))
    before = connections["default"]
    connections["default"] = ConnectionHandler({"default": database})["default"]
    try:
        with django_db_blocker.unblock():
            replace_events()
            yield
            connections["default"].close()
    finally:
        connections["default"] = before


def replace_events():
    """Delete all events and keep their slugs. As in an action, their rows are locked before any others."""
    with transaction.atomic():
        slugs = [event.slug for event in Event.objects.select_for_update().order_by("pk")]
        Event.objects.all().delete()
        Event.objects.bulk_create(Event(name="Deleted", slug=slug, visibility=UNLISTED) for slug in slugs)


@pytest.fixture
def organiser(stored):
    users = get_user_model().objects
    users.all().delete()
    return users.create_user("organiser", password=PASSWORD)


@pytest.fixture
def both_hosts_answer(site):
    """Check that both services answered, and that no request failed."""
    before = len(site.nginx.log_lines())
    yield
    lines = site.nginx.log_lines()[before:]
    assert {line["upstream"] for line in lines if line["upstream"]} == {host.name for host in site.hosts}
    assert [line for line in lines if line["status"] >= 500] == []
