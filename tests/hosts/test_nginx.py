"""nginx with the file that is delivered: what it passes on, what it says itself, what it keeps to itself."""

import http.client
import re
import socket
import subprocess
import time

import pytest
from django.conf import settings

from tests.hosts.asking import PATIENCE, ask
from tests.hosts.nginx import CONF, Nginx
from tests.hosts.servers import TOKEN
from tests.security_headers import missing_from
from tests.views.desk_events import friday, paired
from tests.views.own_pages import address

# What every page that says no offers.
WAY_OUT = re.compile(r'<a class="button" href="/">All events</a>')
KEY = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=topcut.example")


def checked(nginx: Nginx):
    done = subprocess.run(nginx.command("-t"), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_it_starts_with_what_is_delivered(site, tmp_path):
    checked(site.nginx)
    # An installation's three files, too, as they lie there; only names and paths of this machine are put in.
    nginx = Nginx(tmp_path / "nginx")
    nginx.set_up()
    for name in ("desk.conf", "public.conf", "site.conf"):
        text = (CONF / "topcut" / name).read_text()
        for there, here in {
            "desk:": "127.0.0.1:",
            "public:": "[::1]:",
            "/var/log/nginx": str(tmp_path),
        }.items():
            text = text.replace(there, here)
        (tmp_path / "topcut" / name).write_text(text)
    files = ("-keyout", tmp_path / "topcut/privkey.pem", "-out", tmp_path / "topcut/fullchain.pem")
    subprocess.run([*KEY, *files], check=True, capture_output=True)
    checked(nginx)


def test_it_takes_requests_as_long_as_the_application_does(site):
    told = f"client_max_body_size {settings.MAX_REQUEST_BYTES // 2**20}m;"
    assert told in (CONF / "nginx.conf").read_text()
    assert settings.MAX_REQUEST_BYTES % 2**20 == 0
    connection = http.client.HTTPConnection("127.0.0.1", site.nginx.port, timeout=10)
    connection.putrequest("POST", "/new/file/")
    connection.putheader("Content-Length", str(settings.MAX_REQUEST_BYTES + 1))
    connection.endheaders()
    answer = connection.getresponse()
    assert answer.status == 413
    assert WAY_OUT.search(page := answer.read().decode()) and "at most 32 MB" in page
    assert list(missing_from(answer.headers)) == []
    connection.close()


@pytest.fixture
def nginx(site, tmp_path):
    """An nginx of the test's own in front of the site's services."""
    own = Nginx(tmp_path / "nginx", desk=site.nginx.desk, public=site.nginx.public)
    own.set_up()
    yield own
    own.kill()


def frame(kind: int, flags: int, stream: int, load: bytes = b"") -> bytes:
    """One of HTTP/2 (RFC 9113, 4.1)."""
    return len(load).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big") + load


def test_what_is_too_long_is_told_over_http_2_in_the_same_words(nginx):
    own = nginx.folder / "topcut/site.conf"
    own.write_text(own.read_text().replace(f":{nginx.port};", f":{nginx.port} http2;"))
    nginx.start()
    too_long = str(settings.MAX_REQUEST_BYTES + 1)
    asked = {
        ":method": "POST",
        ":scheme": "http",
        ":path": "/",
        ":authority": "h",
        "content-length": too_long,
    }
    # Each header in full (RFC 7541, 6.2.2).
    load = b"".join(
        b"\0" + bytes([len(name)]) + name.encode() + bytes([len(told)]) + told.encode()
        for name, told in asked.items()
    )
    with socket.create_connection(("127.0.0.1", nginx.port), timeout=PATIENCE) as connection:
        connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0) + frame(1, 4, 1, load))
        said = b""
        while b"</html>" not in said and (more := connection.recv(2**16)):
            said += more
    assert b"at most 32 MB" in said


def test_static_files_are_its_own_and_kept_for_ever_under_names_that_carry_their_hash(nginx):
    collected = nginx.folder / "at/staticfiles"
    collected.unlink()
    collected.mkdir()
    (collected / "app.0123456789ab.css").write_text("body {}")
    (collected / "app.css").write_text("body {}")
    nginx.start()
    for name, kept in {
        "app.0123456789ab.css": "public, max-age=31536000, immutable",
        "app.css": "public, max-age=60",
    }.items():
        answer, line = nginx.asked(f"/static/{name}")
        assert (answer.status, answer.headers["Cache-Control"], line["upstream"]) == (200, kept, "")
        assert list(missing_from(answer.headers)) == []
    # One that a new release has and this folder has not yet.
    answer, line = nginx.asked("/static/app.js")
    assert answer.status == 200 and line["upstream"]


def test_figures_for_prometheus_are_not_for_outside(site, nginx):
    token = {"Authorization": f"Bearer {TOKEN}"}
    by_proxy = {"X-Forwarded-For": "192.0.2.7"}
    assert ask(site.hosts[0].port, "/metrics", **by_proxy, **token).status == 200
    nginx.start()
    for told in ({}, token):
        answer = ask(nginx.port, "/metrics", **told)
        assert answer.status == 404 and "There is no such page" in answer.text
        assert list(missing_from(answer.headers)) == []


def test_its_log_has_one_line_a_request_and_no_secret_nor_who_asked(organiser, site):
    own = address(paired(friday(organiser), organiser), "Anna")
    answer, line = site.nginx.asked(own)
    assert (answer.status, line["method"], line["status"], len(line["id"])) == (200, "GET", 200, 32)
    # The host says the same number to who asked, and in its own log.
    assert answer.headers["X-Request-ID"] == line["id"]
    assert own.split("/")[-2] not in str(line) and "127.0.0.1" not in str({**line, "upstream": ""})


def test_where_no_host_answers_a_page_says_so_and_asks_again_by_itself(nginx):
    nginx.desk = nginx.public = (1,)
    nginx.write_addresses()
    nginx.start()
    for path, form in {"/": None, "/e/nowhere/desk/results/report/": {"said": "2-0"}}.items():
        answer = ask(nginx.port, path, form)
        assert (answer.status, answer.headers["Retry-After"]) == (502, "5")
        assert list(missing_from(answer.headers)) == []
        assert "comes back by itself" in answer.text and 'http-equiv="refresh"' in answer.text
    # Its style is there without any host.
    assert ask(nginx.port, "/static/app.css").status == 200


def flooded(port: int, times: int) -> bytes:
    """What nginx answers to so many requests, a thousand on each connection, which is as many as it takes."""
    read = []
    for _ in range(times // 1000):
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 1000)
            read += iter(lambda: connection.recv(2**16), b"")
    return b"".join(read)


def test_a_hall_of_2000_phones_behind_one_address_passes_and_a_script_that_runs_wild_does_not(nginx):
    nginx.desk = nginx.public = (1,)
    nginx.write_addresses()
    nginx.start()
    # A new round: each phone opens its page, and once more since that was slow.
    assert flooded(nginx.port, 4000).count(b"HTTP/1.1 502") == 4000
    until = time.monotonic() + PATIENCE
    while b"HTTP/1.1 429" not in (told := flooded(nginx.port, 4000)):
        assert time.monotonic() < until
    assert b"Wait a moment, then try again" in told and WAY_OUT.search(told.decode())
