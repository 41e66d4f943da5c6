"""Archives of events and sites, and moving to another database."""

import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import islice

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models, transaction
from django.db.models import Field, Model

from ...history.cache import load_latest_history
from ...history.load import add_log, read_players
from ...models import (
    DeckCheck,
    Event,
    Invitation,
    ListVersion,
    LogEntry,
    Mail,
    Message,
    Player,
    PublishedStandings,
    Registration,
    RestorePoint,
    ResultRevision,
    Staff,
)
from ...models.player import SECRET
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ...rules.event_file.fields import MAX_FILE_BYTES, check_sound, parse
from ...rules.log.event_parts import as_json
from ...web.durability import is_migrated
from .databases import NEW, OLD, open_databases, using_database
from .people_backups import write_links

FORMAT = "topcut-backup/1"
CONTENTS = "topcut-backup.json"
EVENT_FILE, EXTRAS, RESTORE_POINTS, LISTS = "event.json", "beside.json", "before", "lists"
# Who the players are: not in a backup that an organiser downloads.
LINKS = "people.json"
# Lists of players in one file.
LISTS_PER_FILE = 100


@dataclass(frozen=True)
class BackupTable:
    """A model whose rows the backup stores in addition to the event file.

    `event` is the lookup from a row to its event; `references` are columns stored as a name that identifies a
    row of another table; `excluded` are columns left out. What `holds_secrets` is left out of the backup that
    an organiser downloads.
    """

    model: type[Model]
    event: str = "event"
    references: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    holds_secrets: bool = False

    @property
    def fields(self) -> list[Field]:
        excluded = (self.model._meta.pk.name, "event", *self.references, *self.excluded)
        return [field for field in self.model._meta.concrete_fields if field.name not in excluded]

    def rows_of(self, event: Event):
        rows = self.model.objects.filter(**{self.event: event}).order_by("pk")
        # A long log has few accounts: one query for all of them is faster than a join for each line.
        rows = rows.prefetch_related("user") if "user" in self.references else rows
        paths = {"match": "match__round__phase"}
        return rows.select_related(*(paths.get(name, name) for name in self.references if name != "user"))

    def row_values(self, row: Model) -> dict:
        """Return a row's columns."""
        values = {field.name: field.value_from_object(row) for field in self.fields}
        return values | {name: REFERENCES[name](getattr(row, name)) for name in self.references}


# The columns of the log that the event file does not have.
LOG = BackupTable(
    LogEntry,
    references=("user",),
    excluded=("at", "who", "action", "sentence", "values", "changes", "source", "undoes"),
)
TABLES = {
    "staff": BackupTable(Staff, references=("user",)),
    "invitations": BackupTable(Invitation, excluded=("club",), holds_secrets=True),
    "messages": BackupTable(Message, references=("player",)),
    "reports": BackupTable(ResultRevision, "match__round__phase__event", ("match", "user")),
    "published": BackupTable(PublishedStandings),
    "before": BackupTable(RestorePoint, excluded=("file",)),
    "registrations": BackupTable(Registration, references=("player",), excluded=("request_key", "person")),
    "mails": BackupTable(Mail, references=("registration",)),
    "list_versions": BackupTable(ListVersion, references=("player",), excluded=("text",)),
    "deck_checks": BackupTable(DeckCheck, references=("player",)),
}
# Backups of older releases do not have these tables.
ADDED_LATER = ("registrations", "mails", "list_versions", "deck_checks")
# Nor these columns.
COLUMNS_ADDED_LATER = ("new_email", "is_unmailed", "waits_until", "remember", "deck")


def backup_files(event: Event, for_organiser: bool) -> list[tuple[str, str]]:
    """Return (name, text) of each of the event's files; each restore point is a file of its own."""
    lists = list(event.list_versions.order_by("pk").values_list("text", flat=True))
    chunks = [lists[start : start + LISTS_PER_FILE] for start in range(0, len(lists), LISTS_PER_FILE)]
    extras = extra_data(event, for_organiser)
    links = None if for_organiser else write_links(event)
    points = event.restore_points.order_by("pk").values_list("file", flat=True)
    return [
        (EVENT_FILE, raw_file(event)),
        (EXTRAS, json.dumps(extras, ensure_ascii=False, default=datetime.isoformat)),
        *([(LINKS, json.dumps(links, ensure_ascii=False))] if links else []),
        *((f"{RESTORE_POINTS}/{number}.json", text) for number, text in enumerate(points, 1)),
        *(
            (f"{LISTS}/{number}.json", json.dumps(chunk, ensure_ascii=False))
            for number, chunk in enumerate(chunks, 1)
        ),
    ]


def extra_data(event: Event, for_organiser: bool) -> dict:
    """Return the data that a new machine needs for the same pages and printed codes. Contains secrets."""
    return {
        "slug": event.slug,
        "version": event.version,
        "created_at": event.created_at,
        "seal": "" if for_organiser or not hasattr(event, "next_seed") else event.next_seed.seed,
        "tokens": dict(event.players.order_by("pk").values_list("public_id", SECRET)),
        "removed_players": removed_players(event),
        "reused_ids": event.reused_ids,
        **{
            name: []
            if for_organiser and table.holds_secrets
            else [table.row_values(row) for row in table.rows_of(event)]
            for name, table in {"log": LOG, **TABLES}.items()
        },
    }


