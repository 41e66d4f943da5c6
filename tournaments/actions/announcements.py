"""Announcements: one line of the organiser on every phone and screen."""

from dataclasses import replace

from ..models import Event
from ..queries import histories
from ..rules import history, paths
from ..rules.announcements import one_line
from ..rules.errors import RuleViolation, _
from ..rules.moments import to_the_second
from .change import By, changing


def announce(event: Event, by: By, text: str):
    """Say something to everybody, in place of what was said before; no words take it back.

    RuleViolation where the line is too long, or there is nothing to take back.
    """
    with changing(event, by, "announce") as change:
        line, before = one_line(text), histories.event_of(change.event)
        if not line and not before.announcement:
            raise RuleViolation(_("Type what everybody shall read."))
        said = history.Announcement(line, to_the_second(change.now)) if line else None
        change.put(paths.EVENT, replace(before, announcement=said))
