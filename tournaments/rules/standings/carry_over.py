"""What a phase counts on from: the phases before it whose points, opponents and byes it carries."""

from dataclasses import replace

from ..history import Event, Phase
from ..rounds.meetings import meetings


def counted(event: Event, phase_number: int) -> tuple[int, ...]:
    """Numbers of the phases whose rounds count in the standings of this one, itself last."""
    first = phase_number
    while first > 1 and event.phase(first).settings.get("carry"):
        first -= 1
    return tuple(range(first, phase_number + 1))


def rounds_carried(event: Event, phase_number: int) -> int:
    """How many rounds of the phases before it count in the standings of this one."""
    return sum(len(event.phase(number).rounds) for number in counted(event, phase_number)[:-1])


def where(event: Event, phase_number: int, counted_round: int) -> tuple[int, int]:
    """(phase, its round) of a round that is counted over all that the phase carries."""
    for number in counted(event, phase_number)[:-1]:
        rounds = len(event.phase(number).rounds)
        if counted_round <= rounds:
            return number, counted_round
        counted_round -= rounds
    return phase_number, counted_round


def joined(event: Event, phase_number: int) -> Phase:
    """The phase with the rounds that it carries before its own, numbered on."""
    phase = event.phase(phase_number)
    rounds = [round_ for number in counted(event, phase_number) for round_ in event.phase(number).rounds]
    if len(rounds) == len(phase.rounds):
        return phase
    return replace(phase, rounds=tuple(replace(one, number=n) for n, one in enumerate(rounds, 1)))


def met_before(event: Event, phase_number: int) -> list[tuple[str, str]]:
    """The meetings that count as rematches in the phase, oldest first: with those of the phases that it
    carries, unless its players may meet again."""
    phase = event.phase(phase_number)
    return meetings(phase if phase.settings.get("meet_again") else joined(event, phase_number))
