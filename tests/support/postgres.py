"""A PostgreSQL server for tests; `python -m tests.support.postgres COMMAND…` runs a command on it."""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGCONT, SIGINT, SIGKILL, SIGSTOP, SIGTERM, signal

import psutil

from tests.support.watcher import start_server

NOT_FOUND = "No PostgreSQL server here: its tests are left out (Debian's package is called postgresql)."
# A server refuses to run as root.
UNPRIVILEGED_USERS = ("postgres", "nobody")
# Text is sorted as people sort it, so that no test relies on the order of bytes.
LOCALE = ("--locale-provider=icu", "--icu-locale=en-US", "--locale=C.UTF-8", "--encoding=UTF8")
# Committed transactions are on the disk, as in production.
OPTIONS = (
    "fsync=on",
    "synchronous_commit=on",
    "full_page_writes=on",
    "listen_addresses=",
    "max_connections=60",
    # Statistics are those that a test gathers: plans do not depend on the minute.
    "autovacuum=off",
)
TIMEOUT_SECONDS = 60


def find_programs() -> Path | None:
    """Return the folder of the newest server's programs, if any."""
    servers = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    return max((path.parent for path in servers), key=lambda path: int(path.parent.name), default=None)


def is_required() -> bool:
    return os.environ.get("CI") == "true"


@dataclass
class Server:
    """A server in its own folder, reached by a socket there; `process` is its postmaster."""

    folder: Path
    process: subprocess.Popen = None
    as_user: dict = field(default_factory=dict)

    def address(self, name: str = "topcut") -> str:
        """Return the DATABASE_URL of a database."""
        return f"postgresql:///{name}?host={self.folder}&user=topcut"

    def run(self, program: str, *arguments: str, **options) -> subprocess.CompletedProcess:
        """Run one of PostgreSQL's own programs, as the user who runs the server."""
        command = [str(find_programs() / program), *arguments]
        defaults = {"cwd": self.folder, "capture_output": True, "text": True, "check": True}
        return subprocess.run(command, **defaults | self.as_user | options)

    def create(self, name: str = "topcut", template: str = "template1"):
        """Create a database, as a copy of the template."""
        options = ("--host", str(self.folder), "--username=topcut", "--template", template)
        self.run("createdb", *options, name)

    def databases(self) -> set[str]:
        """Return the names of its databases."""
        query = "SELECT datname FROM pg_database"
        options = ("--host", str(self.folder), "--username=topcut", "--tuples-only", "--no-align")
        return set(self.run("psql", *options, "--command", query, "postgres").stdout.split())

    def start(self):
        """Start it, also after a kill, and wait until it answers."""
        settings = [f"--{setting}" for setting in (*OPTIONS, f"unix_socket_directories={self.folder}")]
        with Path(self.folder, "log").open("a") as log:
            command = [find_programs() / "postgres", "-D", self.folder / "data", *settings]
            self.process = start_server(command, cwd=self.folder, stdout=log, stderr=log, **self.as_user)
        until = time.monotonic() + TIMEOUT_SECONDS
        while self.run("pg_isready", "-q", "--host", str(self.folder), check=False).returncode:
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(Path(self.folder, "log").read_text())
            time.sleep(0.02)

    def backends(self) -> list[int]:
        """Return the process ids of the postmaster's children."""
        pid = self.process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def kill(self):
        """Kill the postmaster and all its children at once with SIGKILL.

        Return when none is left: a child's shared memory would refuse the next start.
        """
        # A stopped postmaster starts no more children.
        self.process.send_signal(SIGSTOP)
        children = psutil.Process(self.process.pid).children()
        self.signal(SIGKILL)
        self.process.wait()
        psutil.wait_procs(children, TIMEOUT_SECONDS)

    def freeze(self):
        """Stop it and all its children with SIGSTOP: connections open, but nothing is answered."""
        self.signal(SIGSTOP)

    def thaw(self):
        self.signal(SIGCONT)

    def signal(self, number: int):
        for pid in (self.process.pid, *self.backends()):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(SIGINT)
            self.process.wait(TIMEOUT_SECONDS)


@contextmanager
def server():
    """Run a server with an empty database `topcut`; delete it afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="topcut-postgres-"))
    running = Server(folder, as_user=unprivileged(folder))
    try:
        running.run("initdb", "--pgdata=data", "--username=topcut", "--auth=trust", "--no-sync", *LOCALE)
        running.start()
        try:
            running.create()
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def unprivileged(folder: Path) -> dict:
    """Return options of subprocess that run the server as another user, if this is root."""
    if os.geteuid():
        return {}
    names = {user.pw_name: user for user in pwd.getpwall()}
    user = next(names[name] for name in UNPRIVILEGED_USERS if name in names)
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def main(command: list[str]) -> int:
    """Run a command with DATABASE_URL set, if there is a server; return its exit code."""
    if find_programs() is None:
        print(NOT_FOUND)
        return is_required()
    # SIGTERM also ends the command and the server.
    signal(SIGTERM, lambda *_: sys.exit(1))
    with server() as running:
        return start_server(command, env={**os.environ, "DATABASE_URL": running.address()}).wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
