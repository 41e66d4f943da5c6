"""Players who did not come to round 1."""

from ..history import BRACKET, DRAFT, EventHistory, PlayerRecord

NO_SHOW = "no_show"


def no_shows(history: EventHistory) -> list[PlayerRecord]:
    """Return the active players with a no-show in round 1, while it is the event's last round.

    In finals there is nothing to drop them from: they have lost their match.
    """
    phase = history.phase(1)
    if not phase.is_current or len(phase.rounds) != 1 or phase.kind == BRACKET:
        return []
    (round_,) = phase.rounds
    if round_.state == DRAFT:
        return []
    keys = {seat.player for match in round_.matches for seat in match.seats if seat.result == NO_SHOW}
    return [player for player in history.players if player.id in keys and not player.has_left]
