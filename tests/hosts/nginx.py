"""nginx with deploy/nginx; the three files that differ between installations are written here."""

import json
import os
import re
import socket
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.http_client import Answer, ask
from tests.support.services import ROOT, Service, connects, free_port, program, wait_until

CONF = ROOT / "deploy/nginx"
# How long nginx waits for an answer, and leaves a service alone that gave none.
TIMES = re.compile(r"(read_timeout |next_upstream_timeout |fail_timeout=)(\d+)s")


@dataclass
class Nginx(Service):
    """nginx in front of the services with the ports `desk` and `public`.

    Its times are those of the project's files, multiplied by `time_scale`, so that few tests wait so long.
    """

    desk: tuple[int, ...] = ()
    public: tuple[int, ...] = ()
    time_scale: float = 1
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
            **{f"topcut/{name}.conf": CONF / f"topcut/{name}.conf" for name in ("headers", "limits")},
            "mime.types": Path("/etc/nginx/mime.types"),
            "at/current": ROOT,
            "at/static": ROOT / "static",
        }
        (self.folder / "at").mkdir()
        (self.folder / "nginx.conf").write_text(self.read_scaled("nginx.conf"))
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

    def read_scaled(self, name: str) -> str:
        def scale(match):
            seconds = self.time_scale * int(match[2])
            # Only this one has to be whole seconds.
            return (
                f"{match[1]}{max(1, int(seconds))}s"
                if "fail" in match[1]
                else f"{match[1]}{int(1000 * seconds)}ms"
            )

        return TIMES.sub(scale, (CONF / name).read_text())

    def write_addresses(self):
        """Write desk.conf and public.conf, with ports instead of the addresses in the project's files."""
        ports = {"desk": self.desk, "public": self.public}
        for name in ports:
            lines = []
            for line in self.read_scaled(f"topcut/{name}.conf").splitlines():
                address = re.match(r"server (desk|public):8000", line)
                if address:
                    lines += [
                        line.replace(f"{address[1]}:8000", f"127.0.0.1:{port}") for port in ports[address[1]]
                    ]
            (self.folder / f"topcut/{name}.conf").write_text("\n".join(lines))

    def command(self, *options):
        # As root nginx would change to a user who cannot read this folder.
        user = "user root;" if os.geteuid() == 0 else ""
        directives = f"{user} pid {self.folder}/pid; daemon off;"
        files = ("-p", str(self.folder), "-c", f"{self.folder}/nginx.conf")
        return [program("nginx"), *files, "-g", directives, *options]

    def answers(self):
        return connects(socket.AF_INET, ("127.0.0.1", self.port))

    def log_lines(self) -> list[dict]:
        """Return its log so far, one dict for each request with the names of nginx.conf."""
        return [json.loads(line) for line in (self.folder / "access.log").read_text().splitlines()]

    def ask(self, path, *arguments) -> tuple[Answer, dict]:
        """Send a request; return the answer and its line of the log."""
        before = len(self.log_lines())
        answer = ask(self.port, path, *arguments)
        wait_until(lambda: len(self.log_lines()) > before, self.process, self.log)
        return answer, self.log_lines()[before]
