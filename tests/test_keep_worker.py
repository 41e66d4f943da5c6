"""The worker beside `make run`: started again when it dies, ended with the site."""

import os
import signal
import sys
from contextlib import suppress

import psutil
import pytest
from django.db import connection

from tests.support.services import ROOT, wait_until
from tests.support.watcher import start_server

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="its database is a file")

# Stands for gunicorn: it has started the keeper of the worker, and runs.
SITE = """
import os, subprocess, sys, time
subprocess.Popen([sys.executable, "scripts/keep_worker.py", str(os.getpid()), "mail"])
time.sleep(600)
"""


@pytest.fixture
def start_site(tmp_path):
    """A function that starts a process with a worker beside it."""
    started, log = [], tmp_path / "log"

    def start(database):
        variables = {**os.environ, "DATABASE_URL": f"sqlite:///{database}"}
        with log.open("w") as file:
            site = start_server(
                [sys.executable, "-c", SITE], cwd=ROOT, env=variables, stdout=file, stderr=file
            )
        started.append(psutil.Process(site.pid))
        return site

    start.log = log
    yield start
    for site in started:
        for process in (*site.children(recursive=True), site) if site.is_running() else ():
            process.kill()


def workers_of(site):
    workers = []
    for process in psutil.Process(site.pid).children(recursive=True):
        # One that was just killed has no command line.
        with suppress(psutil.NoSuchProcess):
            if "worker" in process.cmdline():
                workers.append(process)
    return workers


def test_a_worker_that_dies_is_started_again_and_ends_when_the_site_is_killed(transactional_db, start_site):
    site = start_site(connection.settings_dict["NAME"])
    wait_until(lambda: workers_of(site), site, start_site.log)
    (first,) = workers_of(site)
    assert os.getsid(first.pid) == os.getsid(site.pid), "its niceness counts beside the site"
    assert os.getpgid(first.pid) != os.getpgid(site.pid), "Ctrl-C reaches the site alone"
    first.send_signal(signal.SIGKILL)
    wait_until(lambda: workers_of(site) and workers_of(site) != [first], site, start_site.log)
    processes = psutil.Process(site.pid).children(recursive=True)
    site.kill()
    _gone, alive = psutil.wait_procs(processes, timeout=20)
    assert alive == []
    assert start_site.log.read_text() == ""


@pytest.mark.slow
def test_the_site_runs_on_if_the_worker_cannot_start(start_site, tmp_path):
    """The worker of a database without tables says so in one line, each time it is started again."""
    site = start_site(tmp_path / "empty.sqlite3")
    wait_until(lambda: len(start_site.log.read_text().splitlines()) == 2, site, start_site.log)
    assert all("no such table" in line for line in start_site.log.read_text().splitlines())
    assert site.poll() is None
