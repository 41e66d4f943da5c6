"""Seats of a round: lookups, completion and comparison."""

import hashlib
from collections.abc import Collection
from dataclasses import replace

from ..drafts import pods_of
from ..errors import RuleViolation, _
from ..history import BYE, DRAFT_PODS, EventHistory, EventPhase, MatchRecord, RoundRecord, SeatRecord
from .phases import entrants_of
from .swiss import assign_table_numbers


def complete_round(
    history: EventHistory, round_: RoundRecord, fixed: list[MatchRecord], tables, byes=()
) -> RoundRecord:
    """Return the round with the matches `fixed`, the `tables` (players in seat order) and the `byes`.

    Tables that the round has already keep their number; new ones take their players' own table or the lowest
    free number.
    """
    wanted_tables = {frozenset(players) for players in tables}
    unchanged = [match for match in round_.matches if frozenset(match.players) in wanted_tables]
    unchanged_tables = {frozenset(match.players) for match in unchanged}
    new_tables = [players for players in tables if frozenset(players) not in unchanged_tables]
    matches = [*fixed, *unchanged]
    free, taken = free_tables(matches, len(new_tables)), {match.table for match in matches}
    numbers, _notes = assign_table_numbers(history, new_tables, free, taken)
    for players, table in zip(new_tables, numbers, strict=True):
        matches.append(MatchRecord(tuple(map(SeatRecord, players)), table))
    old_byes = {match.seats[0].player: match for match in round_.matches if match.is_bye}
    matches += [old_byes.get(bye) or MatchRecord((SeatRecord(bye, result=BYE),)) for bye in byes]
    return sort_matches(round_, matches)


def free_tables(matches, count: int = 1) -> list[int]:
    """Return the lowest free table numbers."""
    taken = {match.table for match in matches}
    return [number for number in range(1, len(taken) + count + 1) if number not in taken][:count]


def sort_matches(round_: RoundRecord, matches) -> RoundRecord:
    """Return the round with these matches: tables by number, byes last."""
    return replace(round_, matches=tuple(sorted(matches, key=lambda m: (m.is_bye, m.table or 0))))


def phase_before(phase: EventPhase, round_: RoundRecord) -> EventPhase:
    """Return the phase without this round and later ones: the basis of its draw, with later corrections."""
    return phase.replace(rounds=tuple(r for r in phase.rounds if r.number < round_.number))


def excused_players(phase: EventPhase, round_: RoundRecord) -> frozenset[str]:
    """Return the ids of the players who asked not to play the round."""
    event_round = phase.rounds_before + round_.number
    return frozenset(player.id for player in phase.history.players if event_round in player.byes)


def pod_members(phase: EventPhase, player: str) -> frozenset[str] | None:
    """Return the ids of the players in the same pod of a draft; None outside drafts.

    Only they can be opponents.
    """
    if phase.kind != DRAFT_PODS:
        return None
    return next((frozenset(pod) for pod in pods_of(phase) if player in pod), frozenset((player,)))


def match_of_player(history: EventHistory, round_: RoundRecord, player: str) -> MatchRecord:
    """Return the player's table or bye. RuleViolation if the player is not in the round."""
    match = round_.find_match_of(player)
    if match is None:
        raise RuleViolation(_("{name} is not in this round."), name=history.player(player).name)
    return match


def drawn_match_of(phase: EventPhase, round_: RoundRecord, player: str) -> MatchRecord:
    """Return the player's table or drawn bye. RuleViolation for a requested bye."""
    match = match_of_player(phase.history, round_, player)
    if match.is_bye and player in excused_players(phase, round_):
        message = _("{name} asked not to play this round. Remove their requested bye first.")
        raise RuleViolation(message, name=phase.history.player(player).name)
    return match


def round_open_to(phase: EventPhase, round_: RoundRecord, player_id: str) -> RoundRecord:
    """Return the round without the player's requested bye. RuleViolation if the player cannot join."""
    player = phase.history.player(player_id)
    if player_id in excused_players(phase, round_):
        round_ = replace(round_, matches=tuple(m for m in round_.matches if m.players != (player_id,)))
    if round_.find_match_of(player_id):
        raise RuleViolation(_("{name} is already in this round."), name=player.name)
    if player.has_left:
        raise RuleViolation(_("{name} has dropped. Bring them back first."), name=player.name)
    if player_id not in entrants_of(phase):
        raise RuleViolation(_("{name} is not in this phase of the event."), name=player.name)
    return round_


def find_drawn_bye(
    round_: RoundRecord, excused=frozenset(), needed=False, company=None
) -> MatchRecord | None:
    """Return the first bye that was drawn, not requested by an `excused` player, or None.

    Only of players in `company`, unless it is None. With `needed`, RuleViolation instead of None.
    """
    byes = drawn_byes(round_, excused)
    bye = next((match for match in byes if company is None or match.players[0] in company), None)
    if bye or not needed:
        return bye
    if any(match.is_pod for match in round_.matches):
        raise RuleViolation(_("No one has a bye this round. Remove the player from the round instead."))
    raise RuleViolation(_("The number of players is even, so a bye would leave someone without an opponent."))


def drawn_byes(round_: RoundRecord, excused: Collection[str]) -> list[MatchRecord]:
    """Return the byes that were drawn, not requested by `excused` players."""
    return [match for match in round_.matches if match.is_bye and match.players[0] not in excused]


def changed_tables(before: RoundRecord, after: RoundRecord) -> list[MatchRecord]:
    """Return the tables of `before` that are not in `after`, without byes."""
    return [match for match in before.matches if match not in after.matches and not match.is_bye]


def opponents(round_: RoundRecord) -> dict[str, frozenset[str]]:
    """Return {player id: ids of the opponents}; empty for a bye."""
    return {
        player: frozenset(match.players) - {player} for match in round_.matches for player in match.players
    }


def fingerprint(round_: RoundRecord) -> str:
    """Return a short hash of the seating."""
    tables = [(match.table, match.players) for match in round_.matches]
    return hashlib.sha256(repr(tables).encode()).hexdigest()[:16]
