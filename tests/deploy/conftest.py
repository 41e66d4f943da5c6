"""What Docker's own compose reads from deploy/compose.yaml."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.deploy import units

COMPOSE = Path(sys.executable).with_name("docker-compose")


def config(folder, *told):
    return subprocess.run(
        [COMPOSE, "--file", folder / "compose.yaml", "config", *told], capture_output=True, text=True
    )


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The files of deploy/ in a place of their own, the settings that are to be filled in filled in."""
    folder = tmp_path_factory.mktemp("site") / "deploy"
    shutil.copytree(settings.BASE_DIR / "deploy", folder)
    (folder.parent / "static").symlink_to(settings.BASE_DIR / "static")
    told = units.example() | {"SECRET_KEY": "x" * 60, "POSTGRES_PASSWORD": "p4ss"}
    (folder / ".env").write_text("".join(f"{name}={value}\n" for name, value in told.items()))
    return folder


@pytest.fixture(scope="session")
def services(folder):
    done = config(folder, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)["services"]
