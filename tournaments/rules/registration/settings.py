"""The state of registration and check-in: open or closed, and the places left."""

from dataclasses import replace
from datetime import datetime

from ..errors import _
from ..history import EventHistory
from ..history.registration import CheckInSettings, RegistrationSettings
from ..rounds import progress

MAX_CAP, MAX_ADDRESS_LIMIT = 20_000, 10_000
MAX_TEXT_LINES, MAX_LINE_LENGTH = 40, 1000
MAX_FIELDS, MAX_CHOICES, MAX_LABEL_LENGTH = 10, 30, 80
# How long a place is held for a player who has not confirmed the email address yet.
HOLD_MINUTES = 60

EVENT_IS_OVER = _("This event is over.")
HAS_STARTED = _("The event has started. Please ask the organiser if you can still join.")
NOT_OPEN = _("Registration isn’t open.")
NOT_OPEN_YET = _("Registration hasn’t opened yet.")
HAS_CLOSED = _("Registration has closed.")


def has_started(history: EventHistory) -> bool:
    """Return whether round 1, or the pods of a draft, have been drawn."""
    first = history.phase(1)
    return bool(first.rounds or first.pods)


def is_open_now(settings: RegistrationSettings | CheckInSettings, now: datetime) -> bool:
    """Return whether it is switched on, and now is between its times."""
    return settings.open and not is_too_early(settings, now) and not is_too_late(settings, now)


def is_too_early(settings: RegistrationSettings | CheckInSettings, now: datetime) -> bool:
    return bool(settings.opens_at) and now < datetime.fromisoformat(settings.opens_at)


def is_too_late(settings: RegistrationSettings | CheckInSettings, now: datetime) -> bool:
    return bool(settings.closes_at) and now >= datetime.fromisoformat(settings.closes_at)


def opened_now(settings: RegistrationSettings, now: datetime) -> RegistrationSettings:
    """Return the settings with registration open from now on, without times that keep it closed."""
    opens_at = None if is_too_early(settings, now) else settings.opens_at
    closes_at = None if is_too_late(settings, now) else settings.closes_at
    return replace(settings, open=True, opens_at=opens_at, closes_at=closes_at)


def closed_now(settings: RegistrationSettings) -> RegistrationSettings:
    return replace(settings, open=False)


def refusal(history: EventHistory, now: datetime) -> str:
    """Return why nobody can register now, whatever the number of places; empty if players can."""
    settings = history.registration
    if progress.has_ended(history):
        return EVENT_IS_OVER
    if has_started(history):
        return HAS_STARTED
    if not settings.open:
        return NOT_OPEN
    if is_too_early(settings, now):
        return NOT_OPEN_YET
    return HAS_CLOSED if is_too_late(settings, now) else ""


def places_left(history: EventHistory, held: int) -> int | None:
    """Return how many places are free, 0 or more; None without a cap.

    `held` is the number of places that are held for players who have to confirm their email address.
    """
    cap = history.registration.cap
    if cap is None:
        return None
    return max(0, cap - sum(not player.has_left for player in history.players) - held)
