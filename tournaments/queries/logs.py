"""The log in words: what was done at an event, when, and by whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from ..models import Event, LogEntry
from .histories import without_rounds
from .log_names import Names, names_of
from .log_words import words_of


@dataclass(frozen=True)
class Line:
    """One action. `detail` says more in a smaller voice; `undone` says when and by whom it was taken back."""

    id: int
    day: str
    time: str
    who: str
    words: str
    detail: str
    undone: str
    can_undo: bool


def lines_of(
    event: Event, start: int = 0, count: int = 50, undoable: Iterable[int] = (), without: Iterable[str] = ()
) -> list[Line]:
    """Lines of the log, the newest first, some actions left out; `undoable` are entries that can be taken
    back."""
    rows = event.log.select_related("undone_by", "undoes").exclude(action__in=without)
    rows = rows.order_by("-id")[start : start + count]
    names = names_of(without_rounds(event))
    zone = ZoneInfo(event.timezone)
    return [line_of(row, names, zone, undoable) for row in rows]


def line_of(row: LogEntry, names: Names, zone: ZoneInfo, undoable: Iterable[int] = ()) -> Line:
    at = timezone.localtime(row.at, zone)
    words, detail = words_of(row, names)
    undone_by = getattr(row, "undone_by", None)
    undone = ""
    if undone_by:
        undone = gettext("taken back by {who} at {time}").format(
            who=undone_by.who, time=clock(timezone.localtime(undone_by.at, zone))
        )
    day, may_undo = date_format(at, "l j F"), row.id in undoable
    return Line(row.id, day, clock(at), row.who, words, detail, undone, can_undo=may_undo)


def words_for(event: Event, row: LogEntry) -> str:
    """What this action did."""
    return words_of(row, names_of(without_rounds(event)))[0]


def clock(at) -> str:
    return date_format(at, "H:i")


def done_with(event: Event, key: str) -> LogEntry | None:
    """The action that the request with this key carried out."""
    return LogEntry.objects.filter(event=event, key=key).first() if key else None


def restore_points(event: Event):
    """The event files kept on the way, without their text, the newest first."""
    return event.snapshots.defer("file").order_by("-id")


def is_undone(event: Event, entry_id: int | None) -> bool:
    return LogEntry.objects.filter(event=event, undoes=entry_id).exists() if entry_id else False
