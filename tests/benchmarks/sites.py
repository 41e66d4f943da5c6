"""Start the site as deployed, for measurements."""

import os
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.hosts import servers
from tests.support import postgres
from tests.support.services import Host, Service

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
    gunicorn = Host(Path(folder, "gunicorn"), own_session=False)
    try:
        gunicorn.start()
        yield Site(f"http://{gunicorn.name}", {"gunicorn": gunicorn.process.pid})
    finally:
        gunicorn.kill()


class SimulationWorker(Service):
    """The worker for simulations, with the lowest priority."""

    def command(self):
        return ["nice", "-n19", sys.executable, "manage.py", "worker", "--queue", "simulations"]

    def answers(self):
        from tournaments.models import SimulationRun

        return SimulationRun.objects.filter(state=SimulationRun.RUNNING).exists()


@contextmanager
def busy_simulations(folder, site):
    """Play a simulation beside the site, which takes longer than any measurement."""
    from django.contrib.auth.models import User
    from django.utils import timezone

    from tournaments.lab.actions import start_run

    format_ = {"rulebook": "magic", "pairing": "fold", "cut": 8}
    plan = {"players": 88, "formats": [format_ | {"name": f"{n} rounds", "rounds": n} for n in (6, 7, 8)]}
    start_run(plan, 20_000, 1, User.objects.create_user("simulating"), timezone.now())
    worker = SimulationWorker(Path(folder, "simulations"), own_session=False)
    try:
        worker.start()
        site.services["simulations"] = worker.process.pid
        yield
    finally:
        worker.kill()


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
