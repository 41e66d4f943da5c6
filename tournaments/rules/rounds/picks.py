"""When phones may report for a player whose name they picked."""

from datetime import timedelta

from ..history import DRAFT, PRIVATE, EventHistory
from ..settings.fields import ANYONE
from .progress import has_ended

# Of one origin (address and browser), which may be one phone that deletes its cookies: if it has picked more
# names than this in this time, they are marked at the desk.
MAX_UNMARKED_PICKS = 3
MARKING_PERIOD = timedelta(minutes=10)


def may_anyone_report(history: EventHistory) -> bool:
    """Return whether the current phase lets anyone report who picks a name, whatever its state."""
    return history.current_phase.settings.reporting == ANYONE


def lets_pick(history: EventHistory) -> bool:
    """Return whether phones can pick a name in this event, now or once round 1 is published.

    Not in private events, whose pages the venue's QR code does not open.
    """
    is_hidden = history.visibility == PRIVATE
    return may_anyone_report(history) and not is_hidden and not has_ended(history)


def are_picks_open(history: EventHistory) -> bool:
    """Return whether phones can pick a name now: from the first published round to the end."""
    is_published = any(round_.state != DRAFT for phase in history.phases for round_ in phase.rounds)
    return is_published and lets_pick(history)
