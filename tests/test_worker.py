"""gunicorn's worker: whoever types in results is answered, however many phones are waiting."""

import os
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from scripts.run import SERVE
from tests.hosts.services import ROOT, free_port, wait_until

GETS = "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POST = "POST /e/friday/me/secret/report/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n"
DESK = GETS.format("/e/friday/desk/results/?part=now")
FIRST = [POST, DESK, GETS.format("/e/friday/desk/"), GETS.format("/healthz")]
# More than there are threads.
CROWD, PATIENCE = 12, 20


def application(environ, start_response):
    """The phones' pages take until somebody writes into HELD; everything else is there at once."""
    if environ["PATH_INFO"] == "/e/friday/":
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
    command = [sys.executable, "-m", "gunicorn", f"{__name__}:application", bind, *SERVE, "--workers=1"]
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
        return answer(ask(port, FIRST[-1]))


def ask(port, words):
    line = socket.create_connection(("127.0.0.1", port), PATIENCE)
    line.sendall(words.encode())
    return line


def answer(line) -> str:
    """The first line of what comes back."""
    return line.recv(4096).decode().partition("\r\n")[0]


@pytest.mark.parametrize("words", FIRST, ids=lambda words: words.split("HTTP")[0])
def test_the_desk_is_answered_while_a_hall_of_phones_waits(served, words):
    port, held = served
    with ExitStack() as open_:
        phones = [open_.enter_context(ask(port, GETS.format("/e/friday/"))) for _ in range(CROWD)]
        assert answer(open_.enter_context(ask(port, words))) == "HTTP/1.1 200 OK"
        with held.open("w"):
            assert {answer(phone) for phone in phones} == {"HTTP/1.1 200 OK"}


def test_so_it_is_on_a_connection_that_asked_for_something_else_before(served):
    port, held = served
    with ExitStack() as open_:
        desk = open_.enter_context(ask(port, GETS.format("/")))
        assert answer(desk) == "HTTP/1.1 200 OK"
        for _ in range(CROWD):
            open_.enter_context(ask(port, GETS.format("/e/friday/")))
        desk.sendall(DESK.encode())
        assert answer(desk) == "HTTP/1.1 200 OK"
        open_.enter_context(held.open("w"))


def test_who_says_nothing_as_yet_keeps_nobody_waiting(served):
    port, _held = served
    with ExitStack() as open_:
        silent = [open_.enter_context(ask(port, "")) for _ in range(CROWD)]
        for words in (GETS.format("/"), DESK):
            assert answer(open_.enter_context(ask(port, words))) == "HTTP/1.1 200 OK"
        silent[0].sendall(DESK.encode())
        assert answer(silent[0]) == "HTTP/1.1 200 OK"


def test_what_was_sent_in_one_go_is_answered_one_after_another(served):
    port, _held = served
    with ask(port, POST + DESK + GETS.format("/")) as line:
        told = ""
        while told.count("200 OK") < 3:
            told += line.recv(4096).decode()
