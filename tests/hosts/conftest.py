"""The site as in production, in place of the one that the journeys have by themselves."""

import environ
import pytest
from django.contrib.auth import get_user_model
from django.db import ConnectionHandler, connections

from tests import postgres as servers
from tests.conftest import PASSWORD
from tests.hosts.servers import lacking
from tests.hosts.servers import site as running_site
from tournaments.models import Event
from tournaments.rules.history import UNLISTED


@pytest.fixture(scope="session")
def site(request):
    """PostgreSQL, Redis, the services desk and public, and nginx. Without one of these programs the tests are
    skipped, or fail with CI=true."""
    if lacking():
        (pytest.fail if servers.is_required() else pytest.skip)(lacking())
    from django.conf import settings

    server = request.getfixturevalue("postgres")
    with running_site(server, SECRET_KEY=settings.SECRET_KEY, POLL_SECONDS="0.4") as running:
        yield running


@pytest.fixture
def site_url(site, stored):
    return site.url


@pytest.fixture
def stored(site, django_db_blocker, monkeypatch, settings):
    """This process is one more host: it asks the site's own database and cache.

    Nothing is in it that others have left. No row gets a number that another had, nor an event its address:
    what hosts keep by those is the other's.
    """
    monkeypatch.setattr("tests.database_states.reset_sequences", lambda: None)
    monkeypatch.setattr("tests.database_states.BUILT", {})
    settings.CACHES = settings.CACHES | {
        "default": settings.CACHES["default"] | settings.REDIS | {"LOCATION": f"unix://{site.redis.socket}"}
    }
    told = environ.Env.db_url_config(site.postgres.address("hosts"))
    before = connections["default"]
    connections["default"] = ConnectionHandler({"default": told})["default"]
    with django_db_blocker.unblock():
        slugs = Event.objects.values_list("slug", flat=True)
        taken = [Event(name="Gone", slug=slug, visibility=UNLISTED) for slug in slugs]
        Event.objects.all().delete()
        Event.objects.bulk_create(taken)
        yield
        connections["default"].close()
    connections["default"] = before


@pytest.fixture
def organiser(stored):
    users = get_user_model().objects
    users.all().delete()
    return users.create_user("organiser", password=PASSWORD)


@pytest.fixture
def both_hosts_answer(site):
    """Check that in each journey both services answered, and that no request failed."""
    before = len(site.nginx.told())
    yield
    told = site.nginx.told()[before:]
    assert {one["upstream"] for one in told if one["upstream"]} == {host.name for host in site.hosts}
    assert [one for one in told if one["status"] >= 500] == []
