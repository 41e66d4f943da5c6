"""gunicorn as `make run` starts it: slow clients do not block others."""

import os
import re
import signal
import socket
import sys
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import psutil
import pytest

from scripts.run import GUNICORN_OPTIONS
from tests.support.repetitions import count
from tests.support.services import ROOT, connects, free_port, wait_until
from tests.support.watcher import start_server

THREADS = 2
TIMEOUT_SECONDS = 20


def application(environ, start_response):
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]


@contextmanager
def run_gunicorn(log, *options):
    """Run gunicorn as `make run` does, with more options; yield its process and its port."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", f"{__name__}:application", *GUNICORN_OPTIONS]
    with log.open("w") as file:
        process = start_server(
            [*command, f"--bind=127.0.0.1:{port}", *options],
            cwd=ROOT,
            stdout=file,
            stderr=file,
            process_group=0,
        )
    try:
        wait_until(lambda: connects(socket.AF_INET, ("127.0.0.1", port)), process, log)
        yield process, port
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The port and the log file of a running gunicorn."""
    log = tmp_path_factory.mktemp("gunicorn") / "log"
    with run_gunicorn(log, "--workers=1", f"--threads={THREADS}") as (_process, port):
        yield port, log


def connect(port, timeout=TIMEOUT_SECONDS):
    connection = HTTPConnection("127.0.0.1", port, timeout=timeout)
    connection.connect()
    return connection


def get_status(connection) -> int:
    response = connection.getresponse()
    response.read()
    return response.status


def test_idle_connections_hold_no_thread(server):
    port, _log = server
    silent = [connect(port) for _ in range(THREADS)]
    for connection in (connect(port, timeout=2), silent[0]):
        connection.request("GET", "/")
        assert get_status(connection) == 200


def test_an_incomplete_request_is_closed_after_five_seconds(server):
    port, log = server
    halves = [socket.create_connection(("127.0.0.1", port), TIMEOUT_SECONDS) for _ in range(THREADS)]
    for half in halves:
        half.sendall(b"POST /e/friday/me/secret/report/ HTTP/1.1\r\nHost: 127")
    waiting = connect(port)
    waiting.request("GET", "/")
    for half in halves:
        assert half.recv(1) == b""
        half.close()
    assert get_status(waiting) == 200
    assert log.read_text() == ""


@pytest.mark.slow
def test_ctrl_c_leaves_the_workers_to_the_first_process(tmp_path):
    """Otherwise a worker that has begun to end itself misses the signal to end, and is killed after 30 s."""
    with run_gunicorn(tmp_path / "log", "--workers=1") as (process, port):
        workers = []
        for _press in range(4):
            connection = connect(port)
            connection.request("GET", "/")
            assert get_status(connection) == 200
            (worker,) = psutil.Process(process.pid).children()
            workers.append(worker)
            worker.send_signal(signal.SIGINT)
        assert len(set(workers)) == 1


def have_started(process) -> bool:
    """Return whether both workers have started, and so ignore SIGINT."""
    workers = psutil.Process(process.pid).children()
    return len(workers) == 2 and all(map(ignores_sigint, workers))


def ignores_sigint(worker) -> bool:
    status = Path(f"/proc/{worker.pid}/status").read_text()
    ignored = int(re.search(r"SigIgn:\s*(\w+)", status)[1], 16)
    return bool(ignored & 1 << (signal.SIGINT - 1))


@pytest.mark.parametrize("stop", range(count(1, 5)))
def test_ctrl_c_ends_all_processes_at_once(tmp_path, stop):
    """A terminal sends it to all processes, and so the workers have it before gunicorn ends them."""
    with run_gunicorn(tmp_path / "log") as (process, port):
        connection = connect(port)
        connection.request("GET", "/")
        assert get_status(connection) == 200
        wait_until(lambda: have_started(process), process, tmp_path / "log")
        os.killpg(process.pid, signal.SIGINT)
        # gunicorn kills workers that have not ended after thirty.
        process.wait(TIMEOUT_SECONDS)
    assert "SIGKILL" not in (tmp_path / "log").read_text()
