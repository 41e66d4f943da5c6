"""What the tests of pages share: the organiser at the desk, and what a process keeps between its requests."""

import pytest
from django.db import connection

from tests.views.desk_events import NAMES, friday, paired, played, reported
from tournaments.queries import histories, once


class Outside:
    """The database's connection as it is to a request: a test's own transaction is none of the site's."""

    @property
    def in_atomic_block(self):
        return not all(block._from_testcase for block in connection.atomic_blocks)

    def __getattr__(self, name):
        return getattr(connection, name)


@pytest.fixture(autouse=True)
def histories_are_kept(monkeypatch):
    """As in production, and a fifth quicker: an event is read once for each of its versions."""
    for module in (histories, once):
        monkeypatch.setattr(module, "connection", Outside())
    yield
    # What the next module begins with is made before its first test, and has the same numbers.
    once.HERE.clear()


@pytest.fixture
def desk(client, organiser):
    client.force_login(organiser)
    return client


@pytest.fixture
def draft(organiser):
    """Nine players, round 2 drawn and not published."""
    return paired(played(friday(organiser, names=[*NAMES, "Ivo"]), organiser), organiser, publish=False)


@pytest.fixture
def published(organiser):
    """Eight players, round 2 published, table 1 reported."""
    return reported(paired(played(friday(organiser), organiser), organiser), organiser, count=1)
