"""Seating of a round: lookups, order and comparison."""

import hashlib
from dataclasses import replace

from ..drafts.booster import pods_of
from ..errors import RuleViolation, _
from ..history import BYE, DRAFT_PODS, EventHistory, MatchRecord, PlayerRecord, RoundRecord, SeatRecord
from . import requested_byes, table_numbers
from .phases import entrants_of


def complete_round(
    history: EventHistory, round_: RoundRecord, fixed: list[MatchRecord], tables, byes=()
) -> RoundRecord:
    """Return the round with the matches `fixed`, the `tables` (players in the order of their seats) and the
    `byes`.

    Tables that the round has already keep their number; new ones take their players' own table or the lowest
    free number.
    """
    wanted_tables = {frozenset(players) for players in tables}
    unchanged = [match for match in round_.matches if frozenset(match.players) in wanted_tables]
    unchanged_pairs = {frozenset(match.players) for match in unchanged}
    new = [players for players in tables if frozenset(players) not in unchanged_pairs]
    taken = {match.table for match in (*fixed, *unchanged)}
    numbers, _why = table_numbers.assign_table_numbers(
        history, new, free_tables([*fixed, *unchanged], len(new)), taken
    )
    new_matches = [
        MatchRecord(tuple(map(SeatRecord, players)), table)
        for players, table in zip(new, numbers, strict=True)
    ]
    old_byes = {match.seats[0].player: match for match in round_.matches if match.is_bye}
    bye_matches = [old_byes.get(bye) or MatchRecord((SeatRecord(bye, result=BYE),)) for bye in byes]
    return sort_matches(round_, [*fixed, *unchanged, *new_matches, *bye_matches])


def free_tables(matches, count: int = 1) -> list[int]:
    """The lowest free table numbers."""
    taken = {match.table for match in matches}
    return [number for number in range(1, len(taken) + count + 1) if number not in taken][:count]


def sort_matches(round_: RoundRecord, matches) -> RoundRecord:
    """Return the round with these matches: tables by number, byes last."""
    return replace(round_, matches=tuple(sorted(matches, key=lambda m: (m.is_bye, m.table or 0))))


def round_of(history: EventHistory, phase: int, number: int) -> RoundRecord:
    return next(r for r in history.phase(phase).rounds if r.number == number)


def history_before(history: EventHistory, phase: int, round_: RoundRecord) -> EventHistory:
    """The history without this round and later ones: what its draw was based on, with today's corrections."""
    rounds = tuple(r for r in history.phase(phase).rounds if r.number < round_.number)
    return history.with_phase(phase, rounds=rounds)


def excused_players(history: EventHistory, phase: int, round_: RoundRecord) -> frozenset[str]:
    """Ids of the players who asked not to play the round."""
    return requested_byes.excused_in_round(history, history.rounds_before(phase) + round_.number)


def pod_members(history: EventHistory, phase: int, player: str) -> frozenset[str] | None:
    """Ids of the players in the same pod of a draft, the only possible opponents; None outside drafts."""
    if history.phase(phase).kind != DRAFT_PODS:
        return None
    return next((frozenset(pod) for pod in pods_of(history, phase) if player in pod), frozenset((player,)))


def match_of(history: EventHistory, round_: RoundRecord, player: str) -> MatchRecord:
    """The player's table or bye; RuleViolation if they have none."""
    for match in round_.matches:
        if player in match.players:
            return match
    raise RuleViolation(_("{name} is not in this round."), name=get_player(history, player).name)


def get_player(history: EventHistory, key: str) -> PlayerRecord:
    for player in history.players:
        if player.id == key:
            return player
    raise RuleViolation(_("Choose a player of this event."))


def drawn_match_of(history: EventHistory, phase: int, round_: RoundRecord, player: str) -> MatchRecord:
    """The player's table or drawn bye; RuleViolation for a requested bye."""
    match = match_of(history, round_, player)
    if match.is_bye and player in excused_players(history, phase, round_):
        raise RuleViolation(
            _("{name} asked not to play this round: let them in first."),
            name=get_player(history, player).name,
        )
    return match


def round_open_to(history: EventHistory, phase: int, round_: RoundRecord, player_id: str) -> RoundRecord:
    """The round without the player's requested bye; RuleViolation if the player cannot join the round."""
    player = get_player(history, player_id)
    if player_id in excused_players(history, phase, round_):
        round_ = replace(round_, matches=tuple(m for m in round_.matches if m.players != (player_id,)))
    if any(player_id in match.players for match in round_.matches):
        raise RuleViolation(_("{name} sits in this round already."), name=player.name)
    if player.has_left:
        raise RuleViolation(_("{name} has dropped: take that back first."), name=player.name)
    if player_id not in entrants_of(history, phase):
        raise RuleViolation(_("{name} is not in this phase of the event."), name=player.name)
    return round_


def find_drawn_bye(
    round_: RoundRecord, excused=frozenset(), needed=False, company=None
) -> MatchRecord | None:
    """The bye of a player who is not `excused`, among the ids `company` if given.

    With `needed`, RuleViolation instead of None.
    """
    byes = (match for match in round_.matches if match.is_bye and match.players[0] not in excused)
    bye = next((match for match in byes if company is None or match.players[0] in company), None)
    if bye is None and needed:
        if any(match.is_pod for match in round_.matches):
            raise RuleViolation(_("Nobody has a bye in this round: take the player out of it instead."))
        raise RuleViolation(
            _("The number of players is even: a bye would leave somebody without an opponent.")
        )
    return bye


def changed_tables(before: RoundRecord, after: RoundRecord) -> list[MatchRecord]:
    """Tables of `before` that are not in `after`, without byes."""
    return [match for match in before.matches if match not in after.matches and not match.is_bye]


def opponents(round_: RoundRecord) -> dict[str, frozenset[str]]:
    """{player id: ids of the opponents}; empty for a bye."""
    met = {}
    for match in round_.matches:
        players = match.players
        met |= {player: frozenset(players) - {player} for player in players}
    return met


def fingerprint(round_: RoundRecord) -> str:
    """A short hash of the seating."""
    tables = [(match.table, match.players) for match in round_.matches]
    return hashlib.sha256(repr(tables).encode()).hexdigest()[:16]
