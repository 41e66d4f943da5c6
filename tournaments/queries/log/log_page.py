"""The log in words: each action, when it was taken and by whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from ...models import Event, LogEntry
from ...rules.history import NOTHING
from ..history.cache import load_history
from .descriptions import words_of
from .descriptions.names import Names, names_of

# An undo and what takes one back again; each points to the entry that it takes back.
UNDO, REDO = "undo", "redo"
TURNS = (UNDO, REDO)


@dataclass(frozen=True)
class LogLine:
    """One action.

    `detail` is secondary text; `undone` says when and by whom it was undone. `can_undo`: the desk offers to
    undo it at once; `turns`: it can be undone or redone unless something conflicts.
    """

    id: int
    day: str
    time: str
    who: str
    words: str
    detail: str
    undone: str
    can_undo: bool
    turns: bool
    changed: bool


def lines_of(
    event: Event, start: int = 0, count: int = 50, undoable: Iterable[int] = (), without: Iterable[str] = ()
) -> list[LogLine]:
    """Return lines of the log, newest first, except the actions in `without`.

    `undoable` are ids that can be undone.
    """
    rows = event.log.select_related("undoes__undoes").exclude(action__in=without)
    rows = rows.order_by("-id")[start : start + count]
    names = names_of(load_history(event))
    zone, turned = ZoneInfo(event.timezone), turned_in(event)
    return [line_of(row, names, zone, undoable, turned) for row in rows]


def turned_in(event: Event) -> dict[int, LogEntry]:
    """Return the entry that undid or redid each entry, by its id."""
    rows = event.log.exclude(undoes=None).only("id", "at", "who", "action", "undoes_id")
    return {row.undoes_id: row for row in rows}


def line_of(
    row: LogEntry, names: Names, zone: ZoneInfo, undoable: Iterable[int] = (), turned=NOTHING
) -> LogLine:
    at = timezone.localtime(row.at, zone)
    words, detail = words_of(row, names)
    undone_by, undone = row, ""
    while undone_by.id in turned:
        undone_by = turned[undone_by.id]
    if undone_by.action == UNDO and row.action not in TURNS:
        undone = gettext("taken back by {who} at {time}").format(
            who=undone_by.who, time=clock(timezone.localtime(undone_by.at, zone))
        )
    day, may_undo = date_format(at, "l j F"), row.id in undoable
    changed = bool(row.changes)
    turns = changed and row.action not in TURNS
    return LogLine(row.id, day, clock(at), row.who, words, detail, undone, may_undo, turns, changed)


def words_for(event: Event, row: LogEntry) -> str:
    """Describe this action."""
    return words_of(row, names_of(load_history(event)))[0]


def clock(at) -> str:
    return date_format(at, "H:i")


def get_logged_request(event: Event, key: str) -> LogEntry | None:
    """The action that the request with this key carried out."""
    # The index holds only keys that are not empty; SQLite uses it if the query says so.
    return event.log.filter(key=key).exclude(key="").first() if key else None


def is_undone(event: Event, entry_id: int | None) -> bool:
    return LogEntry.objects.filter(event=event, undoes=entry_id).exists() if entry_id else False
