"""gunicorn's worker: whoever types in results is answered, however many phones are waiting."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from config.worker import BEHIND
from scripts.run import SERVE
from tests.hosts.services import ROOT, free_port, wait_until

WAITS, DESK = ("GET", "/e/friday/"), ("GET", "/e/friday/desk/results/?part=now")
FIRST = [("POST", "/e/friday/me/secret/report/"), DESK, ("GET", "/e/friday/desk/"), ("GET", "/healthz")]
# Of the desk's process; more than all have; seconds.
THREADS, CROWD, PATIENCE = 4, 12, 20


def application(environ, start_response):
    """Says which process answers, and how far it stands behind others. The phones' pages take until somebody
    writes into HELD; everything else is there at once."""
    if environ["PATH_INFO"] == WAITS[1]:
        Path(os.environ["HELD"]).open().close()
    said = b"%d %d" % (os.getpid(), os.getpriority(os.PRIO_PROCESS, 0))
    start_response("200 OK", [("Content-Length", str(len(said)))])
    return [said]


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The port of gunicorn as it is started everywhere, and what holds up phones there."""
    with serving(tmp_path_factory.mktemp("worker")) as there:
        yield there


@contextmanager
def serving(folder, *more):
    port, held, log = free_port(), folder / "held", folder / "log"
    os.mkfifo(held)
    bind = f"--bind=127.0.0.1:{port}"
    command = [sys.executable, "-m", "gunicorn", f"{__name__}:application", bind, *SERVE, *more]
    run = {"cwd": ROOT, "env": {**os.environ, "HELD": str(held)}}
    with log.open("w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, **run)
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
    return told(line)[0]


def told(line) -> tuple[int, int, int]:
    """(its status, the process that answered, how far it stands behind)."""
    response = line.getresponse()
    return response.status, *map(int, response.read().split())


def process_of(port, *words) -> int:
    return told(ask(port, *words))[1]


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


def test_who_stops_in_the_middle_of_a_request_keeps_nobody_waiting_for_long(served):
    port, held = served
    halves = [socket.create_connection(("127.0.0.1", port), PATIENCE) for _ in range(THREADS)]
    for half in halves:
        half.sendall(b"POST /e/friday/me/secret/report/ HTTP/1.1\r\nHost: 127")
    assert answer(ask(port, *DESK)) == 200
    assert [half.recv(1) for half in halves] == [b""] * THREADS
    assert (held.parent / "log").read_text() == ""


def test_what_was_sent_in_one_go_is_answered_one_after_another(served):
    words = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with socket.create_connection(("127.0.0.1", served[0]), PATIENCE) as line:
        line.sendall(3 * words)
        told = b""
        while told.count(b"200 OK") < 3:
            more = line.recv(4096)
            assert more
            told += more


def test_one_process_answers_the_desk_and_what_is_sent_and_others_the_hall(served):
    port, _held = served
    desk = {process_of(port, *words) for words in FIRST for _ in range(4)}
    hall = {process_of(port, "GET", "/e/friday/standings/") for _ in range(CROWD)}
    assert len(desk) == 1
    assert not desk & hall


def test_a_connection_is_handed_on_with_each_request_of_the_other_kind(served):
    line = ask(served[0])
    answered = []
    for words in (("GET", "/"), DESK, ("POST", "/e/friday/me/secret/report/"), ("GET", "/"), DESK):
        line.request(*words)
        answered.append(told(line)[1])
    assert answered[1] == answered[2] == answered[4]
    assert answered[1] not in (answered[0], answered[3])


def test_the_hall_stands_behind_the_desk_for_a_processor_also_where_another_takes_its_place(tmp_path):
    with serving(tmp_path) as (port, _held):
        for _ in range(2):
            _status, desk, behind = told(ask(port, *DESK))
            assert behind == os.getpriority(os.PRIO_PROCESS, 0)
            assert told(ask(port, "GET", "/"))[2] == BEHIND
            os.kill(desk, signal.SIGKILL)


def test_where_the_desks_process_dies_another_takes_its_place(tmp_path):
    with serving(tmp_path) as (port, _held):
        before = process_of(port, *DESK)
        os.kill(before, signal.SIGKILL)
        after = {process_of(port, *DESK) for _ in range(4)}
        assert len(after) == 1
        assert before not in after


def test_where_the_desks_process_is_stuck_the_hall_is_answered_and_the_desk_waits(tmp_path):
    with serving(tmp_path) as (port, _held):
        stuck = process_of(port, *DESK)
        os.kill(stuck, signal.SIGSTOP)
        desk = [ask(port, *DESK) for _ in range(4)]
        assert {answer(ask(port, "GET", "/")) for _ in range(CROWD)} == {200}
        os.kill(stuck, signal.SIGCONT)
        assert {told(line)[:2] for line in desk} == {(200, stuck)}


def test_a_process_that_is_alone_answers_everybody(tmp_path):
    with serving(tmp_path, "--workers=1") as (port, _held):
        assert len({process_of(port, *words) for words in (*FIRST, ("GET", "/"))}) == 1


def test_so_does_one_that_is_left_alone(tmp_path):
    with serving(tmp_path, "--workers=2") as (port, _held):
        before = process_of(port, *DESK)
        gunicorn = int(Path(f"/proc/{before}/stat").read_text().split()[3])
        os.kill(gunicorn, signal.SIGTTOU)
        children = Path(f"/proc/{gunicorn}/task/{gunicorn}/children")
        while len(children.read_text().split()) > 1:
            time.sleep(0.01)
        assert len({process_of(port, *words) for words in (*FIRST, ("GET", "/"))}) == 1
