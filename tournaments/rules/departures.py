"""Who leaves while a match is under way: what becomes of it."""

from dataclasses import replace

from .history import PUBLISHED, WIN, Event, Match, Seat


def under_way(event: Event, player: str) -> list[tuple[int, int, Match]]:
    """(phase, round number, match) of those that the player plays now: published, without a result."""
    return [
        (number, round_.number, match)
        for number, phase in enumerate(event.phases, 1)
        for round_ in phase.rounds
        if round_.state == PUBLISHED
        for match in round_.matches
        if not match.is_bye and not match.reported and any(seat.player == player for seat in match.seats)
    ]


def lost_by(match: Match, player: str) -> Match:
    """The match as it ends for who is disqualified while it is played (IPG 1.1)."""
    seats = (
        Seat(seat.player, result="disqualified" if seat.player == player else WIN) for seat in match.seats
    )
    return replace(match, seats=tuple(seats), drawn_games=0)
