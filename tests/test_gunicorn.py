"""gunicorn as `make run` starts it: slow clients do not block others."""

import socket
import subprocess
import sys
from http.client import HTTPConnection

import pytest

from scripts.run import GUNICORN_OPTIONS
from tests.hosts.services import ROOT, connects, free_port, wait_until

THREADS = 2
TIMEOUT_SECONDS = 20


def application(environ, start_response):
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The port and the log file of a running gunicorn."""
    port, log = free_port(), tmp_path_factory.mktemp("gunicorn") / "log"
    options = (f"--bind=127.0.0.1:{port}", "--workers=1", f"--threads={THREADS}")
    command = [sys.executable, "-m", "gunicorn", f"{__name__}:application", *GUNICORN_OPTIONS, *options]
    with log.open("w") as file:
        process = subprocess.Popen(command, cwd=ROOT, stdout=file, stderr=file)
    try:
        wait_until(lambda: connects(socket.AF_INET, ("127.0.0.1", port)), process, log)
        yield port, log
    finally:
        process.kill()
        process.wait()


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
