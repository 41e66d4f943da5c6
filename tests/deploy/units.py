"""The units of deploy/systemd with the paths of this machine."""

import shlex
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path

from django.conf import settings

SERVER_FOLDER = "/srv/topcut/current"
UNITS = settings.BASE_DIR / "deploy" / "systemd"


def write_units(folder: Path):
    """Write the units, with their drop-ins, for a Topcut that is installed here."""
    for unit in UNITS.rglob("*.*"):
        if unit.is_file():
            path = folder / unit.relative_to(UNITS)
            path.parent.mkdir(exist_ok=True)
            path.write_text(localise(unit.read_text()))


def localise(text: str) -> str:
    python = settings.BASE_DIR / ".venv"
    return text.replace(f"{SERVER_FOLDER}/.venv", str(python)).replace(SERVER_FOLDER, str(settings.BASE_DIR))


def read_service(name: str) -> dict[str, str]:
    """Return the settings under [Service] of topcut@NAME, those of its drop-ins included."""
    parser = RawConfigParser(strict=False)
    parser.optionxform = str
    for path in (UNITS / "topcut@.service", *sorted(UNITS.glob(f"topcut@{name}.service.d/*.conf"))):
        parser.read_string(localise(path.read_text()))
    return dict(parser["Service"])


def command(key: str, service="desk") -> list[str]:
    """Return the command of a service under this key."""
    return shlex.split(read_service(service)[key])


def example() -> dict[str, str]:
    """Return the settings of deploy/topcut.env.example."""
    lines = (settings.BASE_DIR / "deploy" / "topcut.env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


COMPOSE = Path(sys.executable).with_name("docker-compose")


def config(folder, *arguments):
    return subprocess.run(
        [COMPOSE, "--file", folder / "compose.yaml", "config", *arguments], capture_output=True, text=True
    )
