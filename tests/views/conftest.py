"""What the tests of pages share: the organiser at the desk."""

import pytest


@pytest.fixture
def desk(client, organiser):
    client.force_login(organiser)
    return client
