"""The preview of an undo, redo or restore: the changes, or why it is impossible."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.utils.translation import gettext, gettext_noop, ngettext

from ...changes.registry import self_service_actions
from ...models import Event, LogEntry, Match, RestorePoint
from ...rules.errors import RuleViolation
from ...rules.log import part_paths
from ..wording.formats import message_text, when_text
from . import undo
from .diff import Differences, differences
from .log_page import describe_action
from .self_service import self_service_since


@dataclass(frozen=True)
class UndoPreview:
    """A preview.

    `error` says why it is impossible; then `differences` is None. Instead of undoing one action alone, the
    event can be restored to before the entry `restore_entry`, or, with `correction_query`, the table's result
    be corrected.
    """

    version: int
    heading: str
    name: str
    when: str
    note: str
    button: str
    differences: Differences | None
    error: str
    restore_entry: int | None
    correction_query: str


@dataclass(frozen=True)
class UndoKind:
    heading: str
    button: str
    compute: Callable
    note: str = ""


KINDS = {
    "undo": UndoKind(
        gettext_noop("Undo this"),
        gettext_noop("Undo this"),
        undo.undo_one,
        gettext_noop("Only this change is undone. Everything done since stays as it is."),
    ),
    "redo": UndoKind(
        gettext_noop("Redo this"),
        gettext_noop("Redo this"),
        undo.undo_one,
        gettext_noop("Only this change is redone. Everything else stays as it is."),
    ),
    "back": UndoKind(gettext_noop("Restore to before this"), gettext_noop("Restore"), undo.rewind_to),
    "point": UndoKind(
        gettext_noop("Restore to this point"), gettext_noop("Restore"), undo.restore_from_point
    ),
}


def get_undo_preview(event: Event, kind_key: str, row: LogEntry | RestorePoint) -> UndoPreview:
    """Return the preview of one of KINDS for this log entry or restore point."""
    kind, version, error, changes, since = KINDS[kind_key], event.version, "", None, None
    is_alone = kind_key in ("undo", "redo")
    try:
        state_change = kind.compute(event, undo.last_of_undo_chain(row) if is_alone else row)
        since = state_change.since
        if state_change.before == state_change.after:
            error = gettext(undo.UNCHANGED)
        else:
            changes = differences(state_change.before, state_change.after)
    except RuleViolation as violation:
        error = message_text(violation)
    when = when_text(row.at, ZoneInfo(event.timezone))
    return UndoPreview(
        version=version,
        heading=gettext(kind.heading),
        name=row.reason if kind_key == "point" else describe_action(event, row),
        when=f"{row.who}, {when}" if row.who else when,
        note=gettext(kind.note) if is_alone else undone_count_text(event, since),
        button=gettext(kind.button),
        differences=changes,
        error=error,
        restore_entry=row.pk if is_alone else None,
        correction_query=correction_query(event, row) if is_alone and error else "",
    )


def correction_query(event: Event, row: LogEntry) -> str:
    """Return the query of the one table that an action changed; empty if the table no longer exists."""
    kind, name = part_paths.split(next(iter(row.changes))) if len(row.changes) == 1 else ("", ())
    if kind != "match":
        return ""
    phase, number, table = name
    tables = Match.objects.filter(round__phase__event=event, round__phase__number=phase, round__number=number)
    query = {"phase": phase, "round": number, "table": table}
    return urlencode(query) if tables.filter(table=table).exists() else ""


def undone_count_text(event: Event, since: int | None) -> str:
    """Say how many log entries are undone at once, and that players keep what they did themselves."""
    if not since:
        return ""
    undone = event.log.filter(id__gte=since).exclude(changes={}).exclude(action__in=self_service_actions())
    text = ngettext(
        "This undoes the last change.",
        "This undoes the last {n} changes.",
        undone.count(),
    ).format(n=undone.count())
    if not self_service_since(event, since).exists():
        return text
    note = gettext("What players have done themselves since then stays: registering, checking in and more.")
    return f"{text} {note}"
