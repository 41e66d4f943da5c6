"""Restore points: event files to go back to, kept before each round and when somebody asks."""

from ...models import Event, Snapshot
from ...queries.history import load
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ..change import By, Change, changing

LONGEST_NAME = 100
# A file each; those kept by themselves do not count.
MOST_BY_HAND = 100


def keep_point(event: Event, by: By, name: str):
    """Keep the event as it is now under a name, to go back to."""
    name = " ".join("".join(filter(str.isprintable, name)).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise RuleViolation(_("Give the restore point a name of up to {most} letters."), most=LONGEST_NAME)
    with changing(event, by, f"keep_point: {name}") as change:
        if Snapshot.objects.filter(event=event).exclude(who="").count() >= MOST_BY_HAND:
            raise RuleViolation(_("{most} restore points are kept by hand: that is all."), most=MOST_BY_HAND)
        keep_snapshot(change, name, by.who)


def keep_snapshot(change: Change, reason: str, who: str = ""):
    """Keep the event's file as it was before this action."""
    file = event_file.text(load.with_log(change.event, change.before))
    Snapshot.objects.create(
        event=change.event, version=change.event.version, at=change.now, who=who, reason=reason, file=file
    )
