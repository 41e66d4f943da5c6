"""Actions taken back and done again, the last one or any; and the whole event as it was before."""

from contextlib import contextmanager

from django.db import IntegrityError

from ...models import Event, LogEntry, RemovedLink
from ...queries.log import undo as turns
from ...queries.log.log_page import REDO, UNDO
from ...queries.log.restore_points import point_at
from ...queries.log.undo import RESTORE, Turn
from ...rules.errors import RuleViolation, _
from ...rules.log import part_paths, timestamps
from ...rules.log.event_parts import NO_FIT, differing
from ...rules.log.part_json import family
from ..change import CLAIM, By, Change, changing

# What phones and time do by themselves, and the parts that these change.
BY_PHONES = (CLAIM, "agree_result", "settle_claims")
TABLES = ("match", "player")
LOOKED_AT = 50
MOST_REASON = 180


def undo(event: Event, by: By, entry_id: int | None = None) -> LogEntry:
    """Take an action back: the event's last one, or this one alone, however old; gives its entry.

    Rows are changed in place, so that addresses live on. Raises RuleViolation where there is nothing to take
    back, and in words that name it where a later action changed the same or stands on it.
    """
    with fitting(UNDO, event, by) as change:
        entry = turns.in_force(change.event).first() if entry_id is None else entry_of(change.event, entry_id)
        if entry is None:
            raise RuleViolation(_("There is nothing to take back."))
        last = turns.last_turn(entry)
        if last.action == UNDO:
            raise RuleViolation(_("That is taken back already."))
        put_turn(change, turns.without(change.event, last), last)
    return entry


def redo(event: Event, by: By, entry_id: int) -> LogEntry:
    """Do again what was taken back: the action of this entry, or what this undo took back.

    Raises RuleViolation as `undo` does.
    """
    with fitting(REDO, event, by) as change:
        entry = entry_of(change.event, entry_id)
        last = turns.last_turn(entry)
        if last.action != UNDO:
            raise RuleViolation(_("That is not taken back."))
        put_turn(change, turns.without(change.event, last), last)
    return entry


def go_back(event: Event, by: By, entry_id: int):
    """Put every part of the event back as it was before this entry of the log; that can be taken back, too.

    Raises RuleViolation where the log does not fit the event.
    """
    with fitting(RESTORE, event, by) as change:
        entry = entry_of(change.event, entry_id)
        change.action = f"{RESTORE}: {timestamps.in_utc(entry.at)}"
        put_turn(change, turns.before(change.event, entry))


def go_back_to_point(event: Event, by: By, point_id: int):
    """Put every part of the event back as it was at a restore point; that can be taken back, too."""
    with fitting(RESTORE, event, by) as change:
        point = point_at(change.event, point_id)
        change.action = f"{RESTORE}: {point.reason[:MOST_REASON]}"
        put_turn(change, turns.at_point(change.event, point))


@contextmanager
def fitting(action: str, event: Event, by: By):
    """`changing`, for what a log or file says: it is trusted no further than it fits."""
    try:
        with changing(event, by, action) as change:
            yield change
    except IntegrityError:
        raise RuleViolation(NO_FIT) from None


def entry_of(event: Event, entry_id: int) -> LogEntry:
    entry = LogEntry.objects.filter(event=event, pk=entry_id).first()
    if entry is None:
        raise RuleViolation(_("There is no such line in the log."))
    return entry


def put_turn(change: Change, turn: Turn, undoes: LogEntry | None = None):
    """Put each part as it would be then; who comes back has the link they had."""
    for path, part in differing(turn.now, turn.then).items():
        change.put(path, part)
    if not change.parts:
        raise RuleViolation(turns.AS_IT_WAS)
    change.undoes, change.goes_back = undoes, True
    change.order = [player.id for player in turn.then.players]
    links = RemovedLink.objects.filter(entry__event=change.event)
    links = links.filter(entry=undoes) if undoes else links.filter(entry_id__gte=turn.since)
    change.links = links.order_by("id")


def undoable(event: Event) -> tuple[LogEntry, ...]:
    """The actions that the desk offers to take back at once, the last one first: that one, and the desk's
    last before it if it was of tables and players, and only phones and time have done something since."""
    left = turns.in_force(event)
    of_desk = left.exclude(action__in=BY_PHONES).first()
    since = left.filter(id__gt=of_desk.id if of_desk else 0)[:LOOKED_AT]
    entries = [*since, *([of_desk] if of_desk else [])]
    return tuple(entry for at, entry in enumerate(entries) if at == 0 or is_of_tables(entry))


def is_of_tables(entry: LogEntry) -> bool:
    return {family(part_paths.split(path)[0]) for path in entry.changes} <= set(TABLES)


def last_action(event: Event) -> LogEntry | None:
    """The last action that can be taken back."""
    return turns.in_force(event).first()
