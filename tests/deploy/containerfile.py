"""Runs the steps of a Containerfile in a folder, without a container."""

import json
import os
import shlex
import shutil
import subprocess
import venv
from pathlib import Path


def steps(file: Path) -> list[tuple[str, str]]:
    """Return (instruction, argument) of each step, with continued lines joined."""
    text = file.read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [tuple(line.split(maxsplit=1)) for line in lines]


class Image:
    """An image built in the folder `root`, with a virtual environment as its Python.

    `env` are its environment variables, `place` is its working directory.
    """

    def __init__(self, root: Path, sources: Path):
        self.root, self.sources, self.place, self.user, self.command = root, sources, root, "", []
        self.env = {"PATH": f"{root}/python/bin:/usr/bin:/bin", "HOME": "/nonexistent"}

    def build(self, file: Path):
        for name, argument in steps(file):
            getattr(self, f"do_{name.lower()}")(argument)
        return self

    def do_from(self, image):
        assert image.partition(":")[0].endswith("/python")
        venv.create(self.root / "python", with_pip=True, symlinks=True)

    def do_env(self, argument):
        self.env |= dict(word.split("=", 1) for word in shlex.split(argument))

    def do_workdir(self, argument):
        self.place = self.root / argument.lstrip("/")
        self.place.mkdir(parents=True)

    def do_copy(self, argument):
        *sources, target = shlex.split(argument)
        for source in (self.sources / name for name in sources):
            if source.is_dir():
                shutil.copytree(source, self.place / target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, self.place / target)

    def do_run(self, command):
        # The package index is that of this machine.
        index = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        subprocess.run(["/bin/sh", "-ec", command], cwd=self.place, env={**index, **self.env}, check=True)

    def do_user(self, user):
        self.user = user

    def do_expose(self, port):
        assert port == "8000"

    def do_cmd(self, command):
        self.command = json.loads(command)
