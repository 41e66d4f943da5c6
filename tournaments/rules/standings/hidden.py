"""Results, points and ranks that players do not see until the last round of a phase is over (Hareruya)."""

from dataclasses import replace

from ..history import Event, Match, Seat
from ..rounds.phases import settings_for
from ..rounds.progress import is_over


def is_hidden(event: Event, phase_number: int) -> bool:
    """Whether the phase keeps its numbers back now; once the next one has begun it is over, too.

    Never where somebody goes on from each match: who plays on tells who has won."""
    phase = event.phase(phase_number)
    if phase.must_be_won or not phase.rounds or event.current > phase_number:
        return False
    return settings_for(event, phase_number).hidden_standings and not is_over(event, phase_number)


def without_hidden(event: Event) -> Event:
    """The event without the results that are hidden now: who sat where stays, and who had a bye."""
    for number, phase in enumerate(event.phases, 1):
        if is_hidden(event, number):
            rounds = (replace(one, matches=tuple(map(_bare, one.matches))) for one in phase.rounds)
            event = event.with_phase(number, rounds=tuple(rounds))
    return event


def _bare(match: Match) -> Match:
    if match.is_bye:
        return match
    return replace(match, seats=tuple(map(Seat, match.players)), drawn_games=0)
