"""Backups for tests, and how they are altered."""

import io
import json
import zipfile

from tournaments.actions.log import backups


def backup_of(*slugs) -> dict[str, str]:
    """{name: text} of the backup of these events."""
    with io.BytesIO() as file:
        backups.back_up(slugs, file)
        with zipfile.ZipFile(file) as packed:
            return {name: packed.read(name).decode() for name in packed.namelist()}


def packed(files: dict[str, str | bytes], how=zipfile.ZIP_DEFLATED) -> io.BytesIO:
    """These files as a zip."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as zipped:
        for name, text in files.items():
            zipped.writestr(name, text)
    return file


def with_beside(files: dict[str, str], slug: str, /, **changed) -> dict[str, str]:
    """The same backup with other things beside the event's file."""
    name = f"{slug}/beside.json"
    return files | {name: json.dumps(json.loads(files[name]) | changed)}
