"""The round timer: start, pause, resume, change, and the end of each table's time."""

from datetime import datetime, timedelta
from math import ceil

from ..errors import RuleViolation, _
from ..history import MatchRecord, RoundClock
from ..log.timestamps import to_the_second
from ..settings.on_site import MOST_MINUTES

MAX_EXTRA_MINUTES = 120


def start_clock(clock: RoundClock | None, minutes: int, now: datetime) -> RoundClock:
    """Return a running clock of so many minutes. RuleViolation if there is one already, or no length is
    set.
    """
    if clock:
        raise RuleViolation(_("The clock is started already: change its minutes instead."))
    if not minutes:
        raise RuleViolation(_("Rounds have no length here: set their minutes in the settings."))
    return running_clock(now + timedelta(minutes=minutes))


def pause_clock(clock: RoundClock | None, now: datetime) -> RoundClock:
    """Return the paused clock with the seconds left. RuleViolation if it does not run."""
    if clock is None or clock.ends_at is None:
        raise RuleViolation(_("The clock does not run."))
    if not (left := seconds_left(clock, now)):
        raise RuleViolation(_("The time is over: give more minutes instead."))
    return RoundClock(left=left)


def resume_clock(clock: RoundClock | None, now: datetime) -> RoundClock:
    """Return a paused clock running again. RuleViolation if it is not paused."""
    if clock is None or clock.left is None:
        raise RuleViolation(_("The clock is not paused."))
    return running_clock(now + timedelta(seconds=clock.left))


def change_minutes(clock: RoundClock | None, minutes: int, now: datetime) -> RoundClock:
    """Return the clock with so many minutes added for the whole round, or taken away, at least down to 0.

    Once the time is over, more minutes count from now. RuleViolation without a clock, or beyond its bounds.
    """
    if clock is None:
        raise RuleViolation(_("The clock has not been started."))
    left = max(0, seconds_left(clock, now) + 60 * minutes)
    if left > 60 * MOST_MINUTES:
        raise RuleViolation(_("A round has at most {most} minutes."), most=MOST_MINUTES)
    if clock.ends_at is None:
        return RoundClock(left=left)
    ends = max(datetime.fromisoformat(clock.ends_at), now) + timedelta(minutes=minutes)
    return running_clock(max(ends, now))


def add_table_minutes(match: MatchRecord, minutes: int) -> int:
    """Return the table's time extension after adding (or taking away) these minutes.

    RuleViolation for a bye, a reported table, and a time extension out of bounds.
    """
    if match.is_bye:
        raise RuleViolation(_("A bye needs no time."))
    if match.reported:
        raise RuleViolation(_("Table {table} has its result: it needs no more time."), table=match.table)
    extra = match.extra_minutes + minutes
    if not minutes or not 0 <= extra <= MAX_EXTRA_MINUTES:
        words = _("Table {table} may have 0 to {most} minutes more than the round; it has {now} now.")
        raise RuleViolation(words, table=match.table, most=MAX_EXTRA_MINUTES, now=match.extra_minutes)
    return extra


def seconds_left(clock: RoundClock, now: datetime) -> int:
    """Whole seconds left of the round's time; 0 after its end."""
    if clock.ends_at is None:
        return clock.left
    return max(0, ceil((datetime.fromisoformat(clock.ends_at) - now).total_seconds()))


def table_ends_at(clock: RoundClock, match: MatchRecord) -> str | None:
    """When the table's time ends, an ISO time; None while the clock is stopped."""
    if clock.ends_at is None:
        return None
    return to_the_second(datetime.fromisoformat(clock.ends_at) + timedelta(minutes=match.extra_minutes))


def running_clock(ends: datetime) -> RoundClock:
    return RoundClock(ends_at=to_the_second(ends))
