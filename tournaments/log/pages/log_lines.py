"""The log in words: each action, when it was taken and by whom."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from ...changes.registry import REDO, UNDO, find_action
from ...history.cache import load_history
from ...models import Event, LogEntry
from ...rules.history import EMPTY_MAPPING
from .sentences import DROPS, Names, describe_entry, fill_in, names_of, sender_of


@dataclass(frozen=True)
class LogLine:
    """One action.

    `detail` is secondary text; `undone` says when and by whom it was undone. `can_undo`: the desk offers to
    undo it at once; `is_reversible`: it can be undone or redone unless something conflicts.
    """

    id: int
    day: str
    time: str
    who: str
    text: str
    detail: str
    undone: str
    can_undo: bool
    is_reversible: bool
    changed: bool
    # Whether a player who reported a result drops, or plays on.
    drop: str = ""


def get_log_lines(
    event: Event, start: int = 0, count: int = 50, undoable: Iterable[int] = (), without: Iterable[str] = ()
) -> list[LogLine]:
    """Return lines of the log, newest first, without some actions, but with each report sent with a drop.

    `undoable` are ids that can be undone.
    """
    rows = event.log.select_related("undoes__undoes")
    if without:
        rows = rows.exclude(Q(action__in=without) & ~Q(values__has_any_keys=DROPS))
    rows = rows.order_by("-id")[start : start + count]
    names = names_of(load_history(event))
    undo_rows = event.log.exclude(undoes=None).only("id", "at", "who", "action", "undoes_id")
    undo_by_entry = {row.undoes_id: row for row in undo_rows}
    return [log_line(row, names, row.id in undoable, undo_by_entry) for row in rows]


def log_line(row: LogEntry, names: Names, can_undo=False, undo_by_entry=EMPTY_MAPPING) -> LogLine:
    text, detail = describe_entry(row, names)
    last, undone = row, ""
    while last.id in undo_by_entry:
        last = undo_by_entry[last.id]
    is_undo = row.action in (UNDO, REDO)
    if last.action == UNDO and not is_undo:
        time = clock_text(timezone.localtime(last.at, names.zone))
        undone = gettext("undone by {who} at {time}").format(who=last.who, time=time)
    at, changed = timezone.localtime(row.at, names.zone), bool(row.changes)
    return LogLine(
        id=row.id,
        day=date_format(at, "l j F"),
        time=clock_text(at),
        who=sender_of(row, names),
        text=text,
        detail=detail,
        undone=undone,
        can_undo=can_undo,
        is_reversible=changed and not is_undo and not find_action(row.action).self_service,
        changed=changed,
        drop=fill_in("{drop}", row, names),
    )


def describe_action(event: Event, row: LogEntry) -> str:
    """Return the description of an action without its detail."""
    return describe_entry(row, names_of(load_history(event)))[0]


def clock_text(at) -> str:
    return date_format(at, "H:i")


def is_undone(event: Event, entry_id: int | None) -> bool:
    return LogEntry.objects.filter(event=event, undoes=entry_id).exists() if entry_id else False
