"""Where play stands."""

from ...models import Event, Match, Round
from ...rules.errors import RuleViolation, _
from ...rules.history import FINISHED, PUBLISHED


def current_round(event: Event) -> tuple[int, int]:
    """(phase, round) of the current round: the lowest of the current phase that is not finished.

    Raises RuleViolation where none is open.
    """
    last = Round.objects.filter(phase__event=event).order_by("-phase__number", "-number").first()
    open_ = Round.objects.filter(phase=last.phase).exclude(state=FINISHED) if last else None
    current = open_.order_by("number").first() if last else None
    if current is None:
        raise RuleViolation(_("No round is open: pair the next one first."))
    return current.phase.number, current.number


def round_with(event: Event, phase: int, number: int, table: int) -> int:
    """The round in which this table is meant: this one, or a later one of finals that opened early."""
    matches = Match.objects.filter(round__phase__event=event, round__phase__number=phase, table=table)
    if matches.filter(round__number=number).exists():
        return number
    early = matches.filter(round__number__gt=number, round__in_bracket=True, round__state=PUBLISHED)
    early_round = early.order_by("round__number").values_list("round__number", flat=True).first()
    return early_round or number
