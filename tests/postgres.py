"""A PostgreSQL server of Debian's package for tests: `python -m tests.postgres COMMAND…` runs one on it."""

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

NONE = "No PostgreSQL server here: its tests are left out (Debian's package is called postgresql)."
# A server refuses to run as root.
NOBODYS = ("postgres", "nobody")
# Words are ordered as people would, so that nobody relies on the order of bytes; what is acknowledged is on
# the disk, as in production.
SORTED = ("--locale-provider=icu", "--icu-locale=en-US", "--locale=C.UTF-8", "--encoding=UTF8")
SET = ("fsync=on", "synchronous_commit=on", "full_page_writes=on", "listen_addresses=", "max_connections=60")
PATIENCE = 60


def programs() -> Path | None:
    """The folder of the newest server's programs; None where there is none."""
    found = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    return max((path.parent for path in found), key=lambda path: int(path.parent.name), default=None)


def is_required() -> bool:
    return os.environ.get("CI") == "true"


@dataclass
class Server:
    """A server in a folder of its own, reached by a socket there; `process` is its postmaster."""

    folder: Path
    process: subprocess.Popen = None
    who: dict = field(default_factory=dict)

    def address(self, name: str = "topcut") -> str:
        """DATABASE_URL of a database."""
        return f"postgresql:///{name}?host={self.folder}&user=topcut"

    def run(self, program: str, *arguments: str, **more) -> subprocess.CompletedProcess:
        """Run one of PostgreSQL's own programs, as the user who runs the server."""
        command = [str(programs() / program), *arguments]
        more = {"cwd": self.folder, "capture_output": True, "text": True, "check": True, **self.who, **more}
        return subprocess.run(command, **more)

    def create(self, name: str = "topcut"):
        self.run("createdb", "--host", str(self.folder), "--username=topcut", name)

    def start(self):
        """Start it, or start it again after a kill; back when it answers."""
        settings = [f"--{told}" for told in (*SET, f"unix_socket_directories={self.folder}")]
        with Path(self.folder, "log").open("a") as log:
            command = [programs() / "postgres", "-D", self.folder / "data", *settings]
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, **self.who)
        until = time.monotonic() + PATIENCE
        while self.run("pg_isready", "-q", "--host", str(self.folder), check=False).returncode:
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(Path(self.folder, "log").read_text())
            time.sleep(0.02)

    def backends(self) -> list[int]:
        """Process ids of the postmaster's children."""
        pid = self.process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def kill(self):
        """End the postmaster and all its children at once, with no word to any of them."""
        self.signal(SIGKILL)
        self.process.wait()

    def freeze(self):
        """Let it and all its children say nothing any more; what is sent to it is still taken."""
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
            self.process.wait(PATIENCE)


@contextmanager
def server():
    """A running Server with an empty database `topcut`; gone afterwards with all that it held."""
    folder = Path(tempfile.mkdtemp(prefix="topcut-postgres-"))
    running = Server(folder, who=unprivileged(folder))
    try:
        running.run("initdb", "--pgdata=data", "--username=topcut", "--auth=trust", "--no-sync", *SORTED)
        running.start()
        try:
            running.create()
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def unprivileged(folder: Path) -> dict:
    """Who runs the server, as subprocess takes it; as root somebody else, to whom the folder is given."""
    if os.geteuid():
        return {}
    names = {user.pw_name: user for user in pwd.getpwall()}
    user = next(names[name] for name in NOBODYS if name in names)
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def main(command: list[str]) -> int:
    """Run a command with DATABASE_URL set; what it returned. Without a server nothing is run."""
    if programs() is None:
        print(NONE)
        return is_required()
    # Whoever ends this ends the command and the server, too.
    signal(SIGTERM, lambda *_: sys.exit(1))
    with server() as running:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": running.address()}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
