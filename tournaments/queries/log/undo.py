"""Undo, redo and restore: computes the event's state afterwards."""

from dataclasses import dataclass, replace

from ...changes.registry import UNDO, find_action, self_service_actions
from ...models import Event, LogEntry, Player, RestorePoint
from ...rules import event_file, finals
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, EventHistory, EventPhase, LogRecord
from ...rules.log import part_paths
from ...rules.log.event_parts import (
    InconsistentParts,
    check_readable,
    join_event,
    paths_changed_since,
    revert_changes,
    rewind,
    split_event,
)
from ...rules.log.removed_players import with_player_ids
from ...rules.settings import locking
from ..history.cache import load_history
from .self_service import keep_self_service
from .undo_conflicts import dependent_action_error, overwritten_error

UNCHANGED = _("Nothing has changed since then. The event is already in this state.")
REUSED_ID = _(
    "This is about a removed player whose id, {id}, {name} has now, so it can’t be undone alone. Restore the "
    "event to before this, or make the change by hand."
)


@dataclass(frozen=True)
class StateChange:
    """The event `before` and `after` an undo; `since`: id of the first log entry that is undone."""

    before: EventHistory
    after: EventHistory
    since: int


def undoable_entries(event: Event):
    """Return the actions that can be undone, newest first: they changed something and are not undone yet.

    A redone action is undone through the action that redid it. What players do for themselves is not undone.
    """
    entries = LogEntry.objects.filter(event=event, undone_by=None)
    return entries.exclude(action__in=(UNDO, *self_service_actions())).exclude(changes={}).order_by("-id")


def last_of_undo_chain(entry: LogEntry) -> LogEntry:
    """Return the newest entry about this action: itself, its undo, its redo, …"""
    while (later := LogEntry.objects.filter(undoes=entry).first()) is not None:
        entry = later
    return entry


def undo_one(event: Event, entry: LogEntry) -> StateChange:
    """Undo one action alone, however old; if it is an undo, redo the action that it reverted.

    Raises RuleViolation if a later action changed the same or depends on it; the message names that action.
    """
    if find_action(entry.action).self_service:
        raise RuleViolation(_("This wasn’t done at the desk and can’t be undone. Edit the player instead."))
    before = load_history(event)
    check_same_players(event, entry)
    try:
        after = revert_entry(event, before, entry)
    except InconsistentParts:
        raise dependent_action_error(event, before, entry) from None
    return StateChange(before, after, entry.id)


def revert_entry(event: Event, history: EventHistory, entry: LogEntry) -> EventHistory:
    """Return the event without an entry's changes.

    Raises RuleViolation if a later action changed the same, InconsistentParts if one depends on them.
    """
    parts = split_event(history)
    if overwritten := set(paths_changed_since(parts, entry.changes)):
        raise overwritten_error(event, history, entry, overwritten)
    after = join_event(parts, revert_changes(parts, [player.id for player in history.players], entry.changes))
    check_readable(after)
    if orphans_bracket_matches(history, after):
        raise InconsistentParts
    if event.log.filter(id__gt=entry.id).exclude(changes={}).exists():
        check_settings(history, after)
    return after


def orphans_bracket_matches(before: EventHistory, after: EventHistory) -> bool:
    """Return whether a paired match of the finals would lose a match that feeds it."""
    for number, phases in enumerate(zip(before.phases, after.phases, strict=False), 1):
        if all(phase.kind == BRACKET and phase.rounds for phase in phases):
            paired = {m.slot.id for m in finals.bracket_of(after.phase(number)).meetings if m.match}
            if paired & (decided_slots(before.phase(number)) - decided_slots(after.phase(number))):
                return True
    return False


def decided_slots(phase: EventPhase) -> set[str]:
    """Return the slots whose feeding matches are all decided."""
    bracket = finals.bracket_of(phase)
    return {
        slot.id
        for slot in bracket.table.matches
        if all(bracket.meeting(feeding).is_decided for read in slot.reads for feeding in read.of)
    }


def check_settings(before: EventHistory, after: EventHistory):
    """Raise RuleViolation if settings would change that are locked."""
    locking.check_rulebook(before, after)
    for number, (old, new) in enumerate(zip(before.phases, after.phases, strict=False), 1):
        if old.rounds and new.rounds and old.settings != new.settings:
            locking.check(before.phase(number), new.settings)


def rewind_to(event: Event, entry: LogEntry) -> StateChange:
    """Return the event before this action. Raises RuleViolation if the log does not fit the event."""
    before = load_history(event)
    rows = event.log.filter(id__gte=entry.id).order_by("id").values_list("changes", flat=True)
    after = rewind(before, tuple(LogRecord("", "", "", changes) for changes in rows), strict=True)
    return StateChange(before, restored_state(event, before, after, entry.id, entry.version - 1), entry.id)


def restore_from_point(event: Event, point: RestorePoint) -> StateChange:
    """Return the event at a restore point."""
    since = event.log.filter(version__gt=point.version).order_by("id").values_list("id", flat=True).first()
    before, after = load_history(event), without_log(event_file.read_text(point.file))
    return StateChange(before, restored_state(event, before, after, since or 0, point.version), since or 0)


def restored_state(
    event: Event, before: EventHistory, after: EventHistory, since: int, version: int
) -> EventHistory:
    """Return the event `before` restored to `after`, its state in this version.

    The current visibility stays: restoring must not make a private event public (a change of it can be undone
    alone). What players have done for themselves stays, too; `since` is the id of the first entry undone.
    Raises InconsistentParts unless the event can be read back from its own file.
    """
    new_ids = {key: event.current_player_id(key, version) for key in after.names}
    after = replace(with_player_ids(after, new_ids), visibility=before.visibility)
    after = keep_self_service(event, after, since)
    check_readable(after)
    return after


def check_same_players(event: Event, entry: LogEntry):
    """Raise RuleViolation if this entry is about a player whose id belongs to another one now."""
    for key in event.reused_ids:
        if part_paths.player(key) in entry.changes and event.current_player_id(key, entry.version) != key:
            owner = Player.with_removed.get(event=event, public_id=key)
            raise RuleViolation(REUSED_ID, id=key, name=owner.name)


def without_log(history: EventHistory) -> EventHistory:
    """Return an event file's event without its log and published standings."""
    return join_event(split_event(history), [player.id for player in history.players])
