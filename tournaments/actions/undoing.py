"""Taking back the last action."""

from django.db import IntegrityError, transaction

from ..models import Event, LogEntry
from ..queries import histories
from ..rules import event_file, paths
from ..rules.errors import RuleViolation, _
from ..rules.fragments import family, from_json
from . import rows
from .change import CLAIM, By, Change, changing

# What phones and time do by themselves, and the parts that these change.
BY_PHONES = (CLAIM, "agree_result", "settle_claims")
TABLES = ("match", "player")
LOOKED_AT = 50


def undo(event: Event, by: By, entry_id: int | None = None) -> LogEntry:
    """Take the event's last action back; rows are changed in place, so that addresses live on.

    `entry_id` says which action the page showed: one of `undoable`. Raises RuleViolation where there is
    nothing to take back, where another action came in between, or where the log does not fit the event.
    """
    entry = chosen(event, entry_id)
    try:
        with transaction.atomic():
            with changing(event, by, "undo") as change:
                entry = chosen(change.event, entry_id)
                take_back(change, entry)
                change.undoes = entry
            event_file.read(event_file.write(histories.history_of(change.event)))
    except (ValueError, TypeError, KeyError, AttributeError, IntegrityError):
        # A log that came in a file may say anything; it is trusted no further than it fits.
        raise RuleViolation(
            _("“{action}” cannot be taken back: what it changed has changed since."), action=entry.action
        ) from None
    return entry


def chosen(event: Event, entry_id: int | None) -> LogEntry:
    entries = undoable(event)
    if not entries:
        raise RuleViolation(_("There is nothing to take back."))
    if entry_id is None:
        return entries[0]
    entry = next((entry for entry in entries if entry.id == entry_id), None)
    if entry is None:
        raise RuleViolation(_("Something else was done after it: take that back first."))
    return entry


def undoable(event: Event) -> tuple[LogEntry, ...]:
    """The actions that can be taken back now, the last one first: that one, and the desk's last before it if
    it was of tables and players, and only phones and time have done something since. Never one that changed
    nothing, is taken back, or is itself an undo."""
    left = LogEntry.objects.filter(event=event, undoes=None, undone_by=None)
    left = left.exclude(action="undo").exclude(changes={}).order_by("-id")
    of_desk = left.exclude(action__in=BY_PHONES).first()
    since = left.filter(id__gt=of_desk.id if of_desk else 0)[:LOOKED_AT]
    entries = [*since, *([of_desk] if of_desk else [])]
    return tuple(entry for at, entry in enumerate(entries) if at == 0 or is_of_tables(entry))


def is_of_tables(entry: LogEntry) -> bool:
    return {family(paths.split(path)[0]) for path in entry.changes} <= set(TABLES)


def last_action(event: Event) -> LogEntry | None:
    """The last action that can be taken back."""
    return next(iter(undoable(event)), None)


def take_back(change: Change, entry: LogEntry):
    """Put each part back as it was before the entry; ValueError where one is no longer as it left it."""
    names = {path: paths.split(path) for path in entry.changes}
    for kind in rows.KINDS:
        of_kind = {path: name for path, (k, name) in names.items() if family(k) == kind}
        now = rows.read(change.event, kind, list(of_kind.values()))
        for path, name in of_kind.items():
            before, after = entry.changes[path]
            if now.get(name) != from_json(kind, after, path):
                raise ValueError(path)
            change.put(path, from_json(kind, before, path))
