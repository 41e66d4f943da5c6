"""gunicorn's worker: whoever types in results is answered, however many phones are waiting."""

import os
import socket
import subprocess
import sys
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from scripts.run import SERVE
from tests.hosts.services import ROOT, free_port, wait_until

WAITS, DESK = ("GET", "/e/friday/"), ("GET", "/e/friday/desk/results/?part=now")
FIRST = [("POST", "/e/friday/me/secret/report/"), DESK, ("GET", "/e/friday/desk/"), ("GET", "/healthz")]
# More than there are threads.
CROWD, PATIENCE = 12, 20


def application(environ, start_response):
    """The phones' pages take until somebody writes into HELD; everything else is there at once."""
    if environ["PATH_INFO"] == WAITS[1]:
        Path(os.environ["HELD"]).open().close()
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The port of one process of gunicorn as it is started everywhere, and what holds up phones there."""
    folder, port = tmp_path_factory.mktemp("worker"), free_port()
    held, log = folder / "held", folder / "log"
    os.mkfifo(held)
    bind = f"--bind=127.0.0.1:{port}"
    command = [sys.executable, "-m", "gunicorn", f"{__name__}:application", bind, *SERVE]
    told = {"cwd": ROOT, "env": {**os.environ, "HELD": str(held)}}
    with log.open("w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, **told)
    try:
        wait_until(lambda: is_there(port), process, log)
        yield port, held
    finally:
        process.kill()
        process.wait()


def is_there(port):
    with suppress(OSError):
        return answer(ask(port, *DESK)) == 200


def ask(port, *words):
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    line.connect()
    if words:
        line.request(*words)
    return line


def answer(line) -> int:
    response = line.getresponse()
    response.read()
    return response.status


@pytest.fixture
def phones(served):
    """The port, where more phones wait for their answer than there are threads."""
    port, held = served
    waiting = [ask(port, *WAITS) for _ in range(CROWD)]
    yield port
    with held.open("w"):
        assert {answer(phone) for phone in waiting} == {200}


@pytest.mark.parametrize("words", FIRST, ids=" ".join)
def test_the_desk_is_answered_while_a_hall_of_phones_waits(phones, words):
    assert answer(ask(phones, *words)) == 200


def test_so_it_is_on_a_connection_that_asked_for_something_else_before(served, request):
    desk = ask(served[0], "GET", "/")
    assert answer(desk) == 200
    request.getfixturevalue("phones")
    desk.request(*DESK)
    assert answer(desk) == 200


def test_who_says_nothing_as_yet_keeps_nobody_waiting(served):
    port, _held = served
    silent = [ask(port) for _ in range(CROWD)]
    assert [answer(ask(port, *words)) for words in (("GET", "/"), DESK)] == [200, 200]
    silent[0].request(*DESK)
    assert answer(silent[0]) == 200


def test_who_does_not_hang_up_keeps_nobody_waiting(served):
    port, _held = served
    staying = [ask(port, "GET", "/", None, {"Connection": "close"}) for _ in range(CROWD)]
    # Of which each has a connection as long as it is not read.
    answers = [line.getresponse() for line in staying]
    line = HTTPConnection("127.0.0.1", port, timeout=2)
    line.request(*DESK)
    assert [answer(line), *(one.status for one in answers)] == [200] * (CROWD + 1)


def test_what_was_sent_in_one_go_is_answered_one_after_another(served):
    words = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with socket.create_connection(("127.0.0.1", served[0]), PATIENCE) as line:
        line.sendall(3 * words)
        told = b""
        while told.count(b"200 OK") < 3:
            more = line.recv(4096)
            assert more
            told += more
