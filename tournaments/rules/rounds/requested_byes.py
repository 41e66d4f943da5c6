"""Byes requested in advance, and byes of late entries."""

from collections.abc import Iterable

from ..errors import _
from ..history import BYE, DRAW, LOSS, EventHistory, MatchRecord, SeatRecord
from ..pairing import Reason

BYE_REASONS = {
    BYE: _("Bye: requested"),
    DRAW: _("Half-point bye: requested"),
    LOSS: _("Unpaired loss: requested, or a late entry"),
}


def requested_bye_matches(
    history: EventHistory, event_round: int, entrants: Iterable[str]
) -> tuple[MatchRecord, ...]:
    """Return the requested byes of the entrants present in a round (counted over the event)."""
    entrant_ids = set(entrants)
    return tuple(
        MatchRecord((SeatRecord(player.id, result=player.byes[event_round]),))
        for player in history.players
        if player.id in entrant_ids and event_round in player.byes and player.plays_in(event_round)
    )


def requested_byes_of(history: EventHistory, player: str) -> dict[tuple[int, int], MatchRecord]:
    """Return the requested byes that a player has had, by (phase, round)."""
    requested_rounds = history.player(player).byes
    return {
        (phase, number): match
        for (phase, number), match in history.matches_of(player).items()
        if match.is_bye and history.phase(phase).rounds_before + number in requested_rounds
    }


def redundant_byes(history: EventHistory, player: str, other: str) -> dict[tuple[int, int], MatchRecord]:
    """Return {(phase, round): bye} to delete when two players are merged.

    Both are in the round, one by a requested bye; if both are, the bye of `other` is deleted.
    """
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
    """Return the Reason of a requested bye."""
    return Reason(BYE_REASONS[match.seats[0].result])
