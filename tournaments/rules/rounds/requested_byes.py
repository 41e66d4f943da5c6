"""Byes requested in advance, and byes of late entries."""

from collections.abc import Iterable

from ..errors import _
from ..history import BYE, DRAW, LOSS, EventHistory, MatchRecord, SeatRecord
from ..pairing import Reason

BYE_REASONS = {
    BYE: _("bye: asked for or given beforehand"),
    DRAW: _("half-point bye: asked for or given beforehand"),
    LOSS: _("unpaired loss: asked for beforehand, or arrived late"),
}


def requested_bye_matches(
    history: EventHistory, event_round: int, entrants: Iterable[str]
) -> tuple[MatchRecord, ...]:
    """The requested byes of the entrants present in a round (counted over the event), in the event's
    order.
    """
    entrant_ids = set(entrants)
    return tuple(
        MatchRecord((SeatRecord(player.id, result=player.byes[event_round]),))
        for player in history.players
        if player.id in entrant_ids and event_round in player.byes and player.plays_in(event_round)
    )


def excused_in_round(history: EventHistory, event_round: int) -> frozenset[str]:
    """Ids of the players who asked not to play a round (counted over the event)."""
    return frozenset(player.id for player in history.players if event_round in player.byes)


def requested_byes_of(history: EventHistory, player: str) -> dict[tuple[int, int], MatchRecord]:
    """The requested byes a player has had, by (phase, round)."""
    requested_rounds = next(one.byes for one in history.players if one.id == player)
    return {
        (number, round_.number): match
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        for match in round_.matches
        if match.is_bye
        and match.seats[0].player == player
        and history.rounds_before(number) + round_.number in requested_rounds
    }


def redundant_byes(history: EventHistory, player: str, other: str) -> dict[tuple[int, int], MatchRecord]:
    """{(phase, round): bye} to delete when two players are merged: both are in the round, one by a requested
    bye (if both, the bye of `other`)."""
    shared_rounds = [
        (number, round_.number)
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        if {player, other} <= {seat.player for match in round_.matches for seat in match.seats}
    ]
    byes = requested_byes_of(history, player) | requested_byes_of(history, other)
    return {key: byes[key] for key in shared_rounds if key in byes}


def sort_byes(history: EventHistory, byes: Iterable[MatchRecord]) -> tuple[MatchRecord, ...]:
    """Sort byes by the event's list of players."""
    place = {player.id: number for number, player in enumerate(history.players)}
    return tuple(sorted(byes, key=lambda match: place[match.seats[0].player]))


def bye_reason(match: MatchRecord) -> Reason:
    """The Reason of a requested bye."""
    return Reason(BYE_REASONS[match.seats[0].result])
