"""Fixtures of the page tests: the organiser at the desk, and the caches of a process."""

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection
from qsessions.backends.db import SessionStore

from tests.support.desk_events import NAMES, friday, paired, played, reported
from tournaments.history import cache


class Outside:
    """The database connection without the test's own transaction, as a request sees it."""

    @property
    def in_atomic_block(self):
        return not all(block._from_testcase for block in connection.atomic_blocks)

    def __getattr__(self, name):
        return getattr(connection, name)


@pytest.fixture(autouse=True)
def histories_are_kept(monkeypatch):
    """Read an event once per process, as in production."""
    monkeypatch.setattr(cache, "connection", Outside())
    yield
    # What the next module begins with is made before its first test, and has the same numbers.
    cache._history_cache.clear()


@pytest.fixture
def desk(client, organiser):
    """Signed in by a session's row alone: the door takes five times as long, and has tests of its own."""
    session = SessionStore()
    session.update(
        {
            SESSION_KEY: str(organiser.pk),
            BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[-1],
            HASH_SESSION_KEY: organiser.get_session_auth_hash(),
        }
    )
    session.create()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


@pytest.fixture
def draft(organiser):
    """Nine players, round 2 drawn and not published."""
    return paired(played(friday(organiser, names=[*NAMES, "Ivo"]), organiser), organiser, publish=False)


@pytest.fixture
def published(organiser):
    """Eight players, round 2 published, table 1 reported."""
    return reported(paired(played(friday(organiser), organiser), organiser), organiser, count=1)


@pytest.fixture
def late(organiser):
    """Eight players, round 2 published without a result; table 1 of round 1 was reported wrongly."""
    return paired(played(friday(organiser), organiser), organiser)
