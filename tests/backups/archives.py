"""Makes and alters backups for tests."""

import io
import json
import zipfile

from tournaments.log.actions import backups


def backup_of(*slugs) -> dict[str, str]:
    """Return {name: text} of the files in a backup of these events."""
    with io.BytesIO() as file:
        file.writelines(backups.stream_backup(slugs))
        with zipfile.ZipFile(file) as archive:
            return {name: archive.read(name).decode() for name in archive.namelist()}


def make_zip(files: dict[str, str | bytes], compression=zipfile.ZIP_DEFLATED) -> io.BytesIO:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return file


def with_extras(files: dict[str, str], slug: str, /, **changed) -> dict[str, str]:
    """Return the backup with changed values in addition to the event's file."""
    name = f"{slug}/beside.json"
    return files | {name: json.dumps(json.loads(files[name]) | changed)}
