"""The contents of an event's backup: its event file, and the data that the event file does not hold."""

import json
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Field, Model

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
from ...rules.log import part_json
from ..history.cache import load_event_file
from ..history.load import read_players

FORMAT = "topcut-backup/1"
CONTENTS = "topcut-backup.json"
EVENT_FILE, EXTRAS, RESTORE_POINTS, LISTS = "event.json", "beside.json", "before", "lists"
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
    "invitations": BackupTable(Invitation, holds_secrets=True),
    "messages": BackupTable(Message, references=("player",)),
    "reports": BackupTable(ResultRevision, "match__round__phase__event", ("match", "user")),
    "published": BackupTable(PublishedStandings),
    "before": BackupTable(RestorePoint, excluded=("file",)),
    "registrations": BackupTable(Registration, references=("player",), excluded=("request_key",)),
    "mails": BackupTable(Mail, references=("registration",)),
    "list_versions": BackupTable(ListVersion, references=("player",), excluded=("text",)),
    "deck_checks": BackupTable(DeckCheck, references=("player",)),
}
# Backups of older releases do not have these tables.
ADDED_LATER = ("registrations", "mails", "list_versions", "deck_checks")
# Nor these columns.
COLUMNS_ADDED_LATER = ("new_email", "is_unmailed", "waits_until")


def backup_files(event: Event, for_organiser: bool) -> list[tuple[str, str]]:
    """Return (name, text) of each of the event's files; each restore point is a file of its own."""
    lists = list(event.list_versions.order_by("pk").values_list("text", flat=True))
    chunks = [lists[start : start + LISTS_PER_FILE] for start in range(0, len(lists), LISTS_PER_FILE)]
    extras = extra_data(event, for_organiser)
    points = event.restore_points.order_by("pk").values_list("file", flat=True)
    return [
        (EVENT_FILE, load_event_file(event, with_contact_data=False)),
        (EXTRAS, json.dumps(extras, ensure_ascii=False, default=datetime.isoformat)),
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
        {"player": part_json.as_json("player", player), "removed_at": removed_at, "token": token}
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
