"""Carry-over: the earlier phases whose points, opponents and byes count in a phase."""

from dataclasses import replace

from ..history import EventPhase, PhaseRecord
from ..pairing.meetings import past_meetings


def counted_phases(phase: EventPhase) -> tuple[int, ...]:
    """Return the numbers of the phases whose rounds count in this phase's standings, itself last."""
    first = phase.number
    while first > 1 and phase.history.phase(first).settings.get("carry"):
        first -= 1
    return tuple(range(first, phase.number + 1))


def rounds_carried(phase: EventPhase) -> int:
    """Return how many rounds of earlier phases count in this phase's standings."""
    return sum(len(phase.history.phase(number).rounds) for number in counted_phases(phase)[:-1])


def source_round(phase: EventPhase, counted_round: int) -> tuple[int, int]:
    """Return (phase, its round) of a round number that includes the carried rounds."""
    for number in counted_phases(phase)[:-1]:
        rounds = len(phase.history.phase(number).rounds)
        if counted_round <= rounds:
            return number, counted_round
        counted_round -= rounds
    return phase.number, counted_round


def phase_with_carried_rounds(phase: EventPhase) -> PhaseRecord:
    """Return the phase with its carried rounds before its own, numbered consecutively."""
    counted = counted_phases(phase)
    if len(counted) == 1:
        return phase
    rounds = [round_ for number in counted for round_ in phase.history.phase(number).rounds]
    return replace(phase, rounds=tuple(replace(round_, number=n) for n, round_ in enumerate(rounds, 1)))


def met_before(phase: EventPhase) -> list[tuple[str, str]]:
    """Return the pairs that count as rematches in the phase, oldest first.

    Carried phases are included unless the setting `meet_again` allows to repeat their pairings.
    """
    if not phase.settings.get("meet_again"):
        phase = phase_with_carried_rounds(phase)
    return past_meetings(phase)
