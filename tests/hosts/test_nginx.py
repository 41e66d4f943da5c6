"""nginx with the project's configuration: limits, static files, its own pages, its log."""

import http.client
import re
import socket
import subprocess
import time

import pytest
from django.conf import settings

from tests.hosts.nginx import CONF, Nginx
from tests.hosts.servers import METRICS_TOKEN
from tests.support.desk_events import friday, paired
from tests.support.http_client import TIMEOUT_SECONDS, ask
from tests.support.own_pages import address
from tests.support.security_headers import missing_from

# nginx's own pages link to the front page.
HOME_LINK = re.compile(r'<a class="button" href="/">All events</a>')
KEY = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=topcut.example")


def check_configuration(nginx: Nginx):
    done = subprocess.run(nginx.command("-t"), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_delivered_files_are_a_valid_configuration(site, tmp_path):
    check_configuration(site.nginx)
    # Also with the delivered three files, in which only host names and paths are replaced.
    nginx = Nginx(tmp_path / "nginx")
    nginx.set_up()
    for name in ("desk.conf", "public.conf", "site.conf"):
        text = (CONF / "topcut" / name).read_text()
        for old, new in (("desk:", "127.0.0.1:"), ("public:", "[::1]:"), ("/var/log/nginx", str(tmp_path))):
            text = text.replace(old, new)
        (tmp_path / "topcut" / name).write_text(text)
    files = ("-keyout", tmp_path / "topcut/privkey.pem", "-out", tmp_path / "topcut/fullchain.pem")
    subprocess.run([*KEY, *files], check=True, capture_output=True)
    check_configuration(nginx)


def test_its_maximum_request_size_is_that_of_the_application(site):
    directive = f"client_max_body_size {settings.MAX_REQUEST_BYTES // 2**20}m;"
    assert directive in (CONF / "nginx.conf").read_text()
    assert settings.MAX_REQUEST_BYTES % 2**20 == 0
    connection = http.client.HTTPConnection("127.0.0.1", site.nginx.port, timeout=10)
    connection.putrequest("POST", "/new/file/")
    connection.putheader("Content-Length", str(settings.MAX_REQUEST_BYTES + 1))
    connection.endheaders()
    answer = connection.getresponse()
    assert answer.status == 413
    assert HOME_LINK.search(page := answer.read().decode()) and "at most 32 MB" in page
    assert list(missing_from(answer.headers)) == []
    connection.close()


@pytest.fixture
def nginx(site, tmp_path):
    """An nginx for this test alone, in front of the site's services."""
    own = Nginx(tmp_path / "nginx", desk=site.nginx.desk, public=site.nginx.public)
    own.set_up()
    yield own
    own.kill()


def frame(kind: int, flags: int, stream: int, load: bytes = b"") -> bytes:
    """Return an HTTP/2 frame (RFC 9113, 4.1)."""
    return len(load).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big") + load


def test_a_too_long_request_gets_the_same_page_over_http_2(nginx):
    own = nginx.folder / "topcut/site.conf"
    own.write_text(own.read_text().replace(f":{nginx.port};", f":{nginx.port} http2;"))
    nginx.start()
    too_long = str(settings.MAX_REQUEST_BYTES + 1)
    headers = (":method", "POST"), (":scheme", "http"), (":path", "/"), (":authority", "h")
    headers += (("content-length", too_long),)
    # Each header in full (RFC 7541, 6.2.2).
    load = b"".join(
        b"\0" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()
        for name, value in headers
    )
    with socket.create_connection(("127.0.0.1", nginx.port), timeout=TIMEOUT_SECONDS) as connection:
        connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0) + frame(1, 4, 1, load))
        received = b""
        while b"</html>" not in received and (more := connection.recv(2**16)):
            received += more
    assert b"at most 32 MB" in received


def test_static_files_come_from_nginx_and_are_cached_for_ever_if_named_by_hash(nginx):
    collected = nginx.folder / "at/static"
    collected.unlink()
    collected.mkdir()
    (collected / "app.0123456789ab.css").write_text("body {}")
    (collected / "app.css").write_text("body {}")
    nginx.start()
    for name, cache_control in {
        "app.0123456789ab.css": "public, max-age=31536000, immutable",
        "app.css": "public, max-age=60",
    }.items():
        answer, line = nginx.ask(f"/static/{name}")
        assert (answer.status, answer.headers["Cache-Control"], line["upstream"]) == (200, cache_control, "")
        assert list(missing_from(answer.headers)) == []
    # A file of a newer release, which is not in this folder yet.
    answer, line = nginx.ask("/static/app.js")
    assert answer.status == 200 and line["upstream"]


