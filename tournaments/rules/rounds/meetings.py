"""Meetings and byes of the players so far."""

from itertools import combinations

from ..history import EventHistory, PhaseRecord


def meetings(phase: PhaseRecord) -> list[tuple[str, str]]:
    """Each pair of players who have met, oldest first; in a pod all its pairs."""
    return [
        pair for round_ in phase.rounds for match in round_.matches for pair in combinations(match.players, 2)
    ]


def bye_counts(phase: PhaseRecord) -> dict[str, int]:
    """{player id: number of byes}; an unpaired loss is not a bye."""
    counts = {}
    for round_ in phase.rounds:
        for match in round_.matches:
            if match.is_bye and match.seats[0].result != "loss":
                counts[match.seats[0].player] = counts.get(match.seats[0].player, 0) + 1
    return counts


def met(history: EventHistory) -> set[frozenset[str]]:
    """The pairs of players who have met at the event."""
    return {frozenset(pair) for phase in history.phases for pair in meetings(phase)}
