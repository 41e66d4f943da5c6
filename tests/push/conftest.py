"""A push service for the tests of this folder."""

import pytest

from tests.support.push_service import push_service


@pytest.fixture
def service(settings):
    settings.LOCAL_ADDRESSES = True
    with push_service() as service:
        yield service
