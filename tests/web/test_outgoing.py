"""Requests to addresses that people have entered: to public addresses alone, and never for long."""

import socket
import threading
import time
from contextlib import closing
from http.client import HTTPException

import pytest

from tests.support.push_service import push_service
from tournaments.web import outgoing
from tournaments.web.outgoing import NotPublic, is_public, post


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example/send",
        "ftp://push.example/send",
        "file:///etc/passwd",
        "https:///send",
        "https://push.example:port/send",
        "https://push.example:99999/send",
        "https://127.0.0.1/send",
        "https://localhost/send",
        "https://[::1]/send",
        "https://[::ffff:127.0.0.1]/send",
        "https://0.0.0.0/send",
        "https://10.1.2.3/send",
        "https://192.168.0.1/send",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/send",
        "https://224.0.0.1/send",
        "https://[fe80::1%25eth0]/send",
        "https://[fc00::1]/send",
        "https://2130706433/send",
        "https://0x7f.1/send",
    ],
)
def test_addresses_of_the_local_network_are_not_asked(url):
    with pytest.raises(OSError):
        post(url, b"", {})


@pytest.mark.parametrize("ip", ["8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8"])
def test_addresses_of_the_internet_are_public(ip):
    assert is_public(ip)


def test_a_name_is_checked_by_the_address_that_is_connected(monkeypatch):
    # As a name server would that gives another address each time.
    answers = iter(["8.8.8.8", "127.0.0.1"])
    asked = []

    def look_up(host, port, **_options):
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    connected = []
    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket.socket, "connect", lambda self, address: connected.append(address[0]))
    outgoing.connect("push.example", 443).close()
    with pytest.raises(NotPublic):
        outgoing.connect("push.example", 443)
    assert (asked, connected) == (["push.example"] * 2, ["8.8.8.8"])


def test_a_redirect_is_an_answer_and_not_followed(settings):
    settings.LOCAL_ADDRESSES = True
    with push_service() as service:
        service.statuses["/send/x"] = 302
        assert post(f"http://127.0.0.1:{service.port}/send/x", b"text", {}).status == 302
        assert [path for path, *_rest in service.requests] == ["/send/x"]


def test_a_server_that_answers_a_byte_at_a_time_is_left(settings, monkeypatch):
    settings.LOCAL_ADDRESSES = True
    monkeypatch.setattr(outgoing, "TIMEOUT_SECONDS", 0.5)
    is_left = threading.Event()
    with closing(socket.create_server(("127.0.0.1", 0))) as server:

        def drip():
            connection, _address = server.accept()
            with closing(connection):
                connection.recv(1000)
                for byte in b"HTTP/1.1 201 Created\r\nX: " + b"x" * 1000:
                    try:
                        connection.sendall(bytes([byte]))
                    except OSError:
                        break
                    if is_left.wait(0.05):
                        break

        thread = threading.Thread(target=drip)
        thread.start()
        start = time.monotonic()
        with pytest.raises((OSError, HTTPException)):
            post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"", {})
        assert time.monotonic() - start < 5
        is_left.set()
        thread.join()
