"""Participation: which players count as players of the event."""

from ..history import DRAFT, EventHistory, PlayerRecord


def list_participants(history: EventHistory) -> tuple[PlayerRecord, ...]:
    """Return the players with a match or a bye, and all who did not drop before their first round.

    A drop during round 1 is stored as one after round 0, so that only the rounds tell it from an entry
    withdrawn before the event. Draft rounds do not count.
    """
    absent = {player.id for player in history.players if has_dropped_before_playing(player)}
    if not absent:
        return history.players
    rounds = (round_ for phase in history.phases for round_ in phase.rounds if round_.state != DRAFT)
    for round_ in rounds:
        absent.difference_update(*(match.players for match in round_.matches))
    return tuple(player for player in history.players if player.id not in absent)


def has_dropped_before_playing(player: PlayerRecord) -> bool:
    """Return whether the stored drop is before the player's first round."""
    return player.dropped_after is not None and player.dropped_after < player.joined_round
