"""Where play stands."""

from ..models import Event, Round
from ..rules import history
from ..rules.errors import RuleViolation, _


def current_round(event: Event) -> tuple[int, int]:
    """(phase, round) of the current round: the lowest of the current phase that is not finished.

    Raises RuleViolation where none is open.
    """
    last = Round.objects.filter(phase__event=event).order_by("-phase__number", "-number").first()
    open_ = Round.objects.filter(phase=last.phase).exclude(state=history.FINISHED) if last else None
    current = open_.order_by("number").first() if last else None
    if current is None:
        raise RuleViolation(_("No round is open: pair the next one first."))
    return current.phase.number, current.number
