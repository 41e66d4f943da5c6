"""The site as in production: PostgreSQL, Redis, nginx, and the services desk and public.

`python -m tests.hosts.servers` names the programs that are missing for it.
"""

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from scripts.run import GUNICORN_OPTIONS
from tests.hosts.nginx import Nginx
from tests.support import postgres
from tests.support.services import ROOT, Host, Redis, program

PROGRAMS = ("nginx", "redis-server", "openssl")
METRICS_TOKEN = "a-token-for-prometheus"
# As in deploy/systemd. It counts only within one session.
PUBLIC_NICENESS = 10
OPTIONS = (*GUNICORN_OPTIONS, "--threads=2", "--worker-connections=4", "--keep-alive=0")


def missing_programs() -> str:
    """Return one line that names the missing programs, empty if there are none."""
    paths = {"postgresql": postgres.find_programs(), **{name: program(name) for name in PROGRAMS}}
    names = ", ".join(name for name, path in paths.items() if not path)
    return names and f"Not here: {names}. Tests of several services are left out (install these packages)."


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
def site(database: postgres.Server, own_session=True, time_scale=1, **variables: str):
    """Run the whole site on an empty database of the server.

    `variables` are for the hosts' environment, and nginx's times are multiplied by `time_scale`.
    """
    database.create("hosts")
    with ExitStack() as cleanup:
        folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory(prefix="topcut-hosts-")))
        session = {"own_session": own_session}
        redis = Redis(folder / "redis", **session)
        stores = {"DATABASE_URL": database.address("hosts"), "CACHE_URL": f"unix://{redis.socket}"}
        variables = {
            **stores,
            "PROXIES": "1",
            "METRICS_TOKEN": METRICS_TOKEN,
            "DJANGO_SETTINGS_MODULE": "tests.hosts.settings",
            **variables,
        }
        desk = Host(folder / "desk", **session, variables=variables, options=OPTIONS)
        niceness = 0 if own_session else PUBLIC_NICENESS
        public = Host(folder / "public", **session, variables=variables, niceness=niceness, options=OPTIONS)
        ports = {"desk": (desk.port,), "public": (public.port,)}
        nginx = Nginx(folder / "nginx", **session, **ports, time_scale=time_scale)
        nginx.set_up()
        for service in (redis, desk, public, nginx):
            cleanup.callback(service.kill)
        redis.start()
        for service in (desk, public, nginx):
            service.launch()
        migrate = [sys.executable, "manage.py", "migrate", "-v0"]
        subprocess.run(migrate, cwd=ROOT, env={**os.environ, **variables}, check=True)
        for service in (desk, public, nginx):
            service.wait()
        yield Site(database, redis, desk, public, nginx)


if __name__ == "__main__":
    if text := missing_programs():
        print(text)
        sys.exit(postgres.is_required())
