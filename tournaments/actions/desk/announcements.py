"""Announcements: one line on all phones and screens."""

from dataclasses import replace

from ...models import Event
from ...queries.history import load
from ...rules.errors import RuleViolation, _
from ...rules.history import Announcement
from ...rules.log import part_paths
from ...rules.log.timestamps import format_utc_seconds
from ...rules.rounds.announcements import clean_announcement
from ..change import Actor, record_action


def announce(event: Event, actor: Actor, text: str):
    """Replace the announcement; an empty text removes it.

    Raises RuleViolation if the line is too long, or there is nothing to remove.
    """
    with record_action(event, actor, "announce") as change:
        line, before = clean_announcement(text), load.event_from_row(change.event)
        if not line and not before.announcement:
            raise RuleViolation(_("Type an announcement."))
        announcement = Announcement(line, format_utc_seconds(change.now)) if line else None
        change.set_part(part_paths.EVENT, replace(before, announcement=announcement))
