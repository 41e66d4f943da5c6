"""Announcements: one line of the organiser on every phone and screen."""

from dataclasses import replace

from ...models import Event
from ...queries.history import load
from ...rules.errors import RuleViolation, _
from ...rules.history import Announcement
from ...rules.log import part_paths
from ...rules.log.timestamps import to_the_second
from ...rules.rounds.announcements import one_line
from ..change import By, changing


def announce(event: Event, by: By, text: str):
    """Say something to everybody, in place of what was said before; no words take it back.

    RuleViolation where the line is too long, or there is nothing to take back.
    """
    with changing(event, by, "announce") as change:
        line, before = one_line(text), load.event_of(change.event)
        if not line and not before.announcement:
            raise RuleViolation(_("Type what everybody shall read."))
        said = Announcement(line, to_the_second(change.now)) if line else None
        change.put(part_paths.EVENT, replace(before, announcement=said))
