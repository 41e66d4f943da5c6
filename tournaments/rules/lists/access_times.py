"""When players can change their lists, and when everyone can see them."""

from datetime import datetime

from ..errors import _
from ..history import DRAFT, EventHistory
from ..history.registration import AFTER_CUT, AFTER_EVENT, AT_ONCE
from ..registration.settings import has_started
from ..rounds import progress

NOT_ASKED = _("This event doesn’t ask for lists.")
EVENT_IS_OVER = _("This event is over.")
DEADLINE_PASSED = _("It’s too late to change your list here. Please ask the desk.")


def refusal(history: EventHistory, now: datetime) -> str:
    """Return why players cannot send lists now; empty if they can."""
    settings = history.lists
    if not settings.ask:
        return NOT_ASKED
    if progress.has_ended(history):
        return EVENT_IS_OVER
    is_late = now >= datetime.fromisoformat(settings.until) if settings.until else has_started(history)
    return DEADLINE_PASSED if is_late else ""


def are_public(history: EventHistory) -> bool:
    """Return whether everyone who sees the event sees the lists.

    AFTER_CUT is from the first published round of the last of several phases on, or from the event's end.
    """
    if not history.lists.ask:
        return False
    visible = history.lists.visible
    if visible == AT_ONCE:
        return True
    if visible not in (AFTER_CUT, AFTER_EVENT):
        return False
    return progress.has_ended(history) or (visible == AFTER_CUT and is_cut_published(history))


def is_cut_published(history: EventHistory) -> bool:
    rounds = history.phases[-1].rounds if len(history.phases) > 1 else ()
    return any(round_.state != DRAFT for round_ in rounds)
