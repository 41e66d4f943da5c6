"""Announcements: one line on all phones and screens."""

from dataclasses import replace

from ... import access
from ...queries.history import load
from ...rules.errors import RuleViolation, _
from ...rules.log import part_paths
from ...rules.rounds.announcements import BY_HAND, clean_announcement, make_announcement
from ..change import Change, action


@action(
    access.ANNOUNCE,
    log={"announce": _("Announcement: {announcement}"), "announcement_removed": _("Announcement removed")},
)
def announce(change: Change, text: str, ends: str = BY_HAND):
    """Replace the announcement; an empty text removes it. `ends` is as in make_announcement.

    Raises RuleViolation if the line is too long, there is nothing to remove, or no round to end with.
    """
    line, before = clean_announcement(text), load.event_from_row(change.event)
    if not line and not before.announcement:
        raise RuleViolation(_("Type an announcement."))
    change.log("announce" if line else "announcement_removed")
    announcement = make_announcement(change.history, line, ends, change.now) if line else None
    change.set_part(part_paths.EVENT, replace(before, announcement=announcement))
