"""A copy of the whole database while it is running."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

from ...rules.errors import RuleViolation, _
from .secret_files import new_file


def copy_database(to: Path):
    """Copy the SQLite database, as it is at one moment, into a new file; whoever writes meanwhile goes on.

    RuleViolation where the file is there already, and for other databases, whose own tools do it.
    """
    if connection.vendor != "sqlite":
        told = connection.settings_dict
        words = _(
            "This is {vendor}: pg_dump --format=custom --file={file} --host={host} --username={user} {name}"
        )
        raise RuleViolation(
            words,
            vendor=connection.vendor,
            file=to,
            host=told["HOST"] or "localhost",
            user=told["USER"],
            name=told["NAME"],
        )
    # A connection of its own: the site's may be in the middle of something.
    with (
        new_file(to),
        closing(sqlite3.connect(connection.settings_dict["NAME"])) as running,
        closing(sqlite3.connect(to)) as copy,
    ):
        # All pages in one step: a read of one moment, which a WAL lets go on beside those who write.
        running.backup(copy)
        (said,) = copy.execute("PRAGMA integrity_check").fetchone()
        if said != "ok":
            raise RuleViolation(_("The copy is damaged: {said}"), said=said)
