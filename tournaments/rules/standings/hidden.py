"""Hides results, points and ranks from players until the last round of a phase is over (Hareruya)."""

from dataclasses import replace

from ..history import EventHistory, MatchRecord, SeatRecord
from ..rounds.phases import settings_for
from ..rounds.progress import is_over


def is_hidden(history: EventHistory, phase_number: int) -> bool:
    """Return whether the phase's results are hidden now; they are shown once the next phase begins.

    Never in brackets: the next pairings reveal the winners.
    """
    phase = history.phase(phase_number)
    if phase.must_be_won or not phase.rounds or history.current > phase_number:
        return False
    return settings_for(history, phase_number).hidden_standings and not is_over(history, phase_number)


def without_hidden(history: EventHistory) -> EventHistory:
    """Return the history without the results that are hidden now; seats and byes remain."""
    for number, phase in enumerate(history.phases, 1):
        if is_hidden(history, number):
            rounds = (replace(r, matches=tuple(map(_without_result, r.matches))) for r in phase.rounds)
            history = history.with_phase(number, rounds=tuple(rounds))
    return history


def _without_result(match: MatchRecord) -> MatchRecord:
    if match.is_bye:
        return match
    return replace(match, seats=tuple(map(SeatRecord, match.players)), drawn_games=0)