def removed_players(event: Event) -> list[dict]:
    """Return the removed players, with the facts that they had, as in the log."""
    rows = Player.with_removed.filter(event=event).exclude(removed_at=None).order_by("order", "id")
    columns = rows.values_list("removed_at", SECRET)
    return [
        {"player": as_json("player", player), "removed_at": removed_at, "token": token}
        for player, (removed_at, token) in zip(read_players(rows), columns, strict=True)
    ]


def match_path(match) -> list:
    """Return [phase, round, table]. A match with reports is never a bye."""
    return [match.round.phase.number, match.round.number, match.table]


# How a row of another table is identified.
REFERENCES = {
    "user": lambda user: user and user.get_username(),
    "player": lambda player: player and player.public_id,
    "match": match_path,
    "registration": lambda registration: registration.token,
}

# Enough for 10,000 events with ten restore points each.
MAX_ENTRIES = 120_000
MAX_UNPACKED_BYTES = 4 * 2**30
COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ZIP_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    RuntimeError,
    NotImplementedError,
    ValueError,
    OSError,
)
IS_DAMAGED = _("{name}: can’t be unpacked. The backup is damaged.")


class Archive:
    """An open backup."""

    def __init__(self, file: zipfile.ZipFile):
        self.file, self.bytes_read = file, 0
        entries = file.infolist()
        if len(entries) > MAX_ENTRIES:
            raise RuleViolation(_("The backup contains more than {most} files."), most=MAX_ENTRIES)
        if sum(entry.file_size for entry in entries) > MAX_UNPACKED_BYTES:
            text = _("The backup is larger than {most} MB when unpacked.")
            raise RuleViolation(text, most=MAX_UNPACKED_BYTES // 2**20)
        self.entries = {entry.filename: entry for entry in entries}
        if len(self.entries) < len(entries):
            raise RuleViolation(_("The backup contains two files with the same name."))

    def data(self, name: str) -> bytes:
        """Return the content of a file. RuleViolation if it is missing, too large or damaged."""
        entry = self.entries.get(name)
        if entry is None:
            raise RuleViolation(_("The backup doesn’t contain {name}."), name=name)
        if entry.file_size > MAX_FILE_BYTES or entry.compress_type not in COMPRESSIONS:
            text = _("{name}: too large for this backup, or compressed with an unknown method.")
            raise RuleViolation(text, name=name)
        try:
            with self.file.open(entry) as unpacked:
                # The size in the zip's directory may be wrong.
                data = unpacked.read(MAX_FILE_BYTES + 1)
            self.bytes_read += len(data)
            if len(data) > MAX_FILE_BYTES or self.bytes_read > MAX_UNPACKED_BYTES:
                raise RuleViolation(_("{name}: larger than the backup says."), name=name)
            return data
        except ZIP_ERRORS:
            raise RuleViolation(IS_DAMAGED, name=name) from None

    def text(self, name: str) -> str:
        """Return the text of a file. RuleViolation if it is missing, too large, damaged or no text."""
        try:
            return self.data(name).decode()
        except UnicodeDecodeError:
            raise RuleViolation(IS_DAMAGED, name=name) from None

    def values(self, name: str):
        """Return the checked JSON of a file."""
        try:
            values = parse(self.text(name))
            check_sound(values)
        except RuleViolation as violation:
            raise RuleViolation("{name}: {wrong}", name=name, wrong=str(violation)) from None
        return values

    def folders(self) -> list[str]:
        """Return the folder of each event. RuleViolation if the format is unknown."""
        contents = self.values(CONTENTS)
        if not isinstance(contents, dict) or contents.get("format") != FORMAT:
            raise RuleViolation(_("This isn’t a backup in the format {format}."), format=FORMAT)
        events = contents.get("events")
        if not isinstance(events, list) or not all(isinstance(folder, str) for folder in events):
            raise RuleViolation(_("{name}: doesn’t list the events in the backup."), name=CONTENTS)
        return events


@contextmanager
def open_archive(file):
    """Open a path or binary file as an Archive. RuleViolation if it is no backup."""
    try:
        opened = zipfile.ZipFile(file)
    except FileNotFoundError:
        raise RuleViolation(_("The file {file} doesn’t exist."), file=file) from None
    except ZIP_ERRORS:
        text = _("This isn’t a backup. (To import an event file, use import_event.)")
        raise RuleViolation(text) from None
    with opened:
        yield Archive(opened)


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
        text = json.dumps(row, default=text_of, sort_keys=True)
        count, total = count + 1, total + int.from_bytes(sha256(text.encode()).digest())
    return count, total


def text_of(value) -> str:
    """Return a column's value as text, which is the same from each database."""
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)


def file_of(pk: int, using: str) -> str:
    with using_database(using):
        return raw_file(Event.objects.get(pk=pk))


def raw_file(event: Event) -> str:
    """Return the text of the event file with the names of the rows, not of people."""
    return event_file.text(add_log(event, load_latest_history(event)))


def check_unchanged():
    """Raise RuleViolation if an event changed since the copy began."""
    copied, current = (
        set(Event.objects.using(alias).values_list("pk", "version")) for alias in (OLD, DEFAULT_DB_ALIAS)
    )
    if copied != current:
        text = _("An event changed during the copy, so nothing was copied. Stop the site and try again.")
        raise RuleViolation(text)
