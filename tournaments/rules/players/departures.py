"""Who plays: drops, returns, no-shows and late entries."""

from dataclasses import replace

from .. import finals
from ..errors import _
from ..history import (
    BRACKET,
    DRAFT,
    DRAFT_PODS,
    PUBLISHED,
    WIN,
    EventHistory,
    EventPhase,
    MatchRecord,
    PlayerRecord,
    SeatRecord,
)
from ..pairing.round_robin import ALREADY_BEGUN, has_played, is_shut_out, is_under_way
from ..results import player_reports
from ..rounds.progress import late_byes
from ..settings.fields import NEXT_UP
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


FINALS_HAVE_BEGUN = _("The top cut has started. No one can join any more.")
DRAFT_HAS_BEGUN = _("The draft has started, so a new player wouldn’t have a deck. Undo its rounds first.")


def join_refusal(history: EventHistory) -> str:
    """Return why players cannot join the current phase; empty if they can."""
    phase = history.current_phase
    if phase.kind == BRACKET and phase.rounds:
        return FINALS_HAVE_BEGUN
    if phase.kind == DRAFT_PODS and phase.rounds:
        return DRAFT_HAS_BEGUN
    return ALREADY_BEGUN if is_under_way(history) else ""


def is_late_arrival(history: EventHistory, player: PlayerRecord) -> bool:
    """Return whether the player left before round 1 and has been in none of the rounds since."""
    has_rounds = any(round_.state != DRAFT for phase in history.phases for round_ in phase.rounds)
    return has_rounds and player.dropped_after == 0 and not history.matches_of(player.id)


def return_refusal(history: EventHistory, player: str) -> str:
    """Return why a player who has left cannot return: the phase began without them. Empty if they can."""
    phase = history.current_phase
    if phase.kind == DRAFT_PODS and phase.rounds:
        seated = any(player in pod for pod in phase.pods) or has_played(history, player)
        return "" if seated else DRAFT_HAS_BEGUN
    if is_shut_out(history, player):
        return ALREADY_BEGUN
    return join_refusal(history) if is_late_arrival(history, history.player(player)) else ""


def returning_player(history: EventHistory, player: PlayerRecord) -> PlayerRecord:
    """Return a player who has left as they return: a late arrival as a late entry, with byes."""
    back = replace(player, dropped_after=None)
    if not is_late_arrival(history, player):
        return back
    joined = 1 + sum(round_.state != DRAFT for phase in history.phases for round_ in phase.rounds)
    later_byes = {number: worth for number, worth in player.byes.items() if number >= joined}
    return replace(back, joined_round=joined, byes={**later_byes, **late_byes(history)})
