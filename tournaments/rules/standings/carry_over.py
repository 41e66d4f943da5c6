"""Carry-over: the earlier phases whose points, opponents and byes count in a phase."""

from dataclasses import replace
from itertools import chain

from ..history import EventPhase, PhaseRecord
from ..pairing.meetings import past_meetings


def counted_phases(phase: EventPhase) -> list[EventPhase]:
    """Return the phases whose rounds count in this phase's standings, itself last."""
    counted = [phase]
    while counted[0].number > 1 and counted[0].settings.carry:
        counted.insert(0, counted[0].previous)
    return counted


def rounds_carried(phase: EventPhase) -> int:
    """Return how many rounds of earlier phases count in this phase's standings."""
    return sum(len(carried.rounds) for carried in counted_phases(phase)[:-1])


def source_round(phase: EventPhase, counted_round: int) -> tuple[EventPhase, int]:
    """Return (phase, its round) of a round number that includes the carried rounds."""
    for carried in counted_phases(phase)[:-1]:
        if counted_round <= len(carried.rounds):
            return carried, counted_round
        counted_round -= len(carried.rounds)
    return phase, counted_round


def phase_with_carried_rounds(phase: EventPhase) -> PhaseRecord:
    """Return the phase with its carried rounds before its own, numbered consecutively."""
    counted = counted_phases(phase)
    if len(counted) == 1:
        return phase.record
    rounds = chain.from_iterable(each.rounds for each in counted)
    rounds = tuple(replace(round_, number=n) for n, round_ in enumerate(rounds, 1))
    return replace(phase.record, rounds=rounds)


def met_before(phase: EventPhase) -> list[tuple[str, str]]:
    """Return the pairs that count as rematches in the phase, oldest first.

    Carried phases are included unless the setting `meet_again` allows to repeat their pairings.
    """
    return past_meetings(phase if phase.settings.meet_again else phase_with_carried_rounds(phase))
