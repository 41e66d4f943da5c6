"""A Containerfile carried out without a container: its steps, in a folder in place of its root."""

import json
import os
import shlex
import shutil
import subprocess
import venv
from pathlib import Path


def steps(file: Path) -> list[tuple[str, str]]:
    """(instruction, what it is told), lines that go on joined."""
    text = file.read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [tuple(line.split(maxsplit=1)) for line in lines]


class Image:
    """What `build` leaves: the folder `root`, in which Python is a virtual environment of its own; the
    environment `env` and the working directory `place` of what runs in it; whose it is and its command."""

    def __init__(self, root: Path, sources: Path):
        self.root, self.sources, self.place, self.user, self.command = root, sources, root, "", []
        self.env = {"PATH": f"{root}/python/bin:/usr/bin:/bin", "HOME": "/nonexistent"}

    def build(self, file: Path):
        for name, told in steps(file):
            getattr(self, f"do_{name.lower()}")(told)
        return self

    def do_from(self, image):
        assert image.partition(":")[0].endswith("/python")
        venv.create(self.root / "python", with_pip=True, symlinks=True)

    def do_env(self, told):
        self.env |= dict(word.split("=", 1) for word in shlex.split(told))

    def do_workdir(self, told):
        self.place = self.root / told.lstrip("/")
        self.place.mkdir(parents=True)

    def do_copy(self, told):
        *sources, to = shlex.split(told)
        for source in (self.sources / name for name in sources):
            if source.is_dir():
                shutil.copytree(source, self.place / to, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, self.place / to)

    def do_run(self, told):
        # Where packages come from is this machine's to say.
        index = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        subprocess.run(["/bin/sh", "-ec", told], cwd=self.place, env={**index, **self.env}, check=True)

    def do_user(self, told):
        self.user = told

    def do_expose(self, told):
        assert told == "8000"

    def do_cmd(self, told):
        self.command = json.loads(told)
