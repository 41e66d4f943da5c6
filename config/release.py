"""The version of the program, and the release: the version with a hash of the code's own content."""

import tomllib
from hashlib import sha256
from pathlib import Path

FOLDERS = ("config", "locale", "static", "templates", "tournaments")
FILES = ("pyproject.toml", "requirements.txt")


def read_version(base: Path) -> str:
    """Return the version, which only pyproject.toml names."""
    return tomllib.loads((base / "pyproject.toml").read_text())["project"]["version"]


def read_release(base: Path) -> str:
    """Return a name that changes with every change of code, templates and static files.

    Caches, ETags and the service worker use it, so that nothing of another release is shown.
    """
    code = sha256()
    files = [path for folder in FOLDERS for path in (base / folder).rglob("*") if is_code(path)]
    for path in sorted([*files, *(base / name for name in FILES)]):
        content = sha256(path.read_bytes()).hexdigest()
        code.update(f"{path.relative_to(base).as_posix()} {content}\n".encode())
    return f"{read_version(base)}-{code.hexdigest()[:12]}"


def is_code(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
