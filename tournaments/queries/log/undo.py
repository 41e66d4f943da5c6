"""Going back: an event as it is and as it would be with an action taken back, done again, or at a moment."""

from dataclasses import dataclass, replace

from ...models import Event, LogEntry, Snapshot
from ...rules import event_file, finals
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, EventHistory, LogRecord
from ...rules.log.event_parts import NO_FIT, changed_since, event_of, parts_of, put_back, rewound
from ...rules.settings import locking
from ..history.cache import history_of
from .log_page import UNDO
from .undo_conflicts import changed_by, stood_on_by

RESTORE = "restore"
AS_IT_WAS = _("Nothing has changed since: the event is as it was.")


@dataclass(frozen=True)
class Turn:
    """The whole event `now` and as it would be `then`; `since`: id of the first entry that is taken back."""

    now: EventHistory
    then: EventHistory
    since: int


def in_force(event: Event):
    """The actions that can be taken back, the last one first: those that changed something and are not taken
    back. What was done again is taken back by the action that did so."""
    left = LogEntry.objects.filter(event=event, undone_by=None)
    return left.exclude(action=UNDO).exclude(changes={}).order_by("-id")


def last_turn(entry: LogEntry) -> LogEntry:
    """What was done last about this action: itself, the undo that took it back, what did it again, …"""
    while (later := LogEntry.objects.filter(undoes=entry).first()) is not None:
        entry = later
    return entry


def without(event: Event, entry: LogEntry) -> Turn:
    """The event with one action alone taken back, however old; of an undo: what it took back done again.

    RuleViolation where what it changed has changed since, or something stands on it, with words that name it.
    """
    now = history_of(event)
    parts = parts_of(now)
    try:
        changed = set(changed_since(parts, entry.changes))
        if changed:
            raise changed_by(event, now, entry, changed)
        order = put_back(parts, [player.id for player in now.players], entry.changes)
        then = event_of(parts, order)
        event_file.read(event_file.write(then))
        if loosened(now, then):
            raise ValueError("a match of finals would stand on nothing")
        if event.log.filter(id__gt=entry.id).exclude(changes={}).exists():
            check_settings(now, then)
    except RuleViolation as wrong:
        if wrong.params.keys() & {"path", "wrong"}:
            raise stood_on_by(event, now, entry) from None
        raise
    except (ValueError, TypeError, KeyError, AttributeError):
        raise stood_on_by(event, now, entry) from None
    return Turn(now, then, entry.id)


def loosened(now: EventHistory, then: EventHistory) -> bool:
    """Whether a match of finals would stay of which nobody knows any more who meets in it."""
    for number, (was, will) in enumerate(zip(now.phases, then.phases, strict=False), 1):
        if not (was.kind == will.kind == BRACKET and was.rounds and will.rounds):
            continue
        if (standing(now, number) - standing(then, number)) & drawn(then, number):
            return True
    return False


def drawn(history: EventHistory, phase: int) -> set[str]:
    """The slots of the finals' matches that are drawn."""
    return {meeting.slot.id for meeting in finals.bracket_of(history, phase).meetings if meeting.match}


def standing(history: EventHistory, phase: int) -> set[str]:
    """The slots of which all the matches are decided that they are fed by."""
    bracket = finals.bracket_of(history, phase)
    fed = {slot.id: {one for read in slot.reads for one in read.of} for slot in bracket.table.matches}
    return {slot for slot, feeding in fed.items() if all(bracket.meeting(one).decided for one in feeding)}


def check_settings(now: EventHistory, then: EventHistory):
    """RuleViolation where settings would change as nobody may change them any more."""
    locking.check_rulebook(now, then)
    for number, (was, will) in enumerate(zip(now.phases, then.phases, strict=False), 1):
        if was.rounds and will.rounds and was.settings != will.settings:
            locking.check(now, number, will.settings)


def before(event: Event, entry: LogEntry) -> Turn:
    """The event as it was before this action. RuleViolation where its log does not fit it."""
    now = history_of(event)
    rows = event.log.filter(id__gte=entry.id).order_by("id").values_list("changes", flat=True)
    lines = tuple(LogRecord("", "", "", changes) for changes in rows)
    then = as_visible_as(now, rewound(now, lines, fitting=True))
    return Turn(now, sound(then), entry.id)


def at_point(event: Event, point: Snapshot) -> Turn:
    """The event as it was at a restore point."""
    since = event.log.filter(version__gt=point.version).order_by("id").values_list("id", flat=True).first()
    now, then = history_of(event), event_file.read_text(point.file)
    return Turn(now, as_visible_as(now, event_of_file(then)), since or 0)


def as_visible_as(now: EventHistory, then: EventHistory) -> EventHistory:
    """Who sees the event is no part of what was played: one that is private by now does not become public by
    going back. (That change itself can be taken back alone.)"""
    return replace(then, visibility=now.visibility)


def event_of_file(history: EventHistory) -> EventHistory:
    """An event file's event without its log and lists: what stands in rows."""
    return event_of(parts_of(history), [player.id for player in history.players])


def sound(history: EventHistory) -> EventHistory:
    """The event, where it reads as its own file. RuleViolation where it does not."""
    try:
        event_file.read(event_file.write(history))
    except (RuleViolation, ValueError, TypeError, KeyError, AttributeError):
        raise RuleViolation(NO_FIT) from None
    return history
