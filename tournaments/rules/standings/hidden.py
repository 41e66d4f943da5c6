"""Hides results, points and ranks from players until the last round of a phase is over (Hareruya)."""

from dataclasses import replace

from ..history import EventHistory, EventPhase, MatchRecord, SeatRecord
from ..rounds.progress import is_over


def is_hidden(phase: EventPhase) -> bool:
    """Return whether the phase's results are hidden now; they are shown once the next phase begins.

    Never in brackets: the next pairings reveal the winners.
    """
    if phase.must_be_won or not phase.rounds or phase.number < phase.history.current_phase.number:
        return False
    return phase.settings.hidden_standings and not is_over(phase)


def without_hidden(history: EventHistory) -> EventHistory:
    """Return the history without the results that are hidden now; seats and byes remain."""
    for phase in history.all_phases:
        if is_hidden(phase):
            rounds = (replace(r, matches=tuple(map(_without_result, r.matches))) for r in phase.rounds)
            history = history.phase(phase.number).replace(rounds=tuple(rounds)).history
    return history


def _without_result(match: MatchRecord) -> MatchRecord:
    if match.is_bye:
        return match
    return replace(match, seats=tuple(map(SeatRecord, match.players)), drawn_games=0)
