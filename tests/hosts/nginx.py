"""nginx with deploy/nginx/nginx.conf itself; the three files that an installation writes are the test's."""

import json
import os
import re
import socket
from dataclasses import dataclass, field
from pathlib import Path

from tests.hosts.asking import Answer, ask
from tests.hosts.services import ROOT, Service, connects, free_port, program, wait_until

CONF = ROOT / "deploy/nginx"


@dataclass
class Nginx(Service):
    """`desk` and `public` are the ports of the two services."""

    desk: tuple[int, ...] = ()
    public: tuple[int, ...] = ()
    port: int = field(default_factory=free_port)

    @property
    def hosts(self) -> tuple[int, ...]:
        return (*self.desk, *self.public)

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
        self.write_addresses()
        temporary = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        site = [
            f"listen 127.0.0.1:{self.port};",
            f"access_log {self.folder}/access.log topcut;",
            f"set $topcut {self.folder}/at;",
            *(f"{name}_temp_path {self.folder}/{name};" for name in temporary),
        ]
        (self.folder / "topcut/site.conf").write_text("\n".join(site))

    def write_addresses(self):
        """Write desk.conf and public.conf with the ports in place of the delivered addresses."""
        ports = {"desk": self.desk, "public": self.public}
        for name in ports:
            written = []
            for line in (CONF / f"topcut/{name}.conf").read_text().splitlines():
                address = re.match(r"server (desk|public):8000", line)
                if address:
                    written += [
                        line.replace(f"{address[1]}:8000", f"127.0.0.1:{port}") for port in ports[address[1]]
                    ]
            (self.folder / f"topcut/{name}.conf").write_text("\n".join(written))

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
