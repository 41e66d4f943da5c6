"""The site's database as it is at one moment, and another one beside it."""

from contextlib import contextmanager
from pathlib import Path

import environ
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import load_backend

from ...rules.errors import RuleViolation, _

OLD, NEW = "old", "new"
KNOWN = ("sqlite", "postgres", "postgresql")


def one_moment(vendor: str) -> dict:
    """Options with which a transaction reads what was there when it began, and holds up nobody who writes."""
    if vendor == "sqlite":
        return {"transaction_mode": "DEFERRED"}
    from psycopg import IsolationLevel

    return {"isolation_level": IsolationLevel.REPEATABLE_READ}


@contextmanager
def opened(address: str):
    """The aliases OLD, the site's database, and NEW, the one at `address`.

    RuleViolation where there is none at this address, or it is the site's own.
    """
    site, new = connections[DEFAULT_DB_ALIAS], told_of(address)
    old = {**site.settings_dict, "OPTIONS": {**site.settings_dict["OPTIONS"], **one_moment(site.vendor)}}
    if where(old) == where(new):
        raise RuleViolation(_("This is the site's own database: name another one."))
    try:
        for alias, told in ((OLD, old), (NEW, new)):
            connections[alias] = alone(alias, told)
        try:
            connections[NEW].ensure_connection()
        except DatabaseError as problem:
            raise RuleViolation(_("The new database cannot be used: {problem}"), problem=problem) from None
        yield
    finally:
        for alias in (OLD, NEW):
            connections[alias].close()
            del connections[alias]


def alone(alias: str, told: dict):
    """One connection to this database, from no pool."""
    options = {key: value for key, value in told["OPTIONS"].items() if key != "pool"}
    whole = connections.configure_settings({DEFAULT_DB_ALIAS: {**told, "OPTIONS": options}})
    return load_backend(told["ENGINE"]).DatabaseWrapper(whole[DEFAULT_DB_ALIAS], alias)


def is_migrated(connection) -> bool:
    """Whether every migration of this release is applied there."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


@contextmanager
def looking_at(alias: str):
    """What is asked of the site's database is asked of this one."""
    site = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connections[alias]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = site


def told_of(address: str) -> dict:
    """Django's settings of a database. RuleViolation for what is no address of one."""
    try:
        told = environ.Env.db_url_config(address) if address.partition(":")[0] in KNOWN else {}
    except (ValueError, environ.ImproperlyConfigured):
        told = {}
    if told.get("NAME", "") in ("", ":memory:"):
        words = _("No database has this address; one is postgresql://user:password@host/name.")
        raise RuleViolation(words)
    return {"OPTIONS": {}, **told}


def where(told: dict) -> tuple:
    """What two settings of one database have alike."""
    if "sqlite" in told["ENGINE"]:
        return (Path(told["NAME"]).resolve(),)
    named = {"HOST": "host", "PORT": "port", "NAME": "dbname"}
    return tuple(str(told["OPTIONS"].get(option) or told[name]) for name, option in named.items())
