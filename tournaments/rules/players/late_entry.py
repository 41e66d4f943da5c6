"""Who can still join the phase under way, and who can come back into it."""

from ..errors import _
from ..history import BRACKET, DRAFT_PODS, EventHistory
from ..pairing import round_robin

FINALS = _("The finals have begun: nobody can join any more.")
DRAFT = _("The draft has begun: who joins now would have no deck. Take its rounds back first.")


def closed(history: EventHistory) -> str:
    """Why nobody can join the phase under way; empty while they can."""
    phase = history.phase(history.current)
    if phase.kind == BRACKET and phase.rounds:
        return FINALS
    if phase.kind == DRAFT_PODS and phase.rounds:
        return DRAFT
    return round_robin.BEGAN if round_robin.has_begun(history) else ""


def shut_out(history: EventHistory, player: str) -> str:
    """Why the player, who has left, cannot come back; empty where they can. The phase began without them."""
    phase = history.phase(history.current)
    if phase.kind == DRAFT_PODS and phase.rounds:
        seated = any(player in pod for pod in phase.pods) or round_robin.has_met(history, player)
        return "" if seated else DRAFT
    return round_robin.BEGAN if round_robin.shuts_out(history, player) else ""
