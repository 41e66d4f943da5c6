"""Kills server and database at random moments: acknowledged changes stay, none is partial."""

import json
import subprocess
import sys

import pytest
from django.conf import settings

from tests.support import postgres
from tests.support.chance import SEED

KILLS = 12  # on each database


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_acknowledged_changes_survive_every_kill_and_no_change_is_partial(database):
    if database == "postgres" and postgres.find_programs() is None:
        (pytest.fail if postgres.is_required() else pytest.skip)(postgres.NOT_FOUND)
    process = subprocess.run(
        [sys.executable, "-m", "tests.killed.evening", str(KILLS), SEED, database],
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        text=True,
    )
    report = json.loads(process.stdout.splitlines()[-1])
    assert report["faults"] == []
    assert sum(report["kills"].values()) == KILLS
    assert report["actions"] > 0
