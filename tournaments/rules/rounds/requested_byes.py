"""The byes that were asked for beforehand, and those of who came late."""

from collections.abc import Iterable

from ..errors import _
from ..history import BYE, DRAW, LOSS, EventHistory, MatchRecord, SeatRecord
from ..pairing import Reason

WHY_OUT = {
    BYE: _("bye: asked for or given beforehand"),
    DRAW: _("half-point bye: asked for or given beforehand"),
    LOSS: _("unpaired loss: asked for beforehand, or arrived late"),
}


def byes_asked(history: EventHistory, event_round: int, entrants: Iterable[str]) -> tuple[MatchRecord, ...]:
    """The byes of those of the entrants who are there in the round, counted over the event, and asked not to
    play it; in the order of the event's list."""
    there = set(entrants)
    return tuple(
        MatchRecord((SeatRecord(player.id, result=player.byes[event_round]),))
        for player in history.players
        if player.id in there and event_round in player.byes and player.plays_in(event_round)
    )


def out_by_request(history: EventHistory, event_round: int) -> frozenset[str]:
    """Ids of those who asked not to play a round, counted over the event."""
    return frozenset(player.id for player in history.players if event_round in player.byes)


def rounds_out(history: EventHistory, player: str) -> dict[tuple[int, int], MatchRecord]:
    """The byes that a player has had because they were asked for, by (phase, round)."""
    asked = next(one.byes for one in history.players if one.id == player)
    return {
        (number, round_.number): match
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        for match in round_.matches
        if match.is_bye
        and match.seats[0].player == player
        and history.rounds_before(number) + round_.number in asked
    }


def idle_byes(history: EventHistory, kept: str, other: str) -> dict[tuple[int, int], MatchRecord]:
    """By (phase, round) where both players stand: the bye of one of them that was only asked for, which goes
    if the two are one person; of two such that of the other."""
    both = [
        (number, round_.number)
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        if {kept, other} <= {seat.player for match in round_.matches for seat in match.seats}
    ]
    byes = rounds_out(history, kept) | rounds_out(history, other)
    return {where: byes[where] for where in both if where in byes}


def in_order(history: EventHistory, byes: Iterable[MatchRecord]) -> tuple[MatchRecord, ...]:
    """Byes in the order of the event's list of players."""
    place = {player.id: number for number, player in enumerate(history.players)}
    return tuple(sorted(byes, key=lambda match: place[match.seats[0].player]))


def why_out(match: MatchRecord) -> Reason:
    """Why somebody sits out who asked for it."""
    return Reason(WHY_OUT[match.seats[0].result])
