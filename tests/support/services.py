"""Programs of a site that tests start, stop and kill: Redis, and Topcut behind gunicorn."""

import http.client
import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGCONT, SIGKILL, SIGSTOP, SIGTERM

from scripts.run import GUNICORN_OPTIONS
from tests.support.http_client import ask
from tests.support.watcher import start_server

ROOT = Path(__file__).resolve().parents[2]
# To start or to stop.
TIMEOUT_SECONDS = 60
# Debian installs servers in /usr/sbin.
SEARCH_PATH = f"{os.environ['PATH']}:/usr/sbin"

RESERVED_PORTS: list[socket.socket] = []


def program(name: str) -> str | None:
    return shutil.which(name, path=SEARCH_PATH)


def free_port() -> int:
    """Reserve a port for a server that a test starts, until this process ends.

    A server that reuses addresses can listen on it, but the system gives it to nobody who asks for any port.
    """
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    RESERVED_PORTS.append(reserved)
    return reserved.getsockname()[1]


def wait_until(condition, process: subprocess.Popen, log: Path):
    """Wait until the condition is true; raise an error with the log if the process ends before."""
    until = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        if process.poll() is not None or time.monotonic() > until:
            raise RuntimeError(log.read_text())
        time.sleep(0.01)


def connects(family: int, address) -> bool:
    with socket.socket(family) as client:
        return client.connect_ex(address) == 0


@dataclass
class Service:
    """A program that can be started, stopped and killed again and again, with a log file.

    With `own_session` it has a session of its own, like a service. Linux divides processors between sessions
    first, and compares niceness only within one.
    """

    log: Path
    process: subprocess.Popen = None
    place: Path = ROOT
    own_session: bool = True

    def command(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def environment(self) -> dict:
        return {}

    def open_files(self) -> tuple[int, ...]:
        """Return the file descriptors that it inherits."""
        return ()

    def launch(self):
        """Start it without waiting until it answers."""
        with self.log.open("a") as log:
            group = {"start_new_session": True} if self.own_session else {"process_group": 0}
            options = {
                "cwd": self.place,
                "stdout": log,
                "stderr": log,
                "pass_fds": self.open_files(),
                **group,
            }
            env = {**os.environ, **self.environment()}
            self.process = start_server(self.command(), env=env, **options)

    def start(self):
        """Start it and wait until it answers."""
        self.launch()
        self.wait()

    def wait(self):
        wait_until(self.answers, self.process, self.log)

    def stop(self):
        """Stop it with SIGTERM, so that it finishes its requests."""
        self.process.send_signal(SIGTERM)
        self.process.wait(TIMEOUT_SECONDS)

    def kill(self):
        """Kill it and all its processes at once with SIGKILL."""
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, SIGKILL)
        self.process.wait()

    def freeze(self):
        """Stop it and all its processes with SIGSTOP: connections open, but nothing is answered."""
        os.killpg(self.process.pid, SIGSTOP)

    def thaw(self):
        os.killpg(self.process.pid, SIGCONT)


@dataclass
class Redis(Service):
    @property
    def socket(self) -> Path:
        return self.log.with_suffix(".socket")

    def command(self):
        files = ("--unixsocket", str(self.socket), "--dir", str(self.log.parent))
        return [program("redis-server"), "--port", "0", "--save", "", "--appendonly", "no", *files]

    def answers(self):
        return connects(socket.AF_UNIX, str(self.socket))

    def size(self) -> int:
        """Return the number of its keys."""
        command = [program("redis-cli"), "-s", str(self.socket), "dbsize"]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[-1])


@dataclass
class Host(Service):
    """Topcut behind gunicorn, as in production.

    Like a socket unit of systemd, the tests keep its port open: while it does not run, it accepts connections
    and answers nothing.
    """

    variables: dict = field(default_factory=dict)
    listener: socket.socket = field(
        default_factory=lambda: socket.create_server(("127.0.0.1", 0), backlog=2048)
    )
    niceness: int = 0
    options: tuple[str, ...] = GUNICORN_OPTIONS

    @property
    def port(self) -> int:
        return self.listener.getsockname()[1]

    @property
    def name(self) -> str:
        return f"127.0.0.1:{self.port}"

    def command(self):
        bind = f"--bind=fd://{self.listener.fileno()}"
        nice = ["nice", f"-n{self.niceness}"]
        return [*nice, sys.executable, "-m", "gunicorn", "config.wsgi", bind, *self.options]

    def open_files(self):
        return (self.listener.fileno(),)

    def environment(self):
        return self.variables

    def answers(self):
        with suppress(OSError, http.client.HTTPException):
            # Shorter than the time to start: the port is open before.
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=1)
            connection.request("GET", "/static/favicon.svg")
            return connection.getresponse().status == 200
        return False


def wait_for(is_so):
    end = time.monotonic() + TIMEOUT_SECONDS
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def wait_for_nginx_to_use(site, service):
    """Wait until nginx sends the service its own requests again."""
    path = "/e/nowhere/desk/" if service is site.desk else "/e/nowhere/"

    def reaches_it():
        request_id = ask(site.nginx.port, path).headers["X-Request-ID"]
        return any(
            line["id"] == request_id and line["upstream"] == service.name for line in site.nginx.log_lines()
        )

    wait_for(reaches_it)
