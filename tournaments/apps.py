"""The app, its check that the database is durable, and the copy before a migration."""

import sqlite3
from importlib import import_module
from pkgutil import walk_packages

from django.apps import AppConfig
from django.core import checks
from django.core.management import CommandError
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.signals import pre_migrate

# By vendor: query, and setting → values with which a confirmed action survives a power cut.
DURABLE = {
    "sqlite": ("PRAGMA {}", {"journal_mode": ("wal",), "synchronous": ("2", "3")}),
    "postgresql": (
        "SHOW {}",
        {
            "fsync": ("on",),
            "synchronous_commit": ("on", "local", "remote_write", "remote_apply"),
            "full_page_writes": ("on",),
        },
    ),
}


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self):
        checks.register(check_durability, checks.Tags.database)
        pre_migrate.connect(copy_before_migrations, sender=self)
        # So that the registry knows every action.
        for module in walk_packages(self.module.__path__, f"{self.name}."):
            if ".actions" in module.name:
                import_module(module.name)


def copy_before_migrations(plan, using, stdout=None, **_kwargs):
    """Copy the site's SQLite database before `migrate` changes it."""
    connection = connections[using]
    is_sites = using == DEFAULT_DB_ALIAS and connection.vendor == "sqlite"
    if not plan or not is_sites or not MigrationRecorder(connection).applied_migrations():
        return
    # Models are loaded after the app.
    from .log.actions.databases import copy_before
    from .rules.errors import RuleViolation

    pending = [migration for migration, _is_backwards in plan]
    first = next((migration for migration in pending if migration.app_label == "tournaments"), pending[0])
    try:
        copy = copy_before(first.name)
    except (RuleViolation, OSError, sqlite3.Error) as problem:
        text = "The database was not migrated, because it could not be copied first: {problem}"
        raise CommandError(text.format(problem=problem)) from None
    if stdout:
        stdout.write(f"The database was copied to {copy}.\n")


def check_durability(databases=None, **_kwargs):
    """Warn about database settings with which a power cut may lose confirmed actions (check --database)."""
    return [warning for alias in databases or () for warning in warnings_of(connections[alias])]


def warnings_of(connection):
    query, settings = DURABLE.get(connection.vendor, ("", {}))
    for name, good in settings.items():
        with connection.cursor() as cursor:
            cursor.execute(query.format(name))
            value = str(cursor.fetchone()[0])
        if value not in good:
            yield checks.Warning(
                f"The database says {name}={value}: what was confirmed may be gone after a power cut.",
                hint=f"Set {name} to {good[0]}.",
                id="topcut.W001",
            )
