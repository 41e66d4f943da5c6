"""Connections to the site's database as of one moment, and to a second database."""

import errno
import os
import tempfile
from contextlib import contextmanager
from pathlib import Path

import environ
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import load_backend

from ...rules.errors import RuleViolation, _

OLD, NEW = "old", "new"
# What an SQLite database needs to go on for a while.
MIN_FREE_BYTES = 2**20
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


def probe_disk(file: Path):
    """Raise OSError if an SQLite database in this file cannot be written, or its disk is full.

    The file itself must not be opened: closing it would drop the locks by which this process's connections
    keep the write-ahead log from being deleted (sqlite.org/howtocorrupt.html, section 2.2).
    """
    with tempfile.TemporaryFile(dir=file.parent) as probe:
        probe.write(bytes(MIN_FREE_BYTES))
    if file.exists() and not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))


def is_migrated(connection) -> bool:
    """Return whether every migration of this release is applied."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


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
