"""Taking back the last action."""

from django.db import IntegrityError, transaction

from ..models import Event, LogEntry
from ..queries import histories
from ..rules import event_file, paths
from ..rules.errors import RuleViolation, _
from ..rules.fragments import family, from_json
from . import rows
from .change import By, Change, changing


def undo(event: Event, by: By, entry_id: int | None = None) -> LogEntry:
    """Take the event's last action back; rows are changed in place, so that addresses live on.

    `entry_id` says which action the page showed as the last. Raises RuleViolation where there is
    nothing to take back, where another action came in between, or where the log does not fit the event.
    """
    entry = last_action(event)
    if entry is None:
        raise RuleViolation(_("There is nothing to take back."))
    try:
        with transaction.atomic():
            with changing(event, by, "undo") as change:
                entry = last_action(change.event)
                if entry is None or entry_id not in (None, entry.id):
                    raise RuleViolation(_("Something else was done after it: take that back first."))
                take_back(change, entry)
                change.undoes = entry
            event_file.read(event_file.write(histories.history_of(change.event)))
    except (ValueError, TypeError, KeyError, AttributeError, IntegrityError):
        # A log that came in a file may say anything; it is trusted no further than it fits.
        raise RuleViolation(
            _("“{action}” cannot be taken back: what it changed has changed since."), action=entry.action
        ) from None
    return entry


def last_action(event: Event) -> LogEntry | None:
    """The last action that changed something, is not taken back, and is not itself an undo."""
    return (
        LogEntry.objects.filter(event=event, undoes=None, undone_by=None)
        .exclude(action="undo")
        .exclude(changes={})
        .order_by("id")
        .last()
    )


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
