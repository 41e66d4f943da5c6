"""Server and database are killed at random moments: what was acknowledged is there, nothing is half done."""

import json
import subprocess
import sys

import pytest
from django.conf import settings

from tests import postgres

KILLS = 12  # on each database
SEED = 8


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_what_was_acknowledged_outlives_every_kill_and_nothing_is_half_done(database):
    if database == "postgres" and postgres.programs() is None:
        (pytest.fail if postgres.is_required() else pytest.skip)(postgres.NONE)
    process = subprocess.run(
        [sys.executable, "-m", "tests.killed.evening", str(KILLS), str(SEED), database],
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        text=True,
    )
    report = json.loads(process.stdout.splitlines()[-1])
    assert report["faults"] == []
    assert sum(report["kills"].values()) == KILLS
    assert report["actions"] > 0
