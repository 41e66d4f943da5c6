"""The site as in production: PostgreSQL, Redis, nginx, and the services desk and public.

`python -m tests.hosts.servers` says whether what that needs is here.
"""

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from scripts.run import SERVE
from tests import postgres
from tests.hosts.nginx import Nginx
from tests.hosts.services import ROOT, Host, Redis, program

PROGRAMS = ("nginx", "redis-server", "openssl")
# Who has it reads what the hosts have counted.
TOKEN = "a-token-of-the-hall"
# As in deploy/systemd. Only within one session: Linux does not compare the niceness of different ones.
PUBLIC_NICENESS = 10
OPTIONS = (*SERVE, "--threads=2", "--worker-connections=4", "--keep-alive=0")


def lacking() -> str:
    """One line that names the programs that are not here; empty where all are."""
    found = {"postgresql": postgres.programs(), **{name: program(name) for name in PROGRAMS}}
    names = ", ".join(name for name, path in found.items() if not path)
    return (
        names and f"Not here: {names}. The tests of several services are left out (install those packages)."
    )


@dataclass
class Site:
    postgres: postgres.Server
    redis: Redis
    desk: Host
    public: Host
    nginx: Nginx

    @property
    def hosts(self) -> tuple[Host, ...]:
        return (self.desk, self.public)

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
            "DJANGO_SETTINGS_MODULE": "tests.hosts.settings",
            **told,
        }
        desk = Host(folder / "desk", apart=apart, told=told, options=OPTIONS)
        niceness = 0 if apart else PUBLIC_NICENESS
        public = Host(folder / "public", apart=apart, told=told, niceness=niceness, options=OPTIONS)
        nginx = Nginx(folder / "nginx", apart=apart, desk=(desk.port,), public=(public.port,))
        nginx.set_up()
        for service in (redis, desk, public, nginx):
            over.callback(service.kill)
        redis.start()
        for service in (desk, public, nginx):
            service.begin()
        migrate = [sys.executable, "manage.py", "migrate", "-v0"]
        subprocess.run(migrate, cwd=ROOT, env={**os.environ, **told}, check=True)
        for service in (desk, public, nginx):
            service.wait()
        yield Site(database, redis, desk, public, nginx)


if __name__ == "__main__":
    print(end=lacking() and f"{lacking()}\n")
    sys.exit(bool(lacking()) and postgres.is_required())
