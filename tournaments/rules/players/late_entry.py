"""Late entry: whether players can join the current phase or return to it."""

from dataclasses import replace

from ..errors import _
from ..history import BRACKET, DRAFT, DRAFT_PODS, EventHistory, PlayerRecord
from ..pairing import round_robin
from ..rounds import progress

FINALS_HAVE_BEGUN = _("The top cut has started. No one can join any more.")
DRAFT_HAS_BEGUN = _("The draft has started, so a new player wouldn’t have a deck. Undo its rounds first.")


def join_refusal(history: EventHistory) -> str:
    """Return why players cannot join the current phase; empty if they can."""
    phase = history.current_phase
    if phase.kind == BRACKET and phase.rounds:
        return FINALS_HAVE_BEGUN
    if phase.kind == DRAFT_PODS and phase.rounds:
        return DRAFT_HAS_BEGUN
    return round_robin.ALREADY_BEGUN if round_robin.is_under_way(history) else ""


def is_late_arrival(history: EventHistory, player: PlayerRecord) -> bool:
    """Return whether the player left before round 1 and has been in none of the rounds since."""
    has_rounds = any(round_.state != DRAFT for phase in history.phases for round_ in phase.rounds)
    return has_rounds and player.dropped_after == 0 and not history.matches_of(player.id)


def return_refusal(history: EventHistory, player: str) -> str:
    """Return why a player who has left cannot return: the phase began without them. Empty if they can."""
    phase = history.current_phase
    if phase.kind == DRAFT_PODS and phase.rounds:
        seated = any(player in pod for pod in phase.pods) or round_robin.has_played(history, player)
        return "" if seated else DRAFT_HAS_BEGUN
    if round_robin.is_shut_out(history, player):
        return round_robin.ALREADY_BEGUN
    return join_refusal(history) if is_late_arrival(history, history.player(player)) else ""


def returning_player(history: EventHistory, player: PlayerRecord) -> PlayerRecord:
    """Return a player who has left as they return: a late arrival as a late entry, with byes."""
    back = replace(player, dropped_after=None)
    if not is_late_arrival(history, player):
        return back
    joined = 1 + sum(round_.state != DRAFT for phase in history.phases for round_ in phase.rounds)
    later_byes = {number: worth for number, worth in player.byes.items() if number >= joined}
    return replace(back, joined_round=joined, byes={**later_byes, **progress.late_byes(history)})
