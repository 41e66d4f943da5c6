"""Announcements: one line on all phones and screens."""

from dataclasses import replace

from ...models import Event
from ...queries.history import load
from ...rules.errors import RuleViolation, _
from ...rules.log import part_paths
from ...rules.rounds.announcements import BY_HAND, clean_announcement, make_announcement
from ..change import Actor, record_action


def announce(event: Event, actor: Actor, text: str, ends: str = BY_HAND):
    """Replace the announcement; an empty text removes it. `ends` is as in make_announcement.

    Raises RuleViolation if the line is too long, there is nothing to remove, or no round to end with.
    """
    with record_action(event, actor, "announce") as change:
        line, before = clean_announcement(text), load.event_from_row(change.event)
        if not line and not before.announcement:
            raise RuleViolation(_("Type an announcement."))
        announcement = make_announcement(change.history, line, ends, change.now) if line else None
        change.set_part(part_paths.EVENT, replace(before, announcement=announcement))
