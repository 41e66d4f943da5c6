"""What a phase counts on from: the phases before it whose points, opponents and byes it carries."""

from dataclasses import replace

from ..history import EventHistory, PhaseRecord
from ..rounds.meetings import meetings


def counted(history: EventHistory, phase_number: int) -> tuple[int, ...]:
    """Numbers of the phases whose rounds count in the standings of this one, itself last."""
    first = phase_number
    while first > 1 and history.phase(first).settings.get("carry"):
        first -= 1
    return tuple(range(first, phase_number + 1))


def rounds_carried(history: EventHistory, phase_number: int) -> int:
    """How many rounds of the phases before it count in the standings of this one."""
    return sum(len(history.phase(number).rounds) for number in counted(history, phase_number)[:-1])


def where(history: EventHistory, phase_number: int, counted_round: int) -> tuple[int, int]:
    """(phase, its round) of a round that is counted over all that the phase carries."""
    for number in counted(history, phase_number)[:-1]:
        rounds = len(history.phase(number).rounds)
        if counted_round <= rounds:
            return number, counted_round
        counted_round -= rounds
    return phase_number, counted_round


def joined(history: EventHistory, phase_number: int) -> PhaseRecord:
    """The phase with the rounds that it carries before its own, numbered on."""
    phase = history.phase(phase_number)
    rounds = [round_ for number in counted(history, phase_number) for round_ in history.phase(number).rounds]
    if len(rounds) == len(phase.rounds):
        return phase
    return replace(phase, rounds=tuple(replace(one, number=n) for n, one in enumerate(rounds, 1)))


def met_before(history: EventHistory, phase_number: int) -> list[tuple[str, str]]:
    """The meetings that count as rematches in the phase, oldest first: with those of the phases that it
    carries, unless its players may meet again."""
    phase = history.phase(phase_number)
    return meetings(phase if phase.settings.get("meet_again") else joined(history, phase_number))
