"""Copies the whole database while the site is running."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection
from django.utils import timezone

from ...rules.errors import RuleViolation, _
from .secret_files import create_secret_file


def copy_before(migration: str) -> Path:
    """Copy the SQLite database before a migration of this name; return the new file beside it."""
    file = Path(connection.settings_dict["NAME"])
    copy = file.with_name(f"{file.stem}-before-{migration}-{timezone.now():%Y%m%d-%H%M%S}{file.suffix}")
    copy_database(copy)
    return copy


def copy_database(to: Path):
    """Copy the SQLite database, as of one moment, into a new file without blocking writers.

    Raises RuleViolation if the file exists, and for other databases, which have their own tools.
    """
    if connection.vendor != "sqlite":
        database = connection.settings_dict
        text = _(
            "This is {vendor}: pg_dump --format=custom --file={file} --host={host} --username={user} {name}"
        )
        names = {"user": database["USER"], "name": database["NAME"], "host": database["HOST"] or "localhost"}
        raise RuleViolation(text, vendor=connection.vendor, file=to, **names)
    # A separate connection: the site's may be inside a transaction.
    with (
        create_secret_file(to) as file,
        closing(sqlite3.connect(connection.settings_dict["NAME"])) as running,
        closing(sqlite3.connect(file.name)) as copy,
    ):
        # All pages in one step is one read transaction, which in WAL mode does not block writers.
        running.backup(copy)
        (outcome,) = copy.execute("PRAGMA integrity_check").fetchone()
        if outcome != "ok":
            raise RuleViolation(_("The copy is damaged: {said}"), said=outcome)
