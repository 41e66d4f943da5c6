"""The units of deploy/systemd, as this machine can carry them out: its own paths in place of a server's."""

import shlex
from configparser import RawConfigParser
from pathlib import Path

from django.conf import settings

THERE = "/srv/topcut"
UNITS = settings.BASE_DIR / "deploy" / "systemd"


def written_to(folder: Path) -> list[Path]:
    """The units for a Topcut that lies here."""
    for unit in UNITS.iterdir():
        (folder / unit.name).write_text(here(unit.read_text()))
    return sorted(folder.iterdir())


def here(text: str) -> str:
    python = settings.BASE_DIR / ".venv"
    return text.replace(f"{THERE}/.venv", str(python)).replace(THERE, str(settings.BASE_DIR))


def command(key: str) -> list[str]:
    """That of the service under this key."""
    read = RawConfigParser(strict=False)
    read.read_string(here((UNITS / "topcut.service").read_text()))
    return shlex.split(read["Service"][key])


def example() -> dict[str, str]:
    """The settings of deploy/topcut.env.example."""
    lines = (settings.BASE_DIR / "deploy" / "topcut.env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
