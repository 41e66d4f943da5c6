"""The share of matches that were drawn, from which coming ones are forecast."""

from ..history import DRAW, UNPLAYED, EventPhase, MatchRecord
from ..results.scoring import outcomes
from ..standings.carry_over import phase_with_carried_rounds


def draw_rate(phase: EventPhase) -> float:
    """Return the share of drawn matches so far, 0 before the first match.

    Carried rounds count. Byes, no-shows and forfeits do not: nobody played. At a table of several players
    each seat counts.
    """
    results = [
        result
        for round_ in phase_with_carried_rounds(phase).rounds
        for match in round_.matches
        if is_played(match)
        for result in outcomes(match)
    ]
    return results.count(DRAW) / len(results) if results else 0.0


def is_played(match: MatchRecord) -> bool:
    return not match.is_bye and all(seat.result not in UNPLAYED for seat in match.seats)
