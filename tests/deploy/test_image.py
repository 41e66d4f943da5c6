"""deploy/Containerfile: the linter accepts it, and its steps, run in a folder, serve a site."""

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
from tests.support.services import Service, free_port

FILE = settings.BASE_DIR / "deploy" / "Containerfile"


def test_hadolint_reports_no_problems():
    linter = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([linter, FILE], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_copied_files_exist_and_are_allowed_by_dockerignore():
    lines = (settings.BASE_DIR / ".dockerignore").read_text().splitlines()
    allowed = {line[1:] for line in lines if line.startswith("!")}
    assert set(taken()) == allowed
    assert [name for name in taken() if not (settings.BASE_DIR / name).exists()] == []


def taken() -> list[str]:
    return [
        name
        for instruction, argument in steps(FILE)
        if instruction == "COPY"
        for name in shlex.split(argument)[:-1]
    ]


def test_the_command_is_that_of_the_unit_and_the_user_is_unprivileged():
    arguments = dict(steps(FILE))
    command = units.command("ExecStart")
    assert [word for word in json.loads(arguments["CMD"]) if not word.startswith("--bind")] == [
        "gunicorn",
        *command[1:],
    ]
    assert arguments["USER"] == "10001:10001"


@dataclass
class Container(Service):
    """The image's command on a port of this machine, as the user of the tests."""

    image: Image = None
    variables: dict = field(default_factory=dict)
    healthcheck: list[str] = field(default_factory=list)
    port: int = field(default_factory=free_port)

    def environment(self):
        return self.variables

    def command(self):
        return self.local_command(self.image.command)

    def local_command(self, command):
        """Return the command with the image's Python and this container's port."""
        program, *arguments = command
        ports = [re.sub(r"[\d.]+:8000", f"127.0.0.1:{self.port}", word) for word in arguments]
        return [str(self.image.root / "python/bin" / program), *ports]

    def run(self, command):
        arguments = {"cwd": self.place, "env": self.variables, "capture_output": True, "text": True}
        return subprocess.run(self.local_command(command), **arguments)

    def answers(self):
        return self.run(self.healthcheck).returncode == 0


@pytest.mark.slow
def test_the_steps_build_a_healthy_site(services, tmp_path):
    """Packages are installed in a virtual environment, files copied to a folder.

    Then the commands of Compose run: migrate, the image's command, and the health check.
    """
    image = Image(tmp_path, settings.BASE_DIR).build(FILE)
    assert {path.name for path in image.place.iterdir()} == {*taken(), "staticfiles"}
    variables = units.example() | {"SECRET_KEY": "x" * 60, "CACHE_URL": "", "WEB_CONCURRENCY": "1"}
    variables |= image.env | {"DATABASE_URL": f"sqlite:///{tmp_path / 'rows.sqlite3'}"}
    healthcheck = services["desk"]["healthcheck"]["test"][1:]
    container = Container(
        tmp_path / "log", place=image.place, image=image, variables=variables, healthcheck=healthcheck
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
    headers = {"Host": "topcut.example", "X-Forwarded-Proto": "https"}
    with urlopen(Request(f"http://127.0.0.1:{port}/help/", headers=headers)) as answer:
        return answer.read().decode()
