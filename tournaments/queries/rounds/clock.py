"""The clock as pages show it: the running round's, that of deck building, and a table's extension."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext, ngettext

from ...rules.history import PUBLISHED, EventHistory, MatchRecord, RoundClock, RoundRecord
from ...rules.rounds import clock as clocks
from ...rules.rounds import progress

# Minutes more for a whole round, or less, by one press: as they are sent, as they are read.
PRESSES = (("-5", "−5"), ("-1", "−1"), ("1", "+1"), ("5", "+5"))


@dataclass(frozen=True)
class ClockShown:
    """A time that runs until `ends_at`, an ISO time (`until`: its time of day where the event is), or stands
    still with `left` (“12:34”); `after`: what the rulebook says becomes of a match when it is over."""

    label: str
    ends_at: str = ""
    until: str = ""
    left: str = ""
    after: str = ""
    is_building: bool = False

    @property
    def stamp(self):
        """Another one for another clock."""
        return f"{self.label} {self.ends_at or self.left}"


def clock_of(history: EventHistory) -> ClockShown | None:
    """The clock of the round that is played, or of the deck building before a draft's first."""
    number = history.current
    phase, round_ = history.phase(number), progress.open_round(history, number)
    if phase.pods and not phase.rounds and phase.build_until:
        ends = phase.build_until
        until = time_text(history.timezone, ends)
        return ClockShown(gettext("Deck building"), ends, until, is_building=True)
    if round_ is None or round_.state != PUBLISHED or round_.clock is None:
        return None
    after = progress.settings_for(history, number).rulebook.after_time
    return clock_shown(round_.clock, history.timezone, gettext(after))


def is_timed(history: EventHistory) -> bool:
    """Whether a round is played that has a clock, or minutes for one."""
    round_ = progress.open_round(history, history.current)
    if round_ is None or round_.state != PUBLISHED:
        return False
    return round_.clock is not None or progress.settings_for(history, history.current).minutes > 0


def clock_shown(clock: RoundClock, zone: str, after: str = "") -> ClockShown:
    label = gettext("Time left")
    if clock.ends_at is None:
        return ClockShown(label, left=span_text(clock.left), after=after)
    return ClockShown(label, clock.ends_at, time_text(zone, clock.ends_at), after=after)


def time_text(zone: str, told: str | None) -> str:
    """“18:30” in this time zone, of an ISO time; empty without one."""
    return time_at(zone, datetime.fromisoformat(told)) if told else ""


def time_at(zone: str, at: datetime) -> str:
    """The same of a moment."""
    return at.astimezone(ZoneInfo(zone)).strftime("%H:%M")


def span_text(seconds: int) -> str:
    """“49:30”, as the script counts."""
    return f"{seconds // 60}:{seconds % 60:02}"


def more_text(history: EventHistory, round_: RoundRecord, match: MatchRecord) -> str:
    """“3 minutes more, until 14:58” while a table that was given more time plays on; else empty."""
    if not match.extra_minutes or match.reported or round_.state != PUBLISHED:
        return ""
    words = ngettext("{minutes} minute more", "{minutes} minutes more", match.extra_minutes)
    said = words.format(minutes=match.extra_minutes)
    ends = clocks.table_ends_at(round_.clock, match) if round_.clock else None
    if ends is None:
        return said
    return gettext("{more}, until {time}").format(more=said, time=time_text(history.timezone, ends))
