"""Who has met whom in a phase, and who has had byes."""

from itertools import combinations

from ..history import EventHistory, PhaseRecord


def meetings(phase: PhaseRecord) -> list[tuple[str, str]]:
    """Each meeting so far of two players, oldest first; of a pod each pair."""
    return [
        pair for round_ in phase.rounds for match in round_.matches for pair in combinations(match.players, 2)
    ]


def bye_counts(phase: PhaseRecord) -> dict[str, int]:
    """How often each player sat out with points; an unpaired loss is not a bye."""
    counts = {}
    for round_ in phase.rounds:
        for match in round_.matches:
            if match.is_bye and match.seats[0].result != "loss":
                counts[match.seats[0].player] = counts.get(match.seats[0].player, 0) + 1
    return counts


def met(history: EventHistory) -> set[frozenset[str]]:
    """The pairs of players who have sat at one table at the event."""
    return {frozenset(pair) for phase in history.phases for pair in meetings(phase)}
