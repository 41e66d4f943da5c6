"""Who leaves while a match is under way, or after a cut: what becomes of it, and who plays for them."""

from dataclasses import replace

from .. import finals
from ..history import BRACKET, PUBLISHED, WIN, EventHistory, MatchRecord, SeatRecord
from ..results import player_reports
from ..rounds import phases
from ..settings.finals import NEXT_UP
from ..standings.standings import standings


def under_way(history: EventHistory, player: str) -> list[tuple[int, int, MatchRecord]]:
    """(phase, round number, match) of those that change if the player goes: published, without a result, and
    of two or in finals; any other pod plays on as it is."""
    return [
        (number, round_.number, match)
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        if round_.state == PUBLISHED
        for match in round_.matches
        if not match.is_bye and not match.reported and player in match.players
        if match.slot or not match.is_pod
    ]


def lost_by(match: MatchRecord, player: str) -> MatchRecord:
    """The match as it ends for who is disqualified while it is played (IPG 1.1); a pod of finals goes on
    without."""
    if match.is_pod:
        left = replace(match, seats=tuple(seat for seat in match.seats if seat.player != player))
        return player_reports.without_claims(left)
    seats = (
        SeatRecord(seat.player, result="disqualified" if seat.player == player else WIN)
        for seat in match.seats
    )
    return replace(match, seats=tuple(seats), drawn_games=0)


def has_room(history: EventHistory) -> bool:
    """Whether the next of the standings plays in the finals under way for who leaves now."""
    number = history.current
    phase = history.phase(number)
    played = any(match.reported for round_ in phase.rounds for match in round_.matches)
    if phase.kind != BRACKET or number == 1 or played:
        return False
    return phases.settings_for(history, number).after_cut == NEXT_UP


def moved_up(history: EventHistory, player: str) -> EventHistory | None:
    """The event with the next of the standings in finals that this player leaves before a match of them is
    played: those below move up by one, the newcomer is the last seed, tables stay.

    None where the settings do not say so (`after_cut`), a match has been played, or nobody is next.
    """
    number = history.current
    phase = history.phase(number)
    if player not in (phase.entrants or ()) or not has_room(history):
        return None
    there = {one.id for one in history.players if not one.has_left} - set(phase.entrants)
    newcomer = next((row.player for row in standings(history, number - 1).rows if row.player in there), None)
    if newcomer is None:
        return None
    entrants = (*(one for one in phase.entrants if one != player), newcomer)
    slots = {meeting.match: meeting.slot.id for meeting in finals.bracket_of(history, number).meetings}
    bare = history.with_phase(number, entrants=entrants, rounds=())
    now = finals.bracket_of(bare, number)

    def again(match):
        meeting = now.meeting(slots[match])
        return finals.match_of(bare, now, slots[match], meeting.seeds, match.table)

    rounds = tuple(replace(r, matches=tuple(map(again, r.matches))) for r in phase.rounds)
    return bare.with_phase(number, rounds=rounds)
