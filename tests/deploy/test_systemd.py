"""The units of deploy/systemd: systemd finds nothing wrong with them, and what they start is started."""

import os
import re
import sqlite3
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.db import connection

from tests import postgres
from tests.deploy import units
from tests.hosts.services import ROOT, Service, free_port, program

pytestmark = pytest.mark.skipif(
    not program("systemd-analyze") and not postgres.is_required(), reason="systemd is not here"
)
PATIENCE = 60
ANSWERED = re.compile(r'"request_finished".*"process": (\d+)}')


def test_systemd_finds_nothing_wrong_with_them(tmp_path):
    units.write_units(tmp_path)
    names = [
        f"topcut{unit}" for unit in ("@desk.service", "@public.service", "-desk.socket", "-public.socket")
    ]
    # The colon adds systemd's own folders.
    env = {**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"}
    done = subprocess.run(["systemd-analyze", "verify", *names], capture_output=True, text=True, env=env)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_service_may_do_little_beside_its_work():
    """Of ten points of exposure at most 2."""
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=20", units.UNITS / "topcut@.service"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def test_the_desk_service_migrates_and_the_public_service_comes_after_it():
    desk, public = units.read_service("desk"), units.read_service("public")
    assert units.command("ExecStartPre")[1:] == ["manage.py", "migrate", "--no-input"]
    assert "ExecStartPre" not in public
    assert desk["ExecStart"] == public["ExecStart"]
    assert (int(public["Nice"]), int(public["CPUWeight"])) == (10, 10)
    assert not {"Nice", "CPUWeight"} & set(desk)


@dataclass
class Unit(Service):
    """The service's command, its port held open by systemd as topcut-desk.socket holds it."""

    told: dict = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    seen: set = field(default_factory=set)
    read: int = 0

    def command(self):
        open_port = ["systemd-socket-activate", f"--listen=127.0.0.1:{self.port}"]
        return open_port + [f"--setenv={name}" for name in self.told] + units.command("ExecStart")

    def environment(self):
        return self.told

    def answers(self):
        with suppress(OSError):
            return self.ask("healthz")[0] == 200
        return False

    def ask(self, path):
        """As nginx does for somebody, as Prometheus does for a figure."""
        nginx = {"Host": self.told["ALLOWED_HOSTS"], "X-Forwarded-Proto": "https"}
        said = nginx if path.endswith("/") else {}
        asked = Request(f"http://127.0.0.1:{self.port}/{path}", headers=said)
        with urlopen(asked, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()

    def workers(self) -> set[int]:
        """Those that have answered so far."""
        with self.log.open() as log:
            log.seek(self.read)
            self.seen |= {int(found[1]) for found in map(ANSWERED.search, log.readlines()) if found}
            self.read = log.tell()
        return set(self.seen)


@pytest.fixture
def settings_of_the_example(db, tmp_path):
    """The settings that are to be filled in, and a database of its own in place of PostgreSQL."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as here:
        here.execute("VACUUM INTO ?", [str(tmp_path / "topcut.sqlite3")])
    return units.example() | {
        "SECRET_KEY": "x" * 60,
        "DATABASE_URL": f"sqlite:///{tmp_path / 'topcut.sqlite3'}",
        "CACHE_URL": "",
        "WEB_CONCURRENCY": "2",
        "DJANGO_SETTINGS_MODULE": "tests.settings_uncollected",
        "TMPDIR": str(tmp_path),
        "PATH": os.environ["PATH"],
    }


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="its database is a file's copy")
def test_their_commands_serve_the_site_and_count_over_all_workers(settings_of_the_example, tmp_path):
    told = settings_of_the_example
    subprocess.run(units.command("ExecStartPre"), cwd=ROOT, env=told, check=True, capture_output=True)
    unit = Unit(tmp_path / "log", told=told)
    try:
        unit.start()
        asked = asked_until(unit, lambda: len(unit.workers()) == 2)
        assert counted(unit) == asked
        assert len(list(tmp_path.glob("topcut-counts-*/*"))) > 2
        before = unit.workers()
        reload = units.command("ExecReload")
        subprocess.run([word.replace("$MAINPID", str(unit.process.pid)) for word in reload], check=True)
        asked_until(unit, lambda: unit.workers() - before)
        unit.stop()
    except HTTPError as error:
        raise AssertionError(unit.log.read_text()) from error
    finally:
        unit.kill()
    assert unit.process.returncode == 0
    assert list(tmp_path.glob("topcut-counts-*")) == []
    # The first three lines are systemd's.
    assert [line for line in unit.log.read_text().splitlines()[3:] if line[0] != "{"] == []


def asked_until(unit, is_enough) -> int:
    """Ask for its health, and for a page of the hall's, some at once, until that is enough; how often for the
    page. No answer but 200."""
    asked, until = 0, time.monotonic() + PATIENCE
    with ThreadPoolExecutor(4) as many:
        while not is_enough():
            assert time.monotonic() < until, unit.log.read_text()
            assert {status for status, _body in many.map(unit.ask, ["healthz", "help/"] * 2)} == {200}
            asked += 2
    return asked


def counted(unit) -> float:
    name = 'django_http_responses_total_by_status_view_method_total{method="GET",status="200",view="help"}'
    return float(re.search(rf"^{re.escape(name)} (\S+)$", unit.ask("metrics")[1], re.M)[1])
