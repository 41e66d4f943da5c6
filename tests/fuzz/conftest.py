"""Fixtures of the fuzz tests."""

import pytest

from tests.fuzz.fault_watch import FaultWatch
from tests.fuzz.venue import Venue


@pytest.fixture
def venue(db, django_user_model):
    return Venue(django_user_model)


@pytest.fixture
def watch():
    return FaultWatch()
