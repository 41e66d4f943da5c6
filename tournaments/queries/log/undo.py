"""Undo, redo and restore: computes the event's state afterwards."""

from dataclasses import dataclass, replace

from ...models import Event, LogEntry, Snapshot
from ...rules import event_file, finals
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, EventHistory, LogRecord
from ...rules.log.event_parts import NO_FIT, changed_since, event_of, parts_of, revert_changes, rewind
from ...rules.settings import locking
from ..history.cache import load_history
from .log_page import UNDO
from .undo_conflicts import dependent_action_error, overwritten_error

RESTORE = "restore"
AS_IT_WAS = _("Nothing has changed since: the event is as it was.")


@dataclass(frozen=True)
class StateChange:
    """The event `now` and `then`, after the change; `since`: id of the first log entry that is undone."""

    now: EventHistory
    then: EventHistory
    since: int


def undoable_entries(event: Event):
    """Return the actions that can be undone, newest first: they changed something and are not undone yet.

    A redone action is undone through the action that redid it.
    """
    left = LogEntry.objects.filter(event=event, undone_by=None)
    return left.exclude(action=UNDO).exclude(changes={}).order_by("-id")


def last_of_undo_chain(entry: LogEntry) -> LogEntry:
    """Return the newest entry about this action: itself, its undo, its redo, …"""
    while (later := LogEntry.objects.filter(undoes=entry).first()) is not None:
        entry = later
    return entry


def undo_one(event: Event, entry: LogEntry) -> StateChange:
    """Undo one action alone, however old; if it is an undo, redo the action that it reverted.

    Raises RuleViolation if a later action changed the same or depends on it; the message names that action.
    """
    now = load_history(event)
    parts = parts_of(now)
    try:
        changed = set(changed_since(parts, entry.changes))
        if changed:
            raise overwritten_error(event, now, entry, changed)
        order = revert_changes(parts, [player.id for player in now.players], entry.changes)
        then = event_of(parts, order)
        event_file.read(event_file.write(then))
        if orphans_bracket_matches(now, then):
            raise ValueError("a match of finals would stand on nothing")
        if event.log.filter(id__gt=entry.id).exclude(changes={}).exists():
            check_settings(now, then)
    except RuleViolation as wrong:
        if wrong.params.keys() & {"path", "wrong"}:
            raise dependent_action_error(event, now, entry) from None
        raise
    except (ValueError, TypeError, KeyError, AttributeError):
        raise dependent_action_error(event, now, entry) from None
    return StateChange(now, then, entry.id)


def orphans_bracket_matches(now: EventHistory, then: EventHistory) -> bool:
    """Whether a paired match of the finals would lose a match that feeds it."""
    for number, (was, will) in enumerate(zip(now.phases, then.phases, strict=False), 1):
        if not (was.kind == will.kind == BRACKET and was.rounds and will.rounds):
            continue
        if (decided_slots(now, number) - decided_slots(then, number)) & paired_slots(then, number):
            return True
    return False


def paired_slots(history: EventHistory, phase: int) -> set[str]:
    """Return the slots of the finals' matches that are paired."""
    return {meeting.slot.id for meeting in finals.bracket_of(history, phase).meetings if meeting.match}


def decided_slots(history: EventHistory, phase: int) -> set[str]:
    """Return the slots whose feeding matches are all decided."""
    bracket = finals.bracket_of(history, phase)
    fed = {slot.id: {one for read in slot.reads for one in read.of} for slot in bracket.table.matches}
    return {slot for slot, feeding in fed.items() if all(bracket.meeting(one).decided for one in feeding)}


def check_settings(now: EventHistory, then: EventHistory):
    """Raise RuleViolation if settings would change that are locked."""
    locking.check_rulebook(now, then)
    for number, (was, will) in enumerate(zip(now.phases, then.phases, strict=False), 1):
        if was.rounds and will.rounds and was.settings != will.settings:
            locking.check(now, number, will.settings)


def rewind_to(event: Event, entry: LogEntry) -> StateChange:
    """Return the event before this action. Raises RuleViolation if the log does not fit the event."""
    now = load_history(event)
    rows = event.log.filter(id__gte=entry.id).order_by("id").values_list("changes", flat=True)
    lines = tuple(LogRecord("", "", "", changes) for changes in rows)
    then = with_visibility_of(now, rewind(now, lines, fitting=True))
    return StateChange(now, require_valid(then), entry.id)


def restore_snapshot(event: Event, point: Snapshot) -> StateChange:
    """Return the event at a restore point."""
    since = event.log.filter(version__gt=point.version).order_by("id").values_list("id", flat=True).first()
    now, then = load_history(event), event_file.read_text(point.file)
    return StateChange(now, with_visibility_of(now, without_log(then)), since or 0)


def with_visibility_of(now: EventHistory, then: EventHistory) -> EventHistory:
    """Keep the current visibility: restoring must not make a private event public.

    A change of visibility itself can be undone alone.
    """
    return replace(then, visibility=now.visibility)


def without_log(history: EventHistory) -> EventHistory:
    """Return an event file's event without its log and published standings."""
    return event_of(parts_of(history), [player.id for player in history.players])


def require_valid(history: EventHistory) -> EventHistory:
    """Return the event if it is valid as an event file. Raises RuleViolation if not."""
    try:
        event_file.read(event_file.write(history))
    except (RuleViolation, ValueError, TypeError, KeyError, AttributeError):
        raise RuleViolation(NO_FIT) from None
    return history
