"""Check-in before round 1: whether it is open, and which players are missing."""

from datetime import datetime

from ..history import EventHistory, PlayerRecord
from ..history.registration import NO_CHECK_IN, CheckInSettings
from .settings import has_started, is_open_now, is_too_early

# What the settings say at one moment.
EARLY, OPEN, CLOSED = "early", "open", "closed"


def opening(settings: CheckInSettings, now: datetime) -> str:
    """Return EARLY before the time at which check-in opens, else OPEN or CLOSED."""
    if settings.open and is_too_early(settings, now):
        return EARLY
    return OPEN if is_open_now(settings, now) else CLOSED


def is_open(history: EventHistory, now: datetime) -> bool:
    """Return whether players can check in themselves; never once the event has started."""
    return opening(history.check_in, now) == OPEN and not has_started(history)


def is_used(history: EventHistory) -> bool:
    """Return whether the event has not started and has check-in: settings, or a player who is checked in."""
    if has_started(history):
        return False
    return history.check_in != NO_CHECK_IN or any(player.checked_in_at for player in history.players)


def expected_players(history: EventHistory) -> list[PlayerRecord]:
    """Return the players who have to be there for round 1, in the event's order.

    A player with a bye in round 1 may come later, and counts only once they are checked in.
    """
    return [
        player
        for player in history.players
        if not player.has_left and (player.checked_in_at or 1 not in player.byes)
    ]


def missing_players(history: EventHistory) -> list[PlayerRecord]:
    """Return the expected players who are not checked in."""
    return [player for player in expected_players(history) if not player.checked_in_at]