def test_metrics_are_404_from_outside(site, nginx):
    token = {"Authorization": f"Bearer {METRICS_TOKEN}"}
    forwarded = {"X-Forwarded-For": "192.0.2.7"}
    assert ask(site.hosts[0].port, "/metrics", **forwarded, **token).status == 200
    nginx.start()
    for headers in ({}, token):
        answer = ask(nginx.port, "/metrics", **headers)
        assert answer.status == 404 and "Page not found" in answer.text
        assert list(missing_from(answer.headers)) == []


def test_its_log_has_one_line_for_each_request_without_secrets_and_addresses(organiser, site):
    own = address(paired(friday(organiser), organiser), "Anna")
    answer, line = site.nginx.ask(own)
    assert (answer.status, line["method"], line["status"], len(line["id"])) == (200, "GET", 200, 32)
    # The application answers and logs with the same id.
    assert answer.headers["X-Request-ID"] == line["id"]
    assert own.split("/")[-2] not in str(line) and "127.0.0.1" not in str({**line, "upstream": ""})


def test_without_any_service_a_page_says_so_and_reloads_itself(nginx):
    nginx.desk = nginx.public = (1,)
    nginx.write_addresses()
    nginx.start()
    for path, form in {"/": None, "/e/nowhere/desk/results/report/": {"result_text": "2-0"}}.items():
        answer = ask(nginx.port, path, form)
        assert (answer.status, answer.headers["Retry-After"]) == (502, "5")
        assert list(missing_from(answer.headers)) == []
        assert "tries again every few seconds" in answer.text and 'http-equiv="refresh"' in answer.text
    # Its style sheet comes from nginx.
    assert ask(nginx.port, "/static/app.css").status == 200


def test_during_an_upgrade_every_request_gets_the_page_that_reloads_itself(nginx):
    """deploy/upgrade makes the file."""
    nginx.start()
    away = nginx.folder / "at/away"
    away.touch()
    for path, form in {
        "/": None,
        "/e/cup/desk/": None,
        "/backup/": None,
        "/metrics": None,
        "/e/cup/desk/results/report/": {"result_text": "2-0"},
    }.items():
        answer, line = nginx.ask(path, form)
        assert (answer.status, answer.headers["Retry-After"], line["upstream"]) == (503, "5", ""), path
        assert "tries again every few seconds" in answer.text
    assert ask(nginx.port, "/static/app.css").status == 200
    away.unlink()
    answer, line = nginx.ask("/help/")
    assert answer.status == 200 and line["upstream"]


def test_certbot_can_prove_that_the_server_has_its_name(nginx):
    nginx.desk = nginx.public = (1,)
    nginx.write_addresses()
    nginx.start()
    folder = nginx.folder / "at/certbot/.well-known/acme-challenge"
    folder.mkdir(parents=True)
    (folder / "token").write_text("proof")
    assert ask(nginx.port, "/.well-known/acme-challenge/token").text == "proof"
    assert ask(nginx.port, "/.well-known/acme-challenge/other").status == 404


def flood(port: int, times: int) -> bytes:
    """Send requests, a thousand on each connection (nginx's maximum); return all answers."""
    chunks = []
    for _ in range(times // 1000):
        with socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_SECONDS) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 1000)
            chunks += iter(lambda: connection.recv(2**16), b"")
    return b"".join(chunks)


def test_2000_phones_behind_one_address_pass_and_a_flood_of_requests_does_not(nginx):
    nginx.desk = nginx.public = (1,)
    nginx.write_addresses()
    nginx.start()
    # A new round: each phone opens its page, and once more since that was slow.
    assert flood(nginx.port, 4000).count(b"HTTP/1.1 502") == 4000
    until = time.monotonic() + TIMEOUT_SECONDS
    while b"HTTP/1.1 429" not in (answers := flood(nginx.port, 4000)):
        assert time.monotonic() < until
    assert b"Wait a moment, then try again" in answers and HOME_LINK.search(answers.decode())
