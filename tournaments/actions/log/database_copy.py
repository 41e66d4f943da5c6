"""Copies the whole database while the site is running."""

import os
import re
import sqlite3
import subprocess
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from django.db import connection
from django.utils import timezone

from ...rules.errors import RuleViolation, _
from .secret_files import create_secret_file

# Copies before migrations are deleted after this time: they hold contact data.
KEEP_DAYS = 30


def copy_before(migration: str) -> Path:
    """Copy the SQLite database before a migration of this name; return the new file beside it."""
    file = Path(connection.settings_dict["NAME"])
    copy = file.with_name(f"{file.stem}-before-{migration}-{timezone.now():%Y%m%d-%H%M%S}{file.suffix}")
    copy_database(copy)
    return copy


def delete_old_copies(now: datetime):
    """Delete copies made before migrations, and parts of them, 30 days after they were made."""
    if connection.vendor != "sqlite":
        return
    file = Path(connection.settings_dict["NAME"])
    stem, suffix = re.escape(file.stem), re.escape(file.suffix)
    name = re.compile(rf"\.?{stem}-before-\w+-\d{{8}}-\d{{6}}{suffix}(\.\w+\.part)?")
    oldest = (now - timedelta(days=KEEP_DAYS)).timestamp()
    for path in file.parent.iterdir():
        if name.fullmatch(path.name) and path.stat().st_mtime < oldest:
            path.unlink(missing_ok=True)


def copy_database(to: Path):
    """Copy the database, as of one moment, into a new file without blocking writers.

    Raises RuleViolation if the file exists or the copy fails.
    """
    if connection.vendor == "postgresql":
        dump_postgresql(to)
        return
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
            raise RuleViolation(_("The copy is damaged: {output}"), output=outcome)


def dump_postgresql(to: Path):
    """Write a dump for pg_restore."""
    with create_secret_file(to) as file:
        try:
            done = subprocess.run(
                ["pg_dump", "--format=custom"],
                stdout=file,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, **libpq_variables()},
            )
        except FileNotFoundError:
            raise RuleViolation(_("pg_dump is not installed (Debian’s package postgresql-client).")) from None
        if done.returncode:
            raise RuleViolation(_("pg_dump failed: {output}"), output=" ".join(done.stderr.split()))


def libpq_variables() -> dict[str, str]:
    """Return the site's connection as PostgreSQL's programs read it from their environment.

    Other users of the machine can read a program's arguments, but not these.
    """
    from psycopg.pq import Conninfo

    options = {option.keyword.decode(): option for option in Conninfo.get_defaults() if option.envvar}
    parameters = connection.get_connection_params().items()
    return {options[name].envvar.decode(): str(value) for name, value in parameters if name in options}
