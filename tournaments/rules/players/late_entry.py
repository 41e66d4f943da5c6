"""Late entry: whether players can join the current phase or return to it."""

from ..errors import _
from ..history import BRACKET, DRAFT_PODS, EventHistory
from ..pairing import round_robin

FINALS_HAVE_BEGUN = _("The top cut has started. No one can join any more.")
DRAFT_HAS_BEGUN = _("The draft has started, so a new player wouldn’t have a deck. Undo its rounds first.")


def join_refusal(history: EventHistory) -> str:
    """Return why players cannot join the current phase; empty if they can."""
    phase = history.phase(history.current)
    if phase.kind == BRACKET and phase.rounds:
        return FINALS_HAVE_BEGUN
    if phase.kind == DRAFT_PODS and phase.rounds:
        return DRAFT_HAS_BEGUN
    return round_robin.ALREADY_BEGUN if round_robin.is_under_way(history) else ""


def return_refusal(history: EventHistory, player: str) -> str:
    """Return why a player who has left cannot return: the phase began without them. Empty if they can."""
    phase = history.phase(history.current)
    if phase.kind == DRAFT_PODS and phase.rounds:
        seated = any(player in pod for pod in phase.pods) or round_robin.has_played(history, player)
        return "" if seated else DRAFT_HAS_BEGUN
    return round_robin.ALREADY_BEGUN if round_robin.is_shut_out(history, player) else ""
