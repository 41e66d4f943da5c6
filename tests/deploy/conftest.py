"""Fixtures: deploy/compose.yaml as Docker Compose reads it."""

import json
import shutil

import pytest
from django.conf import settings

from tests.deploy import units
from tests.deploy.units import config


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A copy of deploy/ with all settings filled in."""
    folder = tmp_path_factory.mktemp("site") / "deploy"
    shutil.copytree(settings.BASE_DIR / "deploy", folder)
    (folder.parent / "static").symlink_to(settings.BASE_DIR / "static")
    variables = units.example() | {"SECRET_KEY": "x" * 60, "POSTGRES_PASSWORD": "p4ss"}
    (folder / ".env").write_text("".join(f"{name}={value}\n" for name, value in variables.items()))
    return folder


@pytest.fixture(scope="session")
def services(folder):
    process = config(folder, "--format", "json")
    assert (process.returncode, process.stderr) == (0, "")
    return json.loads(process.stdout)["services"]
