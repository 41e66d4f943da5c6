"""The units of deploy/systemd: systemd verifies them, and their commands serve the site."""

import os
import re
import sqlite3
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from configparser import RawConfigParser
from contextlib import closing, suppress
from dataclasses import dataclass, field
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.db import connection

from tests.deploy import units
from tests.support import postgres
from tests.support.services import ROOT, Service, free_port, program
from tournaments.changes.tasks import QUEUES

pytestmark = pytest.mark.skipif(
    not program("systemd-analyze") and not postgres.is_required(), reason="systemd is not here"
)
TIMEOUT_SECONDS = 60
FINISHED_REQUEST = re.compile(r'"request_finished".*"process": (\d+)}')


def test_systemd_verifies_the_units(tmp_path):
    units.write_units(tmp_path)
    endings = ("@desk.service", "@public.service", "-desk.socket", "-public.socket")
    endings += tuple(f"-worker@{queue}.service" for queue in QUEUES)
    endings += ("-daily.service", "-daily.timer", "-backup.service", "-backup.timer", "-check.service")
    names = [f"topcut{ending}" for ending in endings]
    # The colon adds systemd's own folders.
    env = {**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"}
    process = subprocess.run(["systemd-analyze", "verify", *names], capture_output=True, text=True, env=env)
    assert (process.returncode, process.stdout, process.stderr) == (0, "", "")


@pytest.mark.parametrize(
    "name", ["topcut@", *(f"topcut-{name}" for name in ("worker@", "daily", "backup", "check"))]
)
def test_the_exposure_of_a_service_is_low(name, tmp_path):
    """The exposure level is at most 2 of 10, with the drop-ins of all units of this prefix."""
    unit = tmp_path / f"{name}.service"
    drop_ins = (units.UNITS / "topcut-.service.d").glob("*.conf") if name.startswith("topcut-") else ()
    unit.write_text("\n".join(path.read_text() for path in (units.UNITS / f"{name}.service", *drop_ins)))
    process = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=20", unit],
        capture_output=True,
        text=True,
    )
    assert process.returncode == 0, process.stdout


def test_workers_and_the_daily_deletion_have_the_limits_of_the_services_and_lower_priority():
    limits = read_section(units.UNITS / "topcut-.service.d" / "limits.conf")
    assert limits.items() <= read_section(units.UNITS / "topcut@.service").items()
    daily = units.UNITS / "topcut-daily.service"
    for command in ("delete_contact_data", "delete_simulations", "clearsessions"):
        assert f"python manage.py {command}\n" in daily.read_text()
    worker = units.UNITS / "topcut-worker@.service"
    assert read_section(worker)["ExecStart"].endswith("python manage.py worker --queue %i")
    chances, simulations = (
        units.UNITS / f"topcut-worker@{queue}.service.d" / "priority.conf"
        for queue in ("chances", "simulations")
    )
    for path, nice, weight in ((daily, 10, 10), (worker, 10, 10), (chances, 15, 5), (simulations, 19, 1)):
        service = read_section(path)
        assert (int(service["Nice"]), int(service["CPUWeight"])) == (nice, weight)


def test_no_drop_in_hides_another():
    """systemd reads only one of the drop-ins of a unit that have the same name: the more special one."""
    common = {path.name for path in (units.UNITS / "topcut-.service.d").iterdir()}
    special = [
        path for path in units.UNITS.glob("topcut*.d/*.conf") if path.parent.name != "topcut-.service.d"
    ]
    assert special and [path for path in special if path.name in common] == []


def test_the_desk_service_deletes_contact_data_once_it_answers():
    assert units.command("ExecStartPost")[1:] == ["manage.py", "delete_contact_data"]


def read_section(path) -> dict[str, str]:
    parser = RawConfigParser(strict=False)
    parser.optionxform = str
    parser.read_string(path.read_text())
    return dict(parser["Service"])


def test_the_desk_service_migrates_and_the_public_service_has_lower_priority():
    desk, public = units.read_service("desk"), units.read_service("public")
    assert units.command("ExecStartPre")[1:] == ["manage.py", "migrate", "--no-input"]
    assert "ExecStartPre" not in public
    assert desk["ExecStart"] == public["ExecStart"]
    assert (int(public["Nice"]), int(public["CPUWeight"])) == (10, 10)
    assert not {"Nice", "CPUWeight"} & set(desk)


@dataclass
class Unit(Service):
    """The service's command, with a port opened by systemd as by topcut-desk.socket."""

    variables: dict = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    worker_ids: set = field(default_factory=set)
    read: int = 0

    def command(self):
        open_port = ["systemd-socket-activate", f"--listen=127.0.0.1:{self.port}"]
        return open_port + [f"--setenv={name}" for name in self.variables] + units.command("ExecStart")

    def environment(self):
        return self.variables

    def answers(self):
        with suppress(OSError):
            return self.ask("healthz")[0] == 200
        return False

    def ask(self, path):
        """Send a request as nginx does for a page, or as Prometheus does for metrics."""
        nginx = {"Host": self.variables["ALLOWED_HOSTS"], "X-Forwarded-Proto": "https"}
        headers = nginx if path.endswith("/") else {}
        request = Request(f"http://127.0.0.1:{self.port}/{path}", headers=headers)
        with urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
            return answer.status, answer.read().decode()

    def workers(self) -> set[int]:
        """Return the ids of the workers that have answered so far."""
        with self.log.open() as log:
            log.seek(self.read)
            self.worker_ids |= {
                int(match[1]) for match in map(FINISHED_REQUEST.search, log.readlines()) if match
            }
            self.read = log.tell()
        return set(self.worker_ids)


@pytest.fixture
def example_settings(db, tmp_path):
    """The example settings filled in, with an SQLite database of its own."""
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
def test_the_commands_serve_the_site_and_count_requests_of_all_workers(example_settings, tmp_path):
    variables = example_settings
    subprocess.run(units.command("ExecStartPre"), cwd=ROOT, env=variables, check=True, capture_output=True)
    unit = Unit(tmp_path / "log", variables=variables)
    try:
        unit.start()
        request_count = request_until(unit, lambda: len(unit.workers()) == 2)
        assert counted_requests(unit) == request_count
        assert len(list(tmp_path.glob("topcut-counts-*/*"))) > 2
        before = unit.workers()
        reload = units.command("ExecReload")
        subprocess.run([word.replace("$MAINPID", str(unit.process.pid)) for word in reload], check=True)
        request_until(unit, lambda: unit.workers() - before)
        unit.stop()
    except HTTPError as error:
        raise AssertionError(unit.log.read_text()) from error
    finally:
        unit.kill()
    assert unit.process.returncode == 0
    assert list(tmp_path.glob("topcut-counts-*")) == []
    # The first three lines are from systemd.
    assert [line for line in unit.log.read_text().splitlines()[3:] if line[0] != "{"] == []


def request_until(unit, is_enough) -> int:
    """Request the health check and a page concurrently until enough; return the number of page requests."""
    count, deadline = 0, time.monotonic() + TIMEOUT_SECONDS
    with ThreadPoolExecutor(4) as threads:
        while not is_enough():
            assert time.monotonic() < deadline, unit.log.read_text()
            assert {status for status, _body in threads.map(unit.ask, ["healthz", "help/"] * 2)} == {200}
            count += 2
    return count


def counted_requests(unit) -> float:
    name = 'django_http_responses_total_by_status_view_method_total{method="GET",status="200",view="help"}'
    return float(re.search(rf"^{re.escape(name)} (\S+)$", unit.ask("metrics")[1], re.M)[1])
