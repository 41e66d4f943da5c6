"""Start the site as deployed, for measurements."""

import os
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests import postgres
from tests.hosts import servers
from tests.hosts.services import Host

# Settings of the terminal are ignored.
ENVIRONMENT = {"DJANGO_SETTINGS_MODULE": "config.settings", "DEBUG": ""}


@dataclass(frozen=True)
class Site:
    """The address of a running site and the process id of each of its services."""

    url: str
    services: dict[str, int]

    def cpu_seconds(self) -> dict[str, float]:
        """Return the processor time that each service has used so far."""
        return {name: cpu_seconds(pid) for name, pid in self.services.items()}


def cpu_seconds(pid) -> float:
    """Return the processor time of a process and its children."""
    process, seconds = psutil.Process(pid), 0.0
    for member in (process, *process.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            seconds += sum(member.cpu_times()[:4])
    return seconds


def connect(database_url, **environment):
    """Set Django up on a database, in this process and its child processes."""
    os.environ |= {"DATABASE_URL": database_url, **ENVIRONMENT, **environment}
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


@contextmanager
def shop_site(folder):
    """Run one gunicorn with two processes of four threads, on SQLite."""
    connect(f"sqlite:///{Path(folder, 'topcut.sqlite3')}")
    gunicorn = Host(Path(folder, "gunicorn"))
    try:
        gunicorn.start()
        yield Site(f"http://{gunicorn.name}", {"gunicorn": gunicorn.process.pid})
    finally:
        gunicorn.kill()


@contextmanager
def convention_site(_folder):
    """Run nginx, the hosts behind it, PostgreSQL and Redis."""
    if servers.missing_programs():
        sys.exit(servers.missing_programs())
    with postgres.server() as database, servers.site(database, own_session=False, **ENVIRONMENT) as running:
        connect(database.address("hosts"), CACHE_URL=f"unix://{running.redis.socket}")
        programs = {host.log.name: host for host in running.hosts}
        programs |= {"nginx": running.nginx, "PostgreSQL": running.postgres, "Redis": running.redis}
        yield Site(running.url, {name: program.process.pid for name, program in programs.items()})
