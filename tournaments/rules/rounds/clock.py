"""The clock of a round: started, paused, changed, and when each table's time ends."""

from datetime import datetime, timedelta
from math import ceil

from ..errors import RuleViolation, _
from ..history import MatchRecord, RoundClock
from ..log.timestamps import to_the_second
from ..settings.on_site import MOST_MINUTES

MOST_EXTRA_MINUTES = 120


def started(clock: RoundClock | None, minutes: int, now: datetime) -> RoundClock:
    """A round's clock with so many minutes to go. RuleViolation where it has one, or has no length."""
    if clock:
        raise RuleViolation(_("The clock is started already: change its minutes instead."))
    if not minutes:
        raise RuleViolation(_("Rounds have no length here: set their minutes in the settings."))
    return running(now + timedelta(minutes=minutes))


def paused(clock: RoundClock | None, now: datetime) -> RoundClock:
    """The clock stopped; it keeps the seconds that are left. RuleViolation where it does not run."""
    if clock is None or clock.ends_at is None:
        raise RuleViolation(_("The clock does not run."))
    if not (left := seconds_left(clock, now)):
        raise RuleViolation(_("The time is over: give more minutes instead."))
    return RoundClock(left=left)


def resumed(clock: RoundClock | None, now: datetime) -> RoundClock:
    """A stopped clock running again. RuleViolation where it is not stopped."""
    if clock is None or clock.left is None:
        raise RuleViolation(_("The clock is not paused."))
    return running(now + timedelta(seconds=clock.left))


def changed(clock: RoundClock | None, minutes: int, now: datetime) -> RoundClock:
    """The clock with so many minutes more for the whole round, or less: at least none are left.

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
    return running(max(ends, now))


def extended(match: MatchRecord, minutes: int) -> int:
    """How many minutes more than the round a table has when it is given these more, or less.

    RuleViolation for a bye, a table whose result is in, and beyond the bounds.
    """
    if match.is_bye:
        raise RuleViolation(_("A bye needs no time."))
    if match.reported:
        raise RuleViolation(_("Table {table} has its result: it needs no more time."), table=match.table)
    extra = match.extra_minutes + minutes
    if not minutes or not 0 <= extra <= MOST_EXTRA_MINUTES:
        words = _("Table {table} may have 0 to {most} minutes more than the round; it has {now} now.")
        raise RuleViolation(words, table=match.table, most=MOST_EXTRA_MINUTES, now=match.extra_minutes)
    return extra


def seconds_left(clock: RoundClock, now: datetime) -> int:
    """Whole seconds until the round's time is over; 0 once it is."""
    if clock.ends_at is None:
        return clock.left
    return max(0, ceil((datetime.fromisoformat(clock.ends_at) - now).total_seconds()))


def table_ends_at(clock: RoundClock, match: MatchRecord) -> str | None:
    """When the table's time ends, an ISO time; None while the clock is stopped."""
    if clock.ends_at is None:
        return None
    return to_the_second(datetime.fromisoformat(clock.ends_at) + timedelta(minutes=match.extra_minutes))


def running(ends: datetime) -> RoundClock:
    return RoundClock(ends_at=to_the_second(ends))
