"""The states of a small event as fixtures."""

import pytest

from tests.support.played_events import STATES

for name, build in STATES.items():
    globals()[f"fixture_{name}"] = pytest.fixture(lambda db, build=build: build(), name=name)
