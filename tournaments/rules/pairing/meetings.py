"""Past meetings and byes of players."""

from itertools import combinations

from ..history import EventHistory, PhaseRecord


def past_meetings(phase: PhaseRecord) -> list[tuple[str, str]]:
    """Return the two players of each past meeting, oldest first; in a pod all its pairs."""
    return [
        pair for round_ in phase.rounds for match in round_.matches for pair in combinations(match.players, 2)
    ]


def met_pairs(history: EventHistory) -> set[frozenset[str]]:
    """Return the pairs of players who have met at the event."""
    return {frozenset(pair) for phase in history.phases for pair in past_meetings(phase)}


def bye_counts(phase: PhaseRecord) -> dict[str, int]:
    """Return {player id: number of byes}; an unpaired loss is not a bye."""
    counts = {}
    for round_ in phase.rounds:
        for match in round_.matches:
            if match.is_bye and match.seats[0].result != "loss":
                counts[match.seats[0].player] = counts.get(match.seats[0].player, 0) + 1
    return counts
