"""Database states with which many tests begin: built once, then restored row by row."""

from functools import wraps
from itertools import chain
from operator import itemgetter

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django_tasks_db.models import DBTaskResult

from tests.support import chance
from tournaments.desk.views.table_rows import _rendered_lists
from tournaments.history.cache import _history_cache
from tournaments.models import Event
from tournaments.results.pages.built_tables import _built_rounds

STATES = {}
# So that their values are below the number that SQLite takes in one statement.
ROWS_PER_INSERT = 400
MODELS = list(apps.get_app_config("tournaments").get_models())
WITH_TASKS = [*MODELS, DBTaskResult]
NUMBERED = [*MODELS, get_user_model()]


def cached_state(build):
    """Decorate a function that builds an event: called again over the same rows, restore its result.

    The function writes only rows of the app `tournaments` and tasks, and depends only on its arguments.
    """

    @wraps(build)
    def build_or_restore(*args, **kwargs):
        before = rows(WITH_TASKS)
        key = (build, *map(key_of, args), *((name, key_of(value)) for name, value in kwargs.items()), before)
        if key not in STATES:
            reset_sequences()
            # The same secrets, whichever test builds it.
            with chance.seeded(
                build.__qualname__, *map(repr, key[1:-1]), str(sum(len(r) for _, r in before))
            ):
                event = build(*args, **kwargs)
            STATES[key] = (
                event.pk,
                [pair for pair in zip(before, rows(WITH_TASKS), strict=True) if pair[0] != pair[1]],
            )
            return event
        pk, changed = STATES[key]
        restore(changed)
        # The rows have changed under the same versions.
        _history_cache.clear()
        return Event.objects.get(pk=pk)

    return build_or_restore


def key_of(value):
    """Return what a state depends on: of a row also its text, such as the account's name in the log."""
    return (value._meta.label, value.pk, str(value)) if isinstance(value, models.Model) else repr(value)


def rows(models=MODELS) -> tuple:
    """Return (table, its rows by id) for each model; the id is the first value of a row."""
    tables = [model._meta.db_table for model in models]
    # Most are empty: one query finds those, because each takes PostgreSQL longer than it does SQLite.
    are_filled = ", ".join(f"EXISTS (SELECT 1 FROM {table})" for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {are_filled}")
        return tuple(
            (table, select_all(cursor, table) if is_filled else ())
            for table, is_filled in zip(tables, cursor.fetchone(), strict=True)
        )


def select_all(cursor, table) -> tuple:
    cursor.execute(f"SELECT * FROM {table} ORDER BY id")
    return tuple(cursor.fetchall())


def restore(changed):
    with transaction.atomic(), connection.cursor() as cursor:
        for (table, before), (_, after) in changed:
            removed_ids = [row[:1] for row in set(before).difference(after)]
            cursor.executemany(f"DELETE FROM {table} WHERE id = %s", removed_ids)
            added = sorted(set(after).difference(before), key=itemgetter(0))
            for start in range(0, len(added), ROWS_PER_INSERT):
                some = added[start : start + ROWS_PER_INSERT]
                placeholders = ", ".join([f"({', '.join(['%s'] * len(some[0]))})"] * len(some))
                cursor.execute(f"INSERT INTO {table} VALUES {placeholders}", [*chain(*some)])
    reset_sequences()


def reset_sequences():
    """Number new rows from the last existing one; PostgreSQL would also count rows rolled back."""
    with connection.cursor() as cursor:
        if statements := connection.ops.sequence_reset_sql(no_style(), NUMBERED):
            cursor.execute("".join(statements))


def clear_caches():
    """Clear what a process that has just started, with an empty cache, does not have."""
    for cache in (*caches.all(), _history_cache, _built_rounds, _rendered_lists):
        cache.clear()
