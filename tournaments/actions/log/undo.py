"""Undo and redo of actions, the last or any; and restoring the whole event to an earlier state."""

from contextlib import contextmanager

from django.db import IntegrityError

from ...models import Event, LogEntry, RemovedLink
from ...queries.log import undo as undo_queries
from ...queries.log.log_page import REDO, UNDO
from ...queries.log.restore_points import get_restore_point
from ...queries.log.undo import RESTORE, StateChange
from ...rules.errors import RuleViolation, _
from ...rules.log import part_paths, timestamps
from ...rules.log.event_parts import NO_FIT, changed_parts
from ...rules.log.part_json import family
from ..change import SUBMIT_REPORT, Actor, Change, record_action

# Actions of phones and expired reports, and the parts that they change.
BY_PHONES = (SUBMIT_REPORT, "agree_result", "settle_claims")
TABLES = ("match", "player")
MAX_UNDOABLE = 50
MAX_REASON_LENGTH = 180


def undo(event: Event, actor: Actor, entry_id: int | None = None) -> LogEntry:
    """Undo the event's last action, or only this one; return its entry.

    Rows are changed in place, so links stay valid. Raises RuleViolation if there is nothing to undo, or a
    later action, which the message names, changed the same or depends on it.
    """
    with record_undo(UNDO, event, actor) as change:
        entry = (
            undo_queries.undoable_entries(change.event).first()
            if entry_id is None
            else entry_of(change.event, entry_id)
        )
        if entry is None:
            raise RuleViolation(_("There is nothing to take back."))
        last = undo_queries.last_of_undo_chain(entry)
        if last.action == UNDO:
            raise RuleViolation(_("That is taken back already."))
        apply_state_change(change, undo_queries.undo_one(change.event, last), last)
    return entry


def redo(event: Event, actor: Actor, entry_id: int) -> LogEntry:
    """Redo the action of this entry, or the one that this undo reverted; return the entry.

    Raises RuleViolation as `undo` does.
    """
    with record_undo(REDO, event, actor) as change:
        entry = entry_of(change.event, entry_id)
        last = undo_queries.last_of_undo_chain(entry)
        if last.action != UNDO:
            raise RuleViolation(_("That is not taken back."))
        apply_state_change(change, undo_queries.undo_one(change.event, last), last)
    return entry


def restore_to_before(event: Event, actor: Actor, entry_id: int):
    """Restore every part of the event to before this log entry; can itself be undone.

    Raises RuleViolation if the log does not fit the event.
    """
    with record_undo(RESTORE, event, actor) as change:
        entry = entry_of(change.event, entry_id)
        change.action = f"{RESTORE}: {timestamps.in_utc(entry.at)}"
        apply_state_change(change, undo_queries.rewind_to(change.event, entry))


def restore_to_point(event: Event, actor: Actor, point_id: int):
    """Restore every part of the event to a restore point; can itself be undone."""
    with record_undo(RESTORE, event, actor) as change:
        point = get_restore_point(change.event, point_id)
        change.action = f"{RESTORE}: {point.reason[:MAX_REASON_LENGTH]}"
        apply_state_change(change, undo_queries.restore_snapshot(change.event, point))


@contextmanager
def record_undo(action: str, event: Event, actor: Actor):
    """`record_action` for data from a log or file, which may not fit the database."""
    try:
        with record_action(event, actor, action) as change:
            yield change
    except IntegrityError:
        raise RuleViolation(NO_FIT) from None


def entry_of(event: Event, entry_id: int) -> LogEntry:
    entry = LogEntry.objects.filter(event=event, pk=entry_id).first()
    if entry is None:
        raise RuleViolation(_("There is no such line in the log."))
    return entry


def apply_state_change(change: Change, turn: StateChange, undoes: LogEntry | None = None):
    """Set each part to its former state; restored players get their former links."""
    for path, part in changed_parts(turn.now, turn.then).items():
        change.set_part(path, part)
    if not change.parts:
        raise RuleViolation(undo_queries.AS_IT_WAS)
    change.undoes, change.is_restore = undoes, True
    change.order = [player.id for player in turn.then.players]
    links = RemovedLink.objects.filter(entry__event=change.event)
    links = links.filter(entry=undoes) if undoes else links.filter(entry_id__gte=turn.since)
    change.links = links.order_by("id")


def undoable(event: Event) -> tuple[LogEntry, ...]:
    """Return the actions that the desk offers to undo, newest first.

    These are the last action, and the desk's last one if it changed only tables and players and only phones
    and expired reports came after it.
    """
    undoable_entries = undo_queries.undoable_entries(event)
    of_desk = undoable_entries.exclude(action__in=BY_PHONES).first()
    since = undoable_entries.filter(id__gt=of_desk.id if of_desk else 0)[:MAX_UNDOABLE]
    entries = [*since, *([of_desk] if of_desk else [])]
    return tuple(entry for index, entry in enumerate(entries) if index == 0 or changes_only_tables(entry))


def changes_only_tables(entry: LogEntry) -> bool:
    return {family(part_paths.split(path)[0]) for path in entry.changes} <= set(TABLES)


def last_action(event: Event) -> LogEntry | None:
    """Return the last action that can be undone."""
    return undo_queries.undoable_entries(event).first()
