"""Real worker processes."""

import os
import sys

import pytest
from django.db import connection

from tests.support.services import ROOT
from tests.support.watcher import start_server


@pytest.fixture
def start_worker(tmp_path):
    """A function that starts `manage.py worker` with options and environment variables, and a log file."""
    processes, log = [], tmp_path / "log"

    def start(*options, **variables):
        variables |= {"DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}"}
        command = [sys.executable, "manage.py", "worker", *options]
        with log.open("a") as file:
            process = start_server(
                command, cwd=ROOT, env={**os.environ, **variables}, stdout=file, stderr=file
            )
        processes.append(process)
        return process

    start.log = log
    yield start
    for process in processes:
        process.kill()
        process.wait()
