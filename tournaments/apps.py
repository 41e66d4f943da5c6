"""The app, and its check that the database is durable."""

from django.apps import AppConfig
from django.core import checks
from django.db import connections

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
