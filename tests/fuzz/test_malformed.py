"""Sends malformed requests to gunicorn: a response below 500 or none, and the site stays up."""

import errno
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings

from tests.support.services import free_port
from tests.support.watcher import start_server

TIMEOUT_SECONDS = 30
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
PARTS = b"Content-Type: multipart/form-data; boundary=x\r\n"
SIGN_IN = b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
PAGE = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"

RAW = {
    "nothing": b"",
    "no HTTP": b"hello\r\n\r\n",
    "another protocol": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "no version": b"GET /\r\n\r\n",
    "a version that is none": b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    "an address of 100,000 letters": b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a header of 100,000 letters": PAGE + b"X-Long: " + b"a" * 100_000 + b"\r\n\r\n",
    "10,000 headers": PAGE + b"".join(b"X-%d: 1\r\n" % n for n in range(10_000)) + b"\r\n",
    "a header without a name": PAGE + b": 1\r\n\r\n",
    "NUL in a header": PAGE + b"X-Nul: a\x00b\r\n\r\n",
    "another host": PAGE.replace(b"localhost", b"evil.example") + b"\r\n",
    "a host that is none": PAGE.replace(b"localhost", b"\xff\x00@[") + b"\r\n",
    "two hosts": PAGE + b"Host: evil.example\r\n\r\n",
    "bad escapes": PAGE.replace(b" / ", b" /e/%zz%ff%00%/?q=%zz&page=%00 ") + b"\r\n",
    "bytes that are no text": PAGE.replace(b" / ", b" /e/\xff\xfe/ ") + b"\r\n",
    "steps up": PAGE.replace(b" / ", b" /static/../../etc/passwd ") + b"\r\n",
    "a cookie that is none": PAGE + b"Cookie: sessionid=\xff; messages=[[; csrftoken=\x01; ;=;\r\n\r\n",
    "an ETag that is none": PAGE + b'If-None-Match: W/"\xff, ,,"\r\nIf-Modified-Since: never\r\n\r\n',
    "a method that is none": PAGE.replace(b"GET", b"BREW") + b"\r\n",
    "a length that is none": SIGN_IN + FORM + b"Content-Length: many\r\n\r\na=b",
    "a length below zero": SIGN_IN + FORM + b"Content-Length: -5\r\n\r\na=b",
    "two lengths": SIGN_IN + FORM + b"Content-Length: 3\r\nContent-Length: 30\r\n\r\na=b",
    "a body that is cut off": SIGN_IN + FORM + b"Content-Length: 300\r\n\r\na=b",
    "a length and chunks": SIGN_IN
    + FORM
    + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunks that are none": SIGN_IN + FORM + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "no type": SIGN_IN + b"Content-Type: /;;=\r\nContent-Length: 3\r\n\r\na=b",
    "no letters of any alphabet": SIGN_IN
    + b"Content-Type: a/b; charset=none\r\nContent-Length: 3\r\n\r\na=b",
    "parts without a connection between": SIGN_IN
    + b"Content-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\na=b",
    "parts that are none": SIGN_IN + PARTS + b"Content-Length: 9\r\n\r\n--x\r\n\xff\x00:",
    "2,000 fields": SIGN_IN + FORM + b"Content-Length: 8000\r\n\r\n" + b"a=b&" * 2000,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Start gunicorn as the README does, on its own database; yield (port, path of its log)."""
    folder = tmp_path_factory.mktemp("server")
    port = free_port()
    database = f"sqlite:///{folder / 'malformed.sqlite3'}"
    environment = {**os.environ, "DATABASE_URL": database, "SECRET_KEY": "s" * 60, "DEBUG": "1"}
    run = {"cwd": settings.BASE_DIR, "env": environment}
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], check=True, **run)
    with (folder / "log").open("wb") as log:
        gunicorn = [
            str(Path(sys.executable).parent / "gunicorn"),
            "config.wsgi",
            "--bind",
            f"127.0.0.1:{port}",
        ]
        process = start_server([*gunicorn, "--threads", "4"], stdout=log, stderr=log, **run)
    try:
        wait_for(port, process)
        yield port, folder / "log"
    finally:
        process.terminate()
        process.wait(TIMEOUT_SECONDS)


def wait_for(port, process):
    end = time.monotonic() + TIMEOUT_SECONDS * 4
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server did not start")


def response_to(port, request) -> bytes:
    """Return the response; empty if the server closes the connection."""
    with socket.create_connection(("127.0.0.1", port), TIMEOUT_SECONDS) as connection:
        try:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(65536), b""))
        except OSError as error:
            # ENOTCONN: the server hung up before the end of the request.
            if error.errno not in (errno.EPIPE, errno.ECONNRESET, errno.ENOTCONN):
                raise
            return b""


@pytest.mark.slow
def test_random_bytes_do_not_make_the_server_fail(server):
    port, log = server
    for name, request in RAW.items():
        response = response_to(port, request)
        status = response.split(b" ")[1] if response else b""
        # gunicorn responds with 501 to unknown methods and encodings.
        assert status[:1] in b"234" or status == b"501", (name, response[:200])
        assert response_to(port, PAGE + b"\r\n").split(b" ")[1] == b"200", name
    assert b"Traceback" not in log.read_bytes(), log.read_text(errors="replace")[-3000:]
