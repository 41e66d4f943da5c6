"""The round timer, and announcements."""

from datetime import datetime, timedelta
from math import ceil

from ..errors import RuleViolation, _
from ..event_file.fields import format_utc_seconds
from ..history import PUBLISHED, Announcement, EventHistory, MatchRecord, RoundClock
from ..settings.fields import MAX_ROUND_MINUTES
from .progress import has_ended

MAX_EXTRA_MINUTES = 120


def start_clock(clock: RoundClock | None, minutes: int, now: datetime) -> RoundClock:
    """Return a clock running for these minutes. RuleViolation if one is started or no length is set."""
    if clock:
        raise RuleViolation(_("The round timer is already running. Change its minutes instead."))
    if not minutes:
        raise RuleViolation(_("This event has no round length. Set it in Settings."))
    return running_clock(now + timedelta(minutes=minutes))


def pause_clock(clock: RoundClock | None, now: datetime) -> RoundClock:
    """Return the paused clock with the seconds left. RuleViolation if it does not run."""
    if clock is None or clock.ends_at is None:
        raise RuleViolation(_("The round timer isn’t running."))
    if not (left := seconds_left(clock, now)):
        raise RuleViolation(_("Time is up. Add minutes instead."))
    return RoundClock(left=left)


def resume_clock(clock: RoundClock | None, now: datetime) -> RoundClock:
    """Return a paused clock running again. RuleViolation if it is not paused."""
    if clock is None or clock.left is None:
        raise RuleViolation(_("The round timer isn’t paused."))
    return running_clock(now + timedelta(seconds=clock.left))


def change_minutes(clock: RoundClock | None, minutes: int, now: datetime) -> RoundClock:
    """Return the clock with these minutes added for the whole round, or taken away, down to 0 at least.

    Once the time is over, more minutes count from now. RuleViolation without a clock, or beyond its bounds.
    """
    if clock is None:
        raise RuleViolation(_("The round timer hasn’t been started."))
    left = max(0, seconds_left(clock, now) + 60 * minutes)
    if left > 60 * MAX_ROUND_MINUTES:
        raise RuleViolation(_("A round can last at most {most} minutes."), most=MAX_ROUND_MINUTES)
    if clock.ends_at is None:
        return RoundClock(left=left)
    ends = max(datetime.fromisoformat(clock.ends_at), now) + timedelta(minutes=minutes)
    return running_clock(max(ends, now))


def minutes_between(before: RoundClock, after: RoundClock) -> int:
    """Return the whole minutes by which a timer was moved."""
    if before.ends_at is None:
        return round((after.left - before.left) / 60)
    old_end, new_end = (datetime.fromisoformat(clock.ends_at) for clock in (before, after))
    return round((new_end - old_end).total_seconds() / 60)


def add_table_minutes(match: MatchRecord, minutes: int) -> int:
    """Return the table's time extension after adding (or taking away) these minutes.

    RuleViolation for a bye, a reported table, and a time extension out of bounds.
    """
    if match.is_bye:
        raise RuleViolation(_("A bye can’t have a time extension."))
    if match.reported:
        raise RuleViolation(
            _("Table {table} already has a result, so it can’t have a time extension."), table=match.table
        )
    extra = match.extra_minutes + minutes
    if not minutes or not 0 <= extra <= MAX_EXTRA_MINUTES:
        message = _("Table {table} can have a time extension of 0 to {most} minutes; it now has {now}.")
        raise RuleViolation(message, table=match.table, most=MAX_EXTRA_MINUTES, now=match.extra_minutes)
    return extra


def seconds_left(clock: RoundClock, now: datetime) -> int:
    """Return the whole seconds left of the round's time; 0 after its end."""
    if clock.ends_at is None:
        return clock.left
    return max(0, ceil((datetime.fromisoformat(clock.ends_at) - now).total_seconds()))


def table_ends_at(clock: RoundClock, match: MatchRecord) -> str | None:
    """Return when the table's time ends, as an ISO time; None while the clock is paused."""
    if clock.ends_at is None:
        return None
    return format_utc_seconds(datetime.fromisoformat(clock.ends_at) + timedelta(minutes=match.extra_minutes))


def running_clock(ends: datetime) -> RoundClock:
    return RoundClock(ends_at=format_utc_seconds(ends))


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
