"""What the tests of pages share: the organiser at the desk."""

import pytest

from tests.views.desk_events import NAMES, friday, paired, played, reported


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
