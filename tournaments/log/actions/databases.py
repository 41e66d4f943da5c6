"""Copies of a whole database."""

import os
import re
import sqlite3
import subprocess
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile

import environ
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.utils import load_backend
from django.utils import timezone

from ...rules.errors import RuleViolation, _

OLD, NEW = "old", "new"
URL_SCHEMES = ("sqlite", "postgres", "postgresql")


def snapshot_options(vendor: str) -> dict:
    """Return the options for a transaction that reads one snapshot without blocking writers."""
    if vendor == "sqlite":
        return {"transaction_mode": "DEFERRED"}
    from psycopg import IsolationLevel

    return {"isolation_level": IsolationLevel.REPEATABLE_READ}


@contextmanager
def open_databases(address: str):
    """Open the aliases OLD, the site's database, and NEW, the one at `address`.

    Raises RuleViolation for an address without a database, and for the site's own.
    """
    site, new = connections[DEFAULT_DB_ALIAS], database_settings(address)
    options = {**site.settings_dict["OPTIONS"], **snapshot_options(site.vendor)}
    old = {**site.settings_dict, "OPTIONS": options}
    if identity(old) == identity(new):
        raise RuleViolation(_("This is the site’s own database. Choose another one."))
    try:
        for alias, database in ((OLD, old), (NEW, new)):
            connections[alias] = single_connection(alias, database)
        try:
            connections[NEW].ensure_connection()
        except DatabaseError as problem:
            raise RuleViolation(_("The new database can’t be used: {problem}"), problem=problem) from None
        yield
    finally:
        for alias in (OLD, NEW):
            connections[alias].close()
            del connections[alias]


def single_connection(alias: str, database: dict):
    """Return a single connection to this database, outside any pool."""
    options = {key: value for key, value in database["OPTIONS"].items() if key != "pool"}
    configured = connections.configure_settings({DEFAULT_DB_ALIAS: {**database, "OPTIONS": options}})
    return load_backend(database["ENGINE"]).DatabaseWrapper(configured[DEFAULT_DB_ALIAS], alias)


@contextmanager
def using_database(alias: str):
    """Redirect queries for the site's database to this alias."""
    site = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connections[alias]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = site


def database_settings(address: str) -> dict:
    """Return Django's settings of a database. RuleViolation for an invalid address."""
    try:
        database = environ.Env.db_url_config(address) if address.partition(":")[0] in URL_SCHEMES else {}
    except (ValueError, environ.ImproperlyConfigured):
        database = {}
    if database.get("NAME", "") in ("", ":memory:"):
        raise RuleViolation(
            _("This isn’t a database address. Example: postgresql://user:password@host/name.")
        )
    return {"OPTIONS": {}, **database}


def identity(database: dict) -> tuple:
    """Return the settings that identify a database."""
    if "sqlite" in database["ENGINE"]:
        return (Path(database["NAME"]).resolve(),)
    named = {"HOST": "host", "PORT": "port", "NAME": "dbname"}
    return tuple(str(database["OPTIONS"].get(option) or database[name]) for name, option in named.items())


@contextmanager
def create_secret_file(path: Path):
    """Open a file for writing that gets the name `path` once it is complete and on the disk.

    Until then it lies beside it under a name that ends in “.part”, which a killed process leaves behind.
    Raises RuleViolation if `path` exists or cannot be created.
    """
    refuse_existing(path)
    try:
        part = NamedTemporaryFile(  # noqa: SIM115
            dir=path.parent, prefix=f".{path.name}.", suffix=".part", delete=False
        )
    except OSError as problem:
        raise RuleViolation(_("{file}: {problem}"), file=path, problem=problem.strerror) from None
    try:
        with part as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        refuse_existing(path)
        Path(part.name).rename(path)
    except BaseException:
        Path(part.name).unlink(missing_ok=True)
        raise
    flush_folder(path.parent)


def refuse_existing(path: Path):
    if path.exists():
        raise RuleViolation(_("{file} already exists. Choose another name."), file=path)


def flush_folder(folder: Path):
    """Write the names of a folder's files to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_private(path: Path):
    """Let only its owner read the file or folder. A missing file is created."""
    with suppress(OSError):
        if path.is_dir():
            path.chmod(0o700)
            return
        path.touch(mode=0o600)
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            with suppress(FileNotFoundError):
                path.with_name(name).chmod(0o600)


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
