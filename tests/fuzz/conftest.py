"""The hall and the watch that the fuzz tests share."""

import pytest

from tests.fuzz.hall import Hall
from tests.fuzz.watching import Watch


@pytest.fixture
def hall(db, django_user_model):
    return Hall(django_user_model)


@pytest.fixture
def watch():
    return Watch()
