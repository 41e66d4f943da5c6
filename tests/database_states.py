"""States of the database that many tests begin with: built once, then put back row for row."""

from functools import wraps
from operator import itemgetter

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.management.color import no_style
from django.db import connection, models, transaction

from tournaments.models import Event
from tournaments.queries.history.cache import _history_cache as histories

BUILT = {}
NUMBERED = [*apps.get_app_config("tournaments").get_models(), get_user_model()]


def kept(build):
    """`build`, which gives an event: called again over the same rows it puts back what it made of them.

    It writes rows of the app `tournaments` alone, and does the same whenever it is told the same.
    """

    @wraps(build)
    def built(*args, **more):
        reset_sequences()
        before = rows()
        key = (build, *map(named, args), *((name, named(value)) for name, value in more.items()), before)
        if key not in BUILT:
            event = build(*args, **more)
            BUILT[key] = event.pk, [pair for pair in zip(before, rows(), strict=True) if pair[0] != pair[1]]
            return event
        pk, changed = BUILT[key]
        put_back(changed)
        # The rows are others now, with the same versions.
        histories.clear()
        return Event.objects.get(pk=pk)

    return built


def named(value):
    return (value._meta.label, value.pk) if isinstance(value, models.Model) else repr(value)


def rows() -> tuple:
    """(table, its rows) for every table, a row's id first."""
    tables = [model._meta.db_table for model in apps.get_app_config("tournaments").get_models()]
    with connection.cursor() as cursor:
        return tuple((table, everything_in(cursor, table)) for table in tables)


def everything_in(cursor, table) -> tuple:
    cursor.execute(f"SELECT * FROM {table} ORDER BY id")
    return tuple(cursor.fetchall())


def put_back(changed):
    with transaction.atomic(), connection.cursor() as cursor:
        for (table, before), (_, after) in changed:
            gone = [row[:1] for row in set(before).difference(after)]
            cursor.executemany(f"DELETE FROM {table} WHERE id = %s", gone)
            new = sorted(set(after).difference(before), key=itemgetter(0))
            marks = ", ".join(["%s"] * len(after[0]))
            cursor.executemany(f"INSERT INTO {table} VALUES ({marks})", new)
    reset_sequences()


def reset_sequences():
    """Number new rows from the last one there; PostgreSQL would go on from those rolled back."""
    with connection.cursor() as cursor:
        if statements := connection.ops.sequence_reset_sql(no_style(), NUMBERED):
            cursor.execute("".join(statements))
