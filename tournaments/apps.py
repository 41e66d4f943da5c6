"""The one app, and what it asks of the database it is given."""

from django.apps import AppConfig
from django.core import checks
from django.db import connections

# What outlives a power cut: setting → the values with which a confirmed action is on the disk.
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
        checks.register(durable, checks.Tags.database)


def durable(databases=None, **_more):
    """A warning for each setting of a live connection with which a power cut may lose what was confirmed;
    `migrate` shows them, and `check --database default`."""
    return [warning for alias in databases or () for warning in warnings_of(connections[alias])]


def warnings_of(connection):
    ask, wanted = DURABLE.get(connection.vendor, ("", {}))
    for name, good in wanted.items():
        with connection.cursor() as cursor:
            cursor.execute(ask.format(name))
            said = str(cursor.fetchone()[0])
        if said not in good:
            yield checks.Warning(
                f"The database says {name}={said}: what was confirmed may be gone after a power cut.",
                hint=f"Set {name} to {good[0]}.",
                id="topcut.W001",
            )
