"""Players who leave during a match or after a cut: changed matches, and replacements in finals."""

from dataclasses import replace

from .. import finals
from ..history import BRACKET, PUBLISHED, WIN, EventHistory, EventPhase, MatchRecord, SeatRecord
from ..results import player_reports
from ..settings.finals import NEXT_UP
from ..standings.standings import standings


def matches_under_way(history: EventHistory, player: str) -> list[tuple[int, int, MatchRecord]]:
    """Return (phase, round number, match) of the matches that change if the player leaves.

    They are published, without a result, and either of two players or in finals; other pods play on.
    """
    return [
        (number, round_.number, match)
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        if round_.state == PUBLISHED
        for match in round_.matches
        if not match.is_bye and not match.reported and player in match.players
        if match.slot or not match.is_pod
    ]


def match_after_disqualification(match: MatchRecord, player: str) -> MatchRecord:
    """Return the match after a disqualification during it (IPG 1.1).

    A pod of finals continues without the player.
    """
    if match.is_pod:
        seats = tuple(seat for seat in match.seats if seat.player != player)
        return player_reports.without_player_reports(replace(match, seats=seats))
    seats = (SeatRecord(other, result="disqualified" if other == player else WIN) for other in match.players)
    return replace(match, seats=tuple(seats), drawn_games=0)


def can_replace_leaver(history: EventHistory) -> bool:
    """Return whether the next player in the standings replaces a player who leaves the finals now."""
    phase = history.current_phase
    has_results = any(match.reported for round_ in phase.rounds for match in round_.matches)
    if phase.kind != BRACKET or phase.previous is None or has_results:
        return False
    return phase.settings.after_cut == NEXT_UP


def move_up_next_player(history: EventHistory, player: str) -> EventPhase | None:
    """Return the finals with the next in the standings in place of a player who leaves before them.

    Lower seeds move up by one, the newcomer is the last seed, tables stay. None if the setting
    `after_cut` does not allow it, a match has been played, or the standings have no further player.
    """
    phase = history.current_phase
    if player not in (phase.entrants or ()) or not can_replace_leaver(history):
        return None
    available = {one.id for one in history.players if not one.has_left} - set(phase.entrants)
    ranked = (row.player for row in standings(phase.previous).rows if row.player in available)
    newcomer = next(ranked, None)
    if newcomer is None:
        return None
    entrants = (*(entrant for entrant in phase.entrants if entrant != player), newcomer)
    slots = {meeting.match: meeting.slot.id for meeting in finals.bracket_of(phase).meetings}
    without_rounds = phase.replace(entrants=entrants, rounds=())
    bracket = finals.bracket_of(without_rounds)

    def remake(match):
        seeds = bracket.meeting(slots[match]).seeds
        return finals.match_of(history, bracket, slots[match], seeds, match.table)

    rounds = tuple(replace(r, matches=tuple(map(remake, r.matches))) for r in phase.rounds)
    return without_rounds.replace(rounds=rounds)
