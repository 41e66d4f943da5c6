"""The contents of an event's backup: its event file, and the data that the event file does not hold."""

import json
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Field, Model

from ...models import (
    Event,
    Invitation,
    LogEntry,
    Message,
    PublishedStandings,
    RemovedLink,
    Report,
    Snapshot,
    Staff,
)
from ...rules import event_file
from ..history.cache import load_history_with_log

FORMAT = "topcut-backup/1"
CONTENTS = "topcut-backup.json"
EVENT_FILE, BESIDE, BEFORE = "event.json", "beside.json", "before"


@dataclass(frozen=True)
class Kept:
    """A model whose rows the backup stores beside the event file.

    `event` is the lookup from a row to its event; `refers` are columns stored as words that identify a row of
    another table; `apart` are columns left out.
    """

    model: type[Model]
    event: str = "event"
    refers: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()

    @property
    def fields(self) -> list[Field]:
        left_out = (self.model._meta.pk.name, "event", *self.refers, *self.apart)
        return [field for field in self.model._meta.concrete_fields if field.name not in left_out]

    def rows_of(self, event: Event):
        rows = self.model.objects.filter(**{self.event: event}).order_by("pk")
        # A few accounts did all that a long log tells: they are looked up, not joined to each line.
        by_name = rows.prefetch_related("user") if "user" in self.refers else rows
        return by_name.select_related(*(WAYS.get(name, name) for name in self.refers if name != "user"))


# The log's own lines stand in the event file; these are the columns that no file tells.
LOG = Kept(LogEntry, refers=("user",), apart=("at", "who", "action", "changes", "source", "undoes"))
KEPT = {
    "staff": Kept(Staff, refers=("user",)),
    "invitations": Kept(Invitation),
    "messages": Kept(Message, refers=("player",)),
    "reports": Kept(Report, "match__round__phase__event", ("match", "user")),
    "removed_links": Kept(RemovedLink, "entry__event", ("entry",)),
    "published": Kept(PublishedStandings),
    "before": Kept(Snapshot, apart=("file",)),
}


def files_of(event: Event, with_seal: bool) -> list[tuple[str, str]]:
    """(name, text) of each file that a backup has of the event; restore points are files of their own."""
    points = event.snapshots.order_by("pk").values_list("file", flat=True)
    return [
        (EVENT_FILE, event_file.text(load_history_with_log(event))),
        (BESIDE, json.dumps(beside(event, with_seal), ensure_ascii=False, default=datetime.isoformat)),
        *((f"{BEFORE}/{number}.json", text) for number, text in enumerate(points, 1)),
    ]


def beside(event: Event, with_seal: bool) -> dict:
    """Return the data that a new machine needs for the same pages and printed codes. Contains secrets."""
    entries = dict.fromkeys(event.log.order_by("pk").values_list("pk", flat=True))
    entries = {pk: line for line, pk in enumerate(entries, 1)}
    return {
        "slug": event.slug,
        "version": event.version,
        "created_at": event.created_at,
        "seal": event.seal.seed if with_seal and hasattr(event, "seal") else "",
        "tokens": dict(event.players.order_by("pk").values_list("key", "token")),
        "log": [told_of(LOG, row, entries) for row in LOG.rows_of(event)],
        **{
            name: [told_of(table, row, entries) for row in table.rows_of(event)]
            for name, table in KEPT.items()
        },
    }


def told_of(table: Kept, row: Model, entries: dict[int, int]) -> dict:
    values = {field.name: field.value_from_object(row) for field in table.fields}
    for name in table.refers:
        values[name] = entries[row.entry_id] if name == "entry" else WORDS[name](getattr(row, name))
    return values


def match_path(match) -> list:
    """[phase, round, table]: a match that has reports is no bye."""
    return [match.round.phase.number, match.round.number, match.table]


# What the words of another row are made of, where that is more than the row itself.
WAYS = {"match": "match__round__phase"}
WORDS = {
    "user": lambda user: user and user.get_username(),
    "player": lambda player: player and player.key,
    "match": match_path,
}
