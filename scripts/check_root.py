"""Check that the repository's root has only the files and folders listed here (`make check`)."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXPECTED = {
    *(".ci", "config", "deploy", "docs", "scripts", "static", "templates", "tests", "tournaments"),
    *("CHANGELOG.md", "LICENSE", "Makefile", "README.md", "pyproject.toml", "requirements.txt"),
    *("gunicorn.conf.py", "manage.py", ".dockerignore", ".editorconfig", ".git", ".gitignore"),
    # Made by commands, and ignored by git.
    *(".venv", ".env", "data", "staticfiles", "__pycache__"),
    *(".hypothesis", ".import_linter_cache", ".pytest_cache", ".ruff_cache"),
}


def find_unexpected(root: Path = ROOT) -> list[str]:
    """Return the names of the unexpected files and folders."""
    return sorted({path.name for path in root.iterdir()} - EXPECTED)


if __name__ == "__main__":
    unexpected = find_unexpected()
    for name in unexpected:
        print(f"{name} is not expected at the root: remove it, or list it in scripts/check_root.py.")
    sys.exit(bool(unexpected))
