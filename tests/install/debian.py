"""A bare Debian with systemd in a container of its own (debootstrap, systemd-nspawn)."""

import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.support.watcher import start_server

PROGRAMS = ("debootstrap", "systemd-nspawn", "slirp4netns", "nsenter", "git", "openssl")
# Debian as debootstrap makes it, and its packages: only the first run has to fetch them.
CACHE = Path("/var/tmp/topcut-test-install")
MIRROR = "http://deb.debian.org/debian"
SUITE = "bookworm"
TIMEOUT_SECONDS = 60


def missing_programs() -> list[str]:
    return [name for name in PROGRAMS if not shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")]


@dataclass
class Debian:
    """A running container; `root` is its root folder on this machine."""

    root: Path
    process: subprocess.Popen = None
    network: subprocess.Popen = None

    def start(self):
        base = CACHE / SUITE
        if not base.exists():
            unfinished = base.with_suffix(".new")
            shutil.rmtree(unfinished, ignore_errors=True)
            include = "--include=systemd,systemd-sysv,dbus,ca-certificates,git"
            command = ["debootstrap", "--variant=minbase", include, SUITE, unfinished, MIRROR]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            unfinished.rename(base)
        subprocess.run(["cp", "--archive", base, self.root], check=True)
        self.use_registries()
        caches = {"archives": "/var/cache/apt/archives", "pip": "/root/.cache/pip"}
        for name in caches:
            (CACHE / name).mkdir(exist_ok=True)
        options = ["--boot", "--private-network", "--register=no", "--keep-unit", "--resolv-conf=off"]
        options += [f"--bind={CACHE / name}:{path}" for name, path in caches.items()]
        with (self.root.parent / "console").open("w") as console:
            self.process = start_server(
                ["systemd-nspawn", "--quiet", f"--directory={self.root}", *options],
                stdout=console,
                stderr=console,
                stdin=subprocess.DEVNULL,
            )
        self.wait_until(
            lambda: self.run("systemctl", "is-system-running", check=False).stdout[:3] in ("run", "deg")
        )
        # Only this program talks to the outside; nothing listens on this machine's own ports.
        self.network = start_server(
            ["slirp4netns", "--configure", "--disable-host-loopback", str(self.leader()), "tap0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.wait_until(lambda: "tap0" in self.run("cat", "/proc/net/route").stdout)

    def use_registries(self):
        """Let it use the registries of packages as this machine does: certificates, pip’s settings, names."""
        (self.root / "etc/resolv.conf").unlink(missing_ok=True)
        (self.root / "etc/resolv.conf").write_text("nameserver 10.0.2.3\n")
        (self.root / "etc/hosts").write_text("127.0.0.1 localhost\n")
        for path in Path("/usr/local/share/ca-certificates").glob("*.crt"):
            shutil.copy(path, self.root / path.relative_to("/").parent)
        subprocess.run(["chroot", self.root, "update-ca-certificates"], check=True, capture_output=True)
        shutil.copy("/etc/ssl/certs/ca-certificates.crt", self.root / "etc/ssl/certs/ca-certificates.crt")
        index = subprocess.run(
            [sys.executable, "-m", "pip", "config", "get", "global.index-url"], capture_output=True, text=True
        ).stdout
        pip = ["[global]", "cert = /etc/ssl/certs/ca-certificates.crt", index and f"index-url = {index}"]
        (self.root / "etc/pip.conf").write_text("\n".join(pip))

    def leader(self) -> int:
        """Return the process id of its systemd."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return int(children[0]) if children else 0

    def command(self, *command: str) -> list[str]:
        """Return the command that runs in it as root, with root's usual environment and nothing of ours."""
        enter = ["nsenter", f"--target={self.leader()}", "--all", "--root", "--wd"]
        return [
            *enter,
            "env",
            "-i",
            "HOME=/root",
            "TERM=dumb",
            "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
            *command,
        ]

    def run(self, *command: str, check=True, **options) -> subprocess.CompletedProcess:
        done = subprocess.run(
            self.command(*command), **{"capture_output": True, "text": True} | options, check=False
        )
        if check and done.returncode:
            raise AssertionError(f"{' '.join(command)}: {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done

    def shell(self, script: str, **options) -> str:
        """Run a script; return what it printed."""
        return self.run("sh", "-euc", script, **options).stdout

    def wait_until(self, condition):
        until = time.monotonic() + TIMEOUT_SECONDS
        while not (self.leader() and condition()):
            if self.process.poll() is not None or time.monotonic() > until:
                sys.exit((self.root.parent / "console").read_text())
            time.sleep(0.2)

    def stop(self):
        for process in (self.network, self.process):
            if process and process.poll() is None:
                process.terminate()
                process.wait(TIMEOUT_SECONDS)
