"""The clock on pages: the running round's, deck building's, and a table's time extension."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext, ngettext

from ...rules.history import PUBLISHED, EventHistory, MatchRecord, RoundClock, RoundRecord
from ...rules.rounds import clock as clocks

# Buttons that change the round's time: minutes, label.
CLOCK_STEPS = (("-5", "−5"), ("-1", "−1"), ("1", "+1"), ("5", "+5"))


@dataclass(frozen=True)
class ClockFields:
    """A clock that runs until `ends_at` (ISO; `until` is the local time) or is paused with `left` (“12:34”).

    `after` is the rulebook's end-of-round procedure.
    """

    label: str
    ends_at: str = ""
    until: str = ""
    left: str = ""
    after: str = ""
    is_building: bool = False

    @property
    def stamp(self):
        """Return a key that changes with the clock."""
        return f"{self.label} {self.ends_at or self.left}"


def clock_of(history: EventHistory) -> ClockFields | None:
    """Return the clock of the running round, or of deck building before a draft's first round."""
    phase = history.current_phase
    round_, ends_at = phase.open_round, phase.build_until
    if phase.pods and not phase.rounds and ends_at:
        until = time_text(history.timezone, ends_at)
        return ClockFields(gettext("Deck building"), ends_at, until, is_building=True)
    if round_ is None or round_.state != PUBLISHED or round_.clock is None:
        return None
    after = history.current_phase.settings.rulebook.after_time
    return clock_fields(round_.clock, history.timezone, gettext(after))


def is_timed(history: EventHistory) -> bool:
    """Return whether the running round has a clock or a time limit."""
    round_ = history.current_phase.open_round
    if round_ is None or round_.state != PUBLISHED:
        return False
    return round_.clock is not None or history.current_phase.settings.minutes > 0


def clock_fields(clock: RoundClock, zone: str, after: str = "") -> ClockFields:
    label = gettext("Time left")
    if clock.ends_at is None:
        # Formatted as “49:30”, like the script does.
        return ClockFields(label, left=f"{clock.left // 60}:{clock.left % 60:02}", after=after)
    return ClockFields(label, clock.ends_at, time_text(zone, clock.ends_at), after=after)


def time_text(zone: str, iso_time: str | None) -> str:
    """Format an ISO time as “18:30” in this time zone; empty for None."""
    return time_at(zone, datetime.fromisoformat(iso_time)) if iso_time else ""


def time_at(zone: str, at: datetime) -> str:
    """Format a datetime as “18:30” in this time zone."""
    return at.astimezone(ZoneInfo(zone)).strftime("%H:%M")


def extension_text(history: EventHistory, round_: RoundRecord, match: MatchRecord) -> str:
    """Return “3 minutes more, until 14:58” for an unreported table with a time extension, else empty."""
    if not match.extra_minutes or match.reported or round_.state != PUBLISHED:
        return ""
    extension = ngettext(
        "{minutes}-minute time extension", "{minutes}-minute time extension", match.extra_minutes
    )
    extension = extension.format(minutes=match.extra_minutes)
    ends = clocks.table_ends_at(round_.clock, match) if round_.clock else None
    if ends is None:
        return extension
    return gettext("{more}, until {time}").format(more=extension, time=time_text(history.timezone, ends))
