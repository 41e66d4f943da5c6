"""nginx with deploy/nginx/nginx.conf itself; the two files that an installation writes are the test's."""

import json
import os
import socket
from dataclasses import dataclass, field
from pathlib import Path

from tests.hosts.asking import Answer, ask
from tests.hosts.services import ROOT, Service, connects, free_port, program, wait_until

CONF = ROOT / "deploy/nginx"


@dataclass
class Nginx(Service):
    hosts: tuple[int, ...] = ()
    port: int = field(default_factory=free_port)

    @property
    def folder(self) -> Path:
        return self.log.parent

    def set_up(self):
        (self.folder / "topcut").mkdir(parents=True)
        (self.folder / "access.log").touch()
        links = {
            "nginx.conf": CONF / "nginx.conf",
            "topcut/headers.conf": CONF / "topcut/headers.conf",
            "mime.types": Path("/etc/nginx/mime.types"),
            "at/deploy": ROOT / "deploy",
            "at/staticfiles": ROOT / "static",
        }
        (self.folder / "at").mkdir()
        for name, path in links.items():
            (self.folder / name).symlink_to(path)
        self.write_hosts()
        temporary = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        site = [
            f"listen 127.0.0.1:{self.port};",
            f"access_log {self.folder}/access.log topcut;",
            f"set $topcut {self.folder}/at;",
            *(f"{name}_temp_path {self.folder}/{name};" for name in temporary),
        ]
        (self.folder / "topcut/site.conf").write_text("\n".join(site))

    def write_hosts(self):
        """Each in the words that the delivered file has for its first one."""
        line = next(one for one in (CONF / "topcut/hosts.conf").read_text().splitlines() if "web1" in one)
        hosts = [line.replace("web1:8000", f"127.0.0.1:{port}") for port in self.hosts]
        (self.folder / "topcut/hosts.conf").write_text("\n".join(hosts))

    def command(self, *more):
        # As root it would hand its work to somebody who may not look into a folder of ours.
        user = "user root;" if os.geteuid() == 0 else ""
        told = f"{user} pid {self.folder}/pid; daemon off;"
        return [
            program("nginx"),
            "-p",
            str(self.folder),
            "-c",
            f"{self.folder}/nginx.conf",
            "-g",
            told,
            *more,
        ]

    def answers(self):
        return connects(socket.AF_INET, ("127.0.0.1", self.port))

    def told(self) -> list[dict]:
        """What it wrote of each request so far, by the names of nginx.conf."""
        return [json.loads(line) for line in (self.folder / "access.log").read_text().splitlines()]

    def asked(self, *named, **more) -> tuple[Answer, dict]:
        """What it answers to a request, and what it wrote of that."""
        before = len(self.told())
        answer = ask(self.port, *named, **more)
        wait_until(lambda: len(self.told()) > before, self.process, self.log)
        return answer, self.told()[before]
