"""All that a site keeps, moved from its database into another that is empty."""

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
from ...queries.history.cache import history_with_log
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from .databases import NEW, OLD, is_migrated, looking_at, opened

# `migrate` fills them itself; what they hold is put there again under the old numbers.
MADE = {ContentType, Permission}
# So many rows at once; of tables whose rows may hold a whole event, so many.
MANY, FEW = 2000, 20
LONG = (models.TextField, models.JSONField)


@dataclass(frozen=True)
class Moved:
    """How many rows each table has now, by its name, and how many events were compared."""

    rows: dict[str, int]
    events: int


def move_to(address: str) -> Moved:
    """Copy every row of every table, accounts and sessions too, into the empty database at `address`, in one
    transaction, and compare what came of it; whoever uses the site meanwhile goes on.

    RuleViolation, with nothing moved, for an address that is none, a database that has rows, a site that was
    not migrated, and where an event changed before the end.
    """
    with opened(address), in_words():
        refuse_unready()
        call_command("migrate", database=NEW, verbosity=0)
        with transaction.atomic(using=OLD), transaction.atomic(using=NEW):
            ContentType.objects.using(NEW).all().delete()
            for model in tables():
                copy(model)
            number_on()
            moved = compared()
            refuse_changed()
        ContentType.objects.clear_cache()
        return moved


def tables() -> list[type[models.Model]]:
    """Every model that has a table, those between two others included."""
    return [
        one for one in apps.get_models(include_auto_created=True) if one._meta.managed and not one._meta.proxy
    ]


@contextmanager
def in_words():
    try:
        yield
    except DatabaseError as problem:
        words = _("Nothing was moved; the database says: {problem}")
        raise RuleViolation(words, problem=problem) from None


def refuse_unready():
    if not is_migrated(connections[OLD]):
        raise RuleViolation(_("This site's database is of an older release: `manage.py migrate` first."))
    there = set(connections[NEW].introspection.table_names())
    for model in tables():
        table = model._meta.db_table
        if table in there and model not in MADE and model._base_manager.using(NEW).exists():
            words = _("The new database is not empty, {table} has rows: make another one.")
            raise RuleViolation(words, table=table)


def rows_of(model, using: str) -> Iterator[tuple]:
    """Every row as values of its columns, a few at a time."""
    names = [field.attname for field in model._meta.concrete_fields]
    rows = model._base_manager.using(using).order_by("pk").values_list(*names)
    return rows.iterator(chunk_size=at_once(model))


def at_once(model) -> int:
    return FEW if any(isinstance(field, LONG) for field in model._meta.concrete_fields) else MANY


def copy(model):
    """Write the rows as they are: a model's own `save` would set some of their moments anew."""
    new, fields = connections[NEW], model._meta.concrete_fields
    quoted, marks = new.ops.quote_name, ", ".join(["%s"] * len(fields))
    columns = ", ".join(quoted(field.column) for field in fields)
    sql = f"INSERT INTO {quoted(model._meta.db_table)} ({columns}) VALUES ({marks})"
    rows = rows_of(model, OLD)
    with new.cursor() as cursor:
        while some := list(islice(rows, at_once(model))):
            cursor.executemany(
                sql,
                [
                    [field.get_db_prep_save(value, new) for field, value in zip(fields, row, strict=True)]
                    for row in some
                ],
            )


def number_on():
    """New rows are numbered on from the last one that was moved."""
    with connections[NEW].cursor() as cursor:
        for sql in connections[NEW].ops.sequence_reset_sql(no_style(), tables()):
            cursor.execute(sql)


def compared() -> Moved:
    """What stands in both databases. RuleViolation where a row of a table, or an event's file, differs."""
    rows = {}
    for model in tables():
        table = model._meta.db_table
        (rows[table], old), new = (summed(model, using) for using in (OLD, NEW))
        if new != (rows[table], old):
            words = _("{table} does not read the same from the new database, so nothing was moved.")
            raise RuleViolation(words, table=table)
    events = list(Event.objects.using(OLD).order_by("pk").values_list("pk", "slug"))
    for pk, slug in events:
        if file_of(pk, OLD) != file_of(pk, NEW):
            words = _("{slug} does not read the same from the new database, so nothing was moved.")
            raise RuleViolation(words, slug=slug)
    return Moved(rows, len(events))


def summed(model, using: str) -> tuple[int, int]:
    """(number of rows, sum of their hashes): the order in which a database gives them does not count."""
    count = total = 0
    for row in rows_of(model, using):
        told = json.dumps(row, default=str, sort_keys=True)
        count, total = count + 1, total + int.from_bytes(sha256(told.encode()).digest())
    return count, total


def file_of(pk: int, using: str) -> str:
    with looking_at(using):
        return event_file.text(history_with_log(Event.objects.get(pk=pk)))


def refuse_changed():
    then, now = (
        set(Event.objects.using(which).values_list("pk", "version")) for which in (OLD, DEFAULT_DB_ALIAS)
    )
    if then != now:
        words = _("An event was changed meanwhile, so nothing was moved: stop the site and do it again.")
        raise RuleViolation(words)
