"""Programs that a site is made of, as tests start, stop and kill them: Redis, and Topcut behind gunicorn."""

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

from scripts.run import SERVE

ROOT = Path(__file__).resolve().parents[2]
# What a service may take to begin or to end, in seconds.
PATIENCE = 60
# Debian keeps servers where not everybody looks.
PLACES = f"{os.environ['PATH']}:/usr/sbin"


def program(name: str) -> str | None:
    return shutil.which(name, path=PLACES)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def wait_until(is_so, process: subprocess.Popen, log: Path):
    """Until `is_so()`; what stands in the log where the process has ended before."""
    until = time.monotonic() + PATIENCE
    while not is_so():
        if process.poll() is not None or time.monotonic() > until:
            raise RuntimeError(log.read_text())
        time.sleep(0.01)


def connects(kind: int, where) -> bool:
    with socket.socket(kind) as tried:
        return tried.connect_ex(where) == 0


@dataclass
class Service:
    """A program that is started, stopped and killed as often as one likes, and says what it does in a log.

    `apart`: it is a session of its own, as a service is. Linux shares processors out by session first, and
    only within one by what is urgent; hosts that are machines of their own share none.
    """

    log: Path
    process: subprocess.Popen = None
    place: Path = ROOT
    apart: bool = True

    def command(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def environment(self) -> dict:
        return {}

    def begin(self):
        """Start it; it may take a moment until it answers."""
        with self.log.open("a") as log:
            group = {"start_new_session": True} if self.apart else {"process_group": 0}
            more = {"cwd": self.place, "stdout": log, "stderr": log, **group}
            env = {**os.environ, **self.environment()}
            self.process = subprocess.Popen(self.command(), env=env, **more)

    def start(self):
        """Start it; back when it answers."""
        self.begin()
        self.wait()

    def wait(self):
        wait_until(self.answers, self.process, self.log)

    def stop(self):
        """End it as a service is ended: what it works on is done first."""
        self.process.send_signal(SIGTERM)
        self.process.wait(PATIENCE)

    def kill(self):
        """End it and all its processes at once, with no word to any of them."""
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, SIGKILL)
        self.process.wait()

    def freeze(self):
        """Stop it and all its processes, as if its machine were gone: connections open, no answer comes."""
        os.killpg(self.process.pid, SIGSTOP)

    def thaw(self):
        os.killpg(self.process.pid, SIGCONT)


@dataclass
class Redis(Service):
    @property
    def socket(self) -> Path:
        return self.log.with_suffix(".socket")

    def command(self):
        told = {"port": 0, "unixsocket": self.socket, "save": "", "appendonly": "no", "dir": self.log.parent}
        return [program("redis-server"), *(word for name in told for word in (f"--{name}", str(told[name])))]

    def answers(self):
        return connects(socket.AF_UNIX, str(self.socket))

    def size(self) -> int:
        """How many keys it holds."""
        command = [program("redis-cli"), "-s", str(self.socket), "dbsize"]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[-1])


@dataclass
class Host(Service):
    """Topcut behind gunicorn, as it is served in production."""

    told: dict = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    niceness: int = 0
    options: tuple[str, ...] = SERVE

    @property
    def name(self) -> str:
        return f"127.0.0.1:{self.port}"

    def command(self):
        nice = ["nice", f"-n{self.niceness}"]
        return [*nice, sys.executable, "-m", "gunicorn", "config.wsgi", f"--bind={self.name}", *self.options]

    def environment(self):
        return self.told

    def answers(self):
        with suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            connection.request("GET", "/static/favicon.svg")
            return connection.getresponse().status == 200
        return False
