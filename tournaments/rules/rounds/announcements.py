"""The organiser's announcements: their text, and when they end."""

from datetime import datetime, timedelta

from ..errors import RuleViolation, _
from ..history import PUBLISHED, Announcement, EventHistory
from ..log.timestamps import format_utc_seconds
from .progress import has_ended

MAX_ANNOUNCEMENT_LENGTH = 200
# Values of the choice when an announcement ends; the others are minutes.
BY_HAND, WITH_ROUND = "", "round"
ANNOUNCEMENT_MINUTES = (5, 15, 30)


def clean_announcement(text: str) -> str:
    """Return the text on one line, without unprintable characters. RuleViolation if it is too long."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if len(line) > MAX_ANNOUNCEMENT_LENGTH:
        message = _("Shorten the announcement to at most {most} characters. It has {count}.")
        raise RuleViolation(message, most=MAX_ANNOUNCEMENT_LENGTH, count=len(line))
    return line


def make_announcement(history: EventHistory, line: str, ends: str, now: datetime) -> Announcement:
    """Return an announcement of now; `ends` is BY_HAND, WITH_ROUND, or one of ANNOUNCEMENT_MINUTES.

    Raises RuleViolation if it would end with a round and none is in progress, or the event has ended.
    """
    if has_ended(history):
        raise RuleViolation(_("The event has ended, and its announcements with it."))
    at = format_utc_seconds(now)
    if ends == BY_HAND:
        return Announcement(line, at)
    if ends != WITH_ROUND:
        return Announcement(line, at, ends_at=format_utc_seconds(now + timedelta(minutes=int(ends))))
    phase = history.current_phase
    round_ = phase.open_round
    if round_ is None or round_.state != PUBLISHED:
        raise RuleViolation(_("No round is in progress. Choose another end for the announcement."))
    return Announcement(line, at, phase=phase.number, round=round_.number)


def has_expired(announcement: Announcement | None, now: datetime) -> bool:
    """Return whether the time of the announcement is over."""
    ends_at = announcement and announcement.ends_at
    return bool(ends_at) and datetime.fromisoformat(ends_at) <= now


def current_announcement(history: EventHistory, now: datetime) -> Announcement | None:
    """Return the announcement unless it has ended: its time, its round or the event is over."""
    announcement = history.announcement
    if announcement is None or has_expired(announcement, now) or has_ended(history):
        return None
    if announcement.round is not None:
        round_ = history.find_round(announcement.phase, announcement.round)
        if round_ is None or round_.state != PUBLISHED:
            return None
    return announcement
