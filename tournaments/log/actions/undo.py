"""Undo, redo and restore."""

from contextlib import contextmanager

from django.db import IntegrityError

from ... import access
from ...changes.change import Change, action, same_action
from ...changes.registry import REDO, RESTORE, UNDO, action_names
from ...history import load
from ...models import Event, LogEntry, RestorePoint
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ...rules.event_file.fields import format_utc
from ...rules.log.event_parts import NO_FIT, changed_parts, family, split
from ..pages.undo import (
    UNCHANGED,
    StateChange,
    get_restore_point,
    last_action,
    last_of_undo_chain,
    restore_from_point,
    rewind_to,
    undo_one,
    undoable_entries,
)

# The kinds of parts that actions of phones and expired reports change.
PHONE_PARTS = {"match", "player"}
MAX_UNDOABLE = 50
MAX_REASON_LENGTH = 180


@contextmanager
def refuse_misfits():
    """Refuse data from a log or file that does not fit the database."""
    try:
        yield
    except IntegrityError:
        raise RuleViolation(NO_FIT) from None


@refuse_misfits()
@action(access.MANAGE, name=UNDO, restores=True, log=(_("Undone: {action}"), "{detail}"))
def undo(change: Change, entry_id: int | None = None) -> LogEntry:
    """Undo the event's last action, or only this one; return its entry.

    Rows are changed in place, so links stay valid. Raises RuleViolation if there is nothing to undo, or a
    later action, which the message names, changed the same or depends on it.
    """
    entry = last_action(change.event) if entry_id is None else get_entry(change.event, entry_id)
    if entry is None:
        raise RuleViolation(_("There is nothing to undo."))
    last = last_of_undo_chain(entry)
    if last.action == UNDO:
        raise RuleViolation(_("This has already been undone."))
    apply_state_change(change, undo_one(change.event, last), last)
    return entry


@refuse_misfits()
@action(access.MANAGE, name=REDO, restores=True, log=(_("Redone: {action}"), "{detail}"))
def redo(change: Change, entry_id: int) -> LogEntry:
    """Redo the action of this entry, or the one that this undo reverted; return the entry.

    Raises RuleViolation as `undo` does.
    """
    entry = get_entry(change.event, entry_id)
    last = last_of_undo_chain(entry)
    if last.action != UNDO:
        raise RuleViolation(_("This hasn’t been undone."))
    apply_state_change(change, undo_one(change.event, last), last)
    return entry


@refuse_misfits()
@action(
    access.MANAGE,
    name=RESTORE,
    restores=True,
    log={
        "restore_to_time": _("Restored to before {time} on {day}"),
        "restore_to_point": _("Restored to the restore point “{text}”"),
    },
)
def restore_to_before(change: Change, entry_id: int):
    """Restore every part of the event to before this log entry; can itself be undone.

    Raises RuleViolation if the log does not fit the event.
    """
    entry = get_entry(change.event, entry_id)
    change.reason = format_utc(entry.at)
    change.log("restore_to_time")
    apply_state_change(change, rewind_to(change.event, entry))


@refuse_misfits()
@same_action(restore_to_before)
def restore_to_point(change: Change, point_id: int):
    """Restore every part of the event to a restore point; can itself be undone."""
    point = get_restore_point(change.event, point_id)
    change.reason = point.reason[:MAX_REASON_LENGTH]
    change.log("restore_to_point")
    apply_state_change(change, restore_from_point(change.event, point))


def get_entry(event: Event, entry_id: int) -> LogEntry:
    entry = LogEntry.objects.filter(event=event, pk=entry_id).first()
    if entry is None:
        raise RuleViolation(_("This log entry doesn’t exist."))
    return entry


def apply_state_change(change: Change, state_change: StateChange, undoes: LogEntry | None = None):
    """Set each part to its former state."""
    for path, part in changed_parts(state_change.before, state_change.after).items():
        change.set_part(path, part)
    if not change.parts:
        raise RuleViolation(UNCHANGED)
    change.before, change.undoes = state_change.before, undoes
    change.player_order = [player.id for player in state_change.after.players]


def undoable(event: Event) -> tuple[LogEntry, ...]:
    """Return the actions that the desk offers to undo, newest first.

    These are the last action, and the desk's last one if it changed only matches and players and only phones
    and expired reports came after it.
    """
    candidates = undoable_entries(event)
    by_desk = candidates.exclude(action__in=action_names(lambda action: action.from_phone)).first()
    later = candidates.filter(id__gt=by_desk.id if by_desk else 0)[:MAX_UNDOABLE]
    entries = [*later, *([by_desk] if by_desk else [])]
    return tuple(entries[:1] + [entry for entry in entries[1:] if changes_only_players(entry)])


def changes_only_players(entry: LogEntry) -> bool:
    """Return whether the action changed nothing but matches and players."""
    return {family(split(path)[0]) for path in entry.changes} <= PHONE_PARTS


MAX_NAME_LENGTH = 100
# Automatic restore points do not count.
MAX_NAMED_POINTS = 100


@action(access.MANAGE, name="keep_point", log=_("Restore point saved: {text}"))
def create_restore_point(change: Change, name: str):
    """Store the current event as a restore point with a name."""
    name = " ".join("".join(filter(str.isprintable, name)).split())
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        raise RuleViolation(_("Enter a name of up to {most} characters."), most=MAX_NAME_LENGTH)
    change.reason = name
    if RestorePoint.objects.filter(event=change.event).exclude(who="").count() >= MAX_NAMED_POINTS:
        raise RuleViolation(
            _("You already have {most} saved restore points, the maximum."), most=MAX_NAMED_POINTS
        )
    store_restore_point(change, name, change.actor.who)


def store_restore_point(change: Change, reason: str, who: str = ""):
    """Store the event's file, with contact data, as it was before this action."""
    history = load.add_registrations(change.event, load.add_log(change.event, change.before))
    file = event_file.text(history)
    RestorePoint.objects.create(
        event=change.event, version=change.event.version, at=change.now, who=who, reason=reason, file=file
    )
