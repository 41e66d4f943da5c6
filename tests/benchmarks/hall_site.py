"""The site as it is measured: installations of several kinds, served as they are run."""

import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from scripts.run import SERVE
from tests import postgres
from tests.hosts import servers

SETTINGS, RENDERED = "tests.benchmarks.hall_settings", "rendered"


@dataclass(frozen=True)
class Site:
    """Where a running site answers, the gunicorn of each host, and the programs beside them by name."""

    base: str
    hosts: tuple[int, ...]
    rendered: Path
    beside: dict[str, int] = field(default_factory=dict)

    @property
    def processes(self) -> int:
        return sum(len(psutil.Process(host).children()) for host in self.hosts)

    @property
    def spent(self) -> float:
        """Seconds of processor time that the hosts have used."""
        return sum(map(spent_by, self.hosts))

    def renderings(self, kind=".") -> int:
        """Live parts rendered so far: those that all share; with `kind="o"` those of one player each."""
        return self.rendered.read_text().count(kind)


def spent_by(pid) -> float:
    """Seconds of processor time of a process and of all that it has begun."""
    process, total = psutil.Process(pid), 0.0
    for one in (process, *process.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            total += sum(one.cpu_times()[:4])
    return total


def prepare(database, folder, **more):
    """Where renderings are counted: this process's Django is on a database then, and the hosts that it starts
    take all of that from the environment."""
    rendered = Path(folder, RENDERED)
    rendered.touch()
    os.environ |= {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": SETTINGS,
        "HALL_RENDERED": str(rendered),
        # What it takes in of a terminal's settings would be measured along.
        "DEBUG": "",
        **more,
    }
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    return rendered


@contextmanager
def on_sqlite(folder):
    rendered = prepare(f"sqlite:///{Path(folder, 'hall.sqlite3')}", folder)
    with host(folder) as (base, pid):
        yield Site(base, (pid,), rendered)


@contextmanager
def on_postgres(folder):
    with postgres.server() as database:
        rendered = prepare(database.address(), folder)
        with host(folder) as (base, pid):
            yield Site(base, (pid,), rendered, {"PostgreSQL": database.process.pid})


@contextmanager
def on_hosts(folder):
    """PostgreSQL, Redis, nginx, and two hosts of one process each."""
    if servers.lacking():
        sys.exit(servers.lacking())
    counted = {"DJANGO_SETTINGS_MODULE": SETTINGS, "HALL_RENDERED": str(Path(folder, RENDERED)), "DEBUG": ""}
    Path(folder, RENDERED).touch()
    with postgres.server() as database, servers.site(database, apart=False, **counted) as running:
        cache = f"unix://{running.redis.socket}"
        rendered = prepare(database.address("hosts"), folder, CACHE_URL=cache)
        beside = {"Redis": running.redis, "nginx": running.nginx, "PostgreSQL": database}
        pids = {name: program.process.pid for name, program in beside.items()}
        yield Site(running.url, tuple(one.process.pid for one in running.hosts), rendered, pids)


@contextmanager
def host(folder):
    """(address, process) of a gunicorn, as long as it runs; its log is a file in the folder."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "config.wsgi", f"--bind=127.0.0.1:{port}", *SERVE]
    with Path(folder, "log").open("a") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        wait_for(server, port)
        yield f"http://127.0.0.1:{port}", server.pid
    finally:
        server.terminate()
        server.wait()


def wait_for(server, port):
    wanted = int(SERVE[0].partition("=")[2])
    for _ in range(600):
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", port)).close()
            if len(psutil.Process(server.pid).children()) == wanted:
                return
        time.sleep(0.05)
    raise TimeoutError(f"Nothing answers on port {port}.")
