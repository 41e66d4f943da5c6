"""The site on several hosts: PostgreSQL, Redis, nginx, and two gunicorns that share nothing else.

`python -m tests.hosts.servers` says whether what that needs is here.
"""

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests import postgres
from tests.hosts.nginx import Nginx
from tests.hosts.services import ROOT, Host, Redis, program

PROGRAMS = ("nginx", "redis-server", "openssl")
# Who has it reads what the hosts have counted.
TOKEN = "a-token-of-the-hall"


def lacking() -> str:
    """One line that names the programs that are not here; empty where all are."""
    found = {"postgresql": postgres.programs(), **{name: program(name) for name in PROGRAMS}}
    names = ", ".join(name for name, path in found.items() if not path)
    return names and f"Not here: {names}. The tests of several hosts are left out (install those packages)."


@dataclass
class Site:
    postgres: postgres.Server
    redis: Redis
    hosts: tuple[Host, ...]
    nginx: Nginx

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.nginx.port}"


@contextmanager
def site(database: postgres.Server, apart=True, **told: str):
    """All of it on an empty database of the server, running; gone afterwards. `told` goes to the hosts,
    `apart` to all (tests/hosts/services.py)."""
    database.create("hosts")
    with ExitStack() as over:
        folder = Path(over.enter_context(tempfile.TemporaryDirectory(prefix="topcut-hosts-")))
        redis = Redis(folder / "redis", apart=apart)
        stores = {"DATABASE_URL": database.address("hosts"), "CACHE_URL": f"unix://{redis.socket}"}
        told = {
            **stores,
            "PROXIES": "1",
            "METRICS_TOKEN": TOKEN,
            "DJANGO_SETTINGS_MODULE": "tests.hosts.late",
            **told,
        }
        hosts = tuple(Host(folder / f"host{number}", apart=apart, told=told) for number in (1, 2))
        nginx = Nginx(folder / "nginx", apart=apart, hosts=tuple(host.port for host in hosts))
        nginx.set_up()
        for service in (redis, *hosts, nginx):
            over.callback(service.kill)
        redis.start()
        for service in (*hosts, nginx):
            service.begin()
        migrate = [sys.executable, "manage.py", "migrate", "-v0"]
        subprocess.run(migrate, cwd=ROOT, env={**os.environ, **told}, check=True)
        for service in (*hosts, nginx):
            service.wait()
        yield Site(database, redis, hosts, nginx)


if __name__ == "__main__":
    print(end=lacking() and f"{lacking()}\n")
    sys.exit(bool(lacking()) and postgres.is_required())
