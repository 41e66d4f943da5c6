"""Restore points: event files stored before each round, and on request."""

from ... import access
from ...models import RestorePoint
from ...queries.history import load
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ..change import Change, action

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
