"""Moves all data of a site into another, empty database."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models, transaction

from ...models import Event
from ...queries.history.cache import load_history_with_log
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from .databases import NEW, OLD, is_migrated, open_databases, using_database

# `migrate` fills these tables; their rows are replaced by the old ones with the old ids.
FILLED_BY_MIGRATE = {ContentType, Permission}
# Rows per chunk; the smaller one for tables whose rows may hold a whole event.
CHUNK_ROWS, LARGE_CHUNK_ROWS = 2000, 20
LARGE_FIELDS = (models.TextField, models.JSONField)


@dataclass(frozen=True)
class MoveSummary:
    """Number of rows by table, and number of events compared."""

    rows: dict[str, int]
    events: int


def move_to(address: str) -> MoveSummary:
    """Copy all rows, accounts and sessions included, into the empty database at `address`, and compare.

    It runs in one transaction, without blocking the site. Raises RuleViolation, with nothing moved, for an
    invalid address, a database with rows, an unmigrated site, and if an event changed before the end.
    """
    with open_databases(address), database_errors_as_violations():
        check_ready()
        call_command("migrate", database=NEW, verbosity=0)
        with transaction.atomic(using=OLD), transaction.atomic(using=NEW):
            ContentType.objects.using(NEW).all().delete()
            for model in tables():
                copy_table(model)
            reset_sequences()
            summary = compare_databases()
            check_unchanged()
        ContentType.objects.clear_cache()
        return summary


def tables() -> list[type[models.Model]]:
    """Return every model with a table, including automatic many-to-many ones."""
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    ]


@contextmanager
def database_errors_as_violations():
    try:
        yield
    except DatabaseError as problem:
        raise RuleViolation(
            _("Nothing was copied. The database reports: {problem}"), problem=problem
        ) from None


def check_ready():
    """Raise RuleViolation if the site is not migrated, or the new database has rows."""
    if not is_migrated(connections[OLD]):
        raise RuleViolation(
            _("This site’s database is from an older release. Run `manage.py migrate` first.")
        )
    existing = set(connections[NEW].introspection.table_names())
    for model in tables():
        table = model._meta.db_table
        if table in existing and model not in FILLED_BY_MIGRATE and model._base_manager.using(NEW).exists():
            text = _("The new database isn’t empty: {table} has rows. Use an empty database.")
            raise RuleViolation(text, table=table)


def rows_of(model, using: str) -> Iterator[tuple]:
    """Yield every row as column values, in chunks."""
    names = [field.attname for field in model._meta.concrete_fields]
    rows = model._base_manager.using(using).order_by("pk").values_list(*names)
    return rows.iterator(chunk_size=chunk_rows(model))


def chunk_rows(model) -> int:
    has_large_field = any(isinstance(field, LARGE_FIELDS) for field in model._meta.concrete_fields)
    return LARGE_CHUNK_ROWS if has_large_field else CHUNK_ROWS


def copy_table(model):
    """Copy the rows by SQL: a model's `save` would set some timestamps anew."""
    new, fields = connections[NEW], model._meta.concrete_fields
    quote, placeholders = new.ops.quote_name, ", ".join(["%s"] * len(fields))
    columns = ", ".join(quote(field.column) for field in fields)
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({placeholders})"
    rows = rows_of(model, OLD)
    with new.cursor() as cursor:
        while chunk := list(islice(rows, chunk_rows(model))):
            values = [
                [field.get_db_prep_save(value, new) for field, value in zip(fields, row, strict=True)]
                for row in chunk
            ]
            cursor.executemany(sql, values)


def reset_sequences():
    """Continue the numbering of new rows after the last one copied."""
    with connections[NEW].cursor() as cursor:
        for sql in connections[NEW].ops.sequence_reset_sql(no_style(), tables()):
            cursor.execute(sql)


def compare_databases() -> MoveSummary:
    """Return what was copied. RuleViolation if a table or an event's file differs."""
    row_counts = {}
    for model in tables():
        table, digest = model._meta.db_table, table_digest(model, OLD)
        if table_digest(model, NEW) != digest:
            text = _("{table} is different in the new database, so nothing was copied.")
            raise RuleViolation(text, table=table)
        row_counts[table] = digest[0]
    events = list(Event.objects.using(OLD).order_by("pk").values_list("pk", "slug"))
    for pk, slug in events:
        if file_of(pk, OLD) != file_of(pk, NEW):
            text = _("{slug} is different in the new database, so nothing was copied.")
            raise RuleViolation(text, slug=slug)
    return MoveSummary(row_counts, len(events))


def table_digest(model, using: str) -> tuple[int, int]:
    """Return (number of rows, sum of their hashes), independent of their order."""
    count = total = 0
    for row in rows_of(model, using):
        text = json.dumps(row, default=str, sort_keys=True)
        count, total = count + 1, total + int.from_bytes(sha256(text.encode()).digest())
    return count, total


def file_of(pk: int, using: str) -> str:
    with using_database(using):
        return event_file.text(load_history_with_log(Event.objects.get(pk=pk)))


def check_unchanged():
    """Raise RuleViolation if an event changed since the copy began."""
    copied, current = (
        set(Event.objects.using(alias).values_list("pk", "version")) for alias in (OLD, DEFAULT_DB_ALIAS)
    )
    if copied != current:
        text = _("An event changed during the copy, so nothing was copied. Stop the site and try again.")
        raise RuleViolation(text)
