"""The site on several hosts, in place of the one that the journeys have by themselves."""

import pytest
from django.contrib.auth import get_user_model
from django.db import ConnectionHandler, connections

from config import services
from tests import postgres as servers
from tests.conftest import PASSWORD
from tests.hosts.servers import lacking
from tests.hosts.servers import site as running_site
from tournaments.models import Event
from tournaments.rules import history


@pytest.fixture(scope="session")
def site(request):
    """PostgreSQL, Redis, two hosts and nginx; where one of the programs lacks, the test is left out, or fails
    where CI=true."""
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
    monkeypatch.setattr("tests.kept.number_on", lambda: None)
    monkeypatch.setattr("tests.kept.BUILT", {})
    settings.CACHES = settings.CACHES | {
        "default": settings.CACHES["default"] | services.cache(f"unix://{site.redis.socket}")
    }
    told = services.database(site.postgres.address("hosts"))
    told["OPTIONS"]["pool"] = False
    before = connections["default"]
    connections["default"] = ConnectionHandler({"default": told})["default"]
    with django_db_blocker.unblock():
        slugs = Event.objects.values_list("slug", flat=True)
        taken = [Event(name="Gone", slug=slug, visibility=history.UNLISTED) for slug in slugs]
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
    """In each journey both hosts answered, and no request came to nothing."""
    before = len(site.nginx.told())
    yield
    told = site.nginx.told()[before:]
    assert {one["host"] for one in told if one["host"]} == {host.name for host in site.hosts}
    assert [one for one in told if one["status"] >= 500] == []
