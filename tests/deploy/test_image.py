"""deploy/Containerfile: its linter finds nothing, and its steps, carried out in a folder, serve a site."""

import json
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from django.conf import settings

from tests.deploy import units
from tests.deploy.containerfile import Image, steps
from tests.hosts.services import Service, free_port

FILE = settings.BASE_DIR / "deploy" / "Containerfile"


def test_its_linter_finds_nothing():
    linter = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([linter, FILE], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_it_takes_what_there_is_and_what_the_list_lets_through():
    lines = (settings.BASE_DIR / ".dockerignore").read_text().splitlines()
    allowed = {line[1:] for line in lines if line.startswith("!")}
    assert set(taken()) == allowed
    assert [name for name in taken() if not (settings.BASE_DIR / name).exists()] == []


def taken() -> list[str]:
    return [name for step, told in steps(FILE) if step == "COPY" for name in shlex.split(told)[:-1]]


def test_it_serves_as_the_unit_does_and_as_nobody():
    told = dict(steps(FILE))
    command = units.command("ExecStart")
    assert [word for word in json.loads(told["CMD"]) if not word.startswith("--bind")] == [
        "gunicorn",
        *command[1:],
    ]
    assert told["USER"] == "10001:10001"


@dataclass
class Container(Service):
    """The image's command on a port of this machine, as whoever runs the tests."""

    image: Image = None
    told: dict = field(default_factory=dict)
    healthcheck: list[str] = field(default_factory=list)
    port: int = field(default_factory=free_port)

    def environment(self):
        return self.told

    def command(self):
        return self.here(self.image.command)

    def here(self, words):
        """The command with the image's own Python, and the port in place of the image's."""
        program, *more = words
        ports = [re.sub(r"[\d.]+:8000", f"127.0.0.1:{self.port}", word) for word in more]
        return [str(self.image.root / "python/bin" / program), *ports]

    def run(self, words):
        more = {"cwd": self.place, "env": self.told, "capture_output": True, "text": True}
        return subprocess.run(self.here(words), **more)

    def answers(self):
        return self.run(self.healthcheck).returncode == 0


@pytest.mark.slow
def test_its_steps_carried_out_here_serve_a_site_that_is_well(services, tmp_path):
    """No container runs here: packages come into an environment of their own, files into a folder of their
    own. Then compose's own commands: migrate, the image's, and the check of its health."""
    image = Image(tmp_path, settings.BASE_DIR).build(FILE)
    assert {path.name for path in image.place.iterdir()} == {*taken(), "staticfiles"}
    told = units.example() | {"SECRET_KEY": "x" * 60, "CACHE_URL": "", "WEB_CONCURRENCY": "1"}
    told |= image.env | {"DATABASE_URL": f"sqlite:///{tmp_path / 'rows.sqlite3'}"}
    healthcheck = services["desk"]["healthcheck"]["test"][1:]
    container = Container(
        tmp_path / "log", place=image.place, image=image, told=told, healthcheck=healthcheck
    )
    assert container.run(services["migrate"]["command"]).returncode == 0
    try:
        container.start()
        assert "/static/app." in page(container.port)
        container.stop()
    finally:
        container.kill()
    assert container.process.returncode == 0


def page(port):
    told = {"Host": "topcut.example", "X-Forwarded-Proto": "https"}
    with urlopen(Request(f"http://127.0.0.1:{port}/help/", headers=told)) as answer:
        return answer.read().decode()
