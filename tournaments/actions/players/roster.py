"""Entries of the player list: remove one, merge two."""

from dataclasses import replace

from ... import access
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, EventHistory, MatchRecord, PhaseRecord, PlayerRecord
from ...rules.log import part_paths
from ...rules.pairing import round_robin
from ...rules.rounds import requested_byes
from ..change import Change, action
from .players import player_in


@action(access.MANAGE, log=_("{name} removed"))
def remove_player(change: Change, key: str):
    """Remove a player who was never paired."""
    player = player_in(change.history, key)
    byes = requested_byes.requested_byes_of(change.history, player.id)
    if change.history.matches_of(player.id).keys() - byes.keys():
        raise RuleViolation(_("{name} has been paired. Drop them instead."), name=player.name)
    if player.id in players_in_finals(change.history):
        raise RuleViolation(_("{name} is in the top cut. Drop them instead."), name=player.name)
    for (phase, number), bye in byes.items():
        change.set_part(part_paths.match(phase, number, bye), None)
    replace_in_pairs(change, {player.id: None})
    for number, phase in enumerate(change.history.phases, 1):
        store_phase(change, number, replace_in_phase(phase, {player.id: None}, {player.id: None}))
    change.set_part(part_paths.player(player.id), None)
    change.log(name=player.id)


@action(
    access.MANAGE,
    merges=True,
    log={
        "merge_players": _("{removed} merged into {keeper}"),
        # Of entries of older releases, which did not store into whom.
        "merge_players_unknown": _("{removed} merged into another player"),
    },
)
def merge_players(change: Change, keep: str, remove: str):
    """Merge two entries of one person: all matches of `remove` become `keep`'s.

    Raises RuleViolation if both had a table or a bye in the same round.
    """
    before = change.history
    player, duplicate = player_in(before, keep), player_in(before, remove)
    if player.id == duplicate.id:
        raise RuleViolation(_("Choose two different entries."))
    idle_byes = requested_byes.redundant_byes(before, player.id, duplicate.id)
    check_mergeable(before, player, duplicate, idle_byes)
    for (phase, number), bye in idle_byes.items():
        change.set_part(part_paths.match(phase, number, bye), None)
    for (phase, number), match in before.matches_of(duplicate.id).items():
        if match not in idle_byes.values():
            store_moved_match(change, phase, number, match, {duplicate.id: player.id})
    merge_entrants(change, player.id, duplicate.id)
    replace_in_pairs(change, {duplicate.id: player.id})
    joined = min(player.joined_round, duplicate.joined_round)
    byes = duplicate.byes | player.byes
    for number in rounds_at_table(before, player.id) | rounds_at_table(before, duplicate.id):
        byes.pop(number, None)
    change.set_part(part_paths.player(player.id), replace(player, joined_round=joined, byes=byes))
    change.set_part(part_paths.player(duplicate.id), None)
    change.log(removed=duplicate.id, keeper=player.id)


def check_mergeable(history: EventHistory, player: PlayerRecord, duplicate: PlayerRecord, idle_byes: dict):
    """Raise RuleViolation if the two entries cannot be one person."""
    names = {"a": player.name, "b": duplicate.name}
    played = history.matches_of(duplicate.id).keys()
    if shared := played & history.matches_of(player.id).keys() - idle_byes.keys():
        text = _("{a} and {b} both played in round {round}, so they can’t be the same person.")
        raise RuleViolation(text, round=min(shared)[1], **names)
    if {player.id, duplicate.id} <= players_in_finals(history):
        raise RuleViolation(
            _("{a} and {b} are both in the top cut, so they can’t be the same person."), **names
        )
    current = history.current_phase.number
    if round_robin.is_under_way(history) and any(phase == current for phase, _number in played):
        # Its schedule depends on the ids that it was drawn with.
        text = _("{b} is part of the round robin. Keep {b} and remove {a}.")
        raise RuleViolation(text, **names)


def store_moved_match(change: Change, phase: int, number: int, match: MatchRecord, new_ids: dict[str, str]):
    """Store the match with other players in its seats; the path of a bye changes with its player."""
    seats = tuple(replace(seat, player=new_ids.get(seat.player, seat.player)) for seat in match.seats)
    moved = replace(match, seats=seats)
    if match.is_bye:
        change.set_part(part_paths.match(phase, number, match), None)
    change.set_part(part_paths.match(phase, number, moved), moved)


def rounds_at_table(history: EventHistory, key: str) -> set[int]:
    """Return the rounds, counted over the event, that the player has a table in."""
    return {
        history.phase(phase).rounds_before + number
        for (phase, number), match in history.matches_of(key).items()
        if not match.is_bye
    }


def replace_in_pairs(change: Change, new_ids: dict[str, str | None]):
    """Replace player ids in the event's forbidden and wished pairs (None: removed).

    Drops pairs that become invalid or duplicates.
    """
    history, known_pairs = change.history, set()
    pairs_by_field = {"forbidden": (), "wished": ()}
    for field in pairs_by_field:
        for pair in getattr(history, field):
            new = tuple(new_ids.get(player, player) for player in pair)
            if None not in new and len(set(new)) == 2 and frozenset(new) not in known_pairs:
                pairs_by_field[field] += (new,)
                known_pairs.add(frozenset(new))
    if any(pairs != getattr(history, field) for field, pairs in pairs_by_field.items()):
        change.set_part(part_paths.EVENT, replace(history, players=(), phases=(), log=(), **pairs_by_field))


def merge_entrants(change: Change, keep: str, remove: str):
    for number, phase in enumerate(change.history.phases, 1):
        is_seated = any(keep in pod for pod in phase.pods)
        seats = {remove: None if is_seated else keep}
        store_phase(change, number, replace_in_phase(phase, {remove: keep}, seats))


def replace_in_phase(phase: PhaseRecord, new_entrants: dict, new_seats: dict) -> PhaseRecord:
    """Return the phase with other ids among its entrants and in its pods (None: removed)."""
    entrants = None if phase.entrants is None else replace_ids(phase.entrants, new_entrants)
    pods = tuple(filter(None, (replace_ids(pod, new_seats) for pod in phase.pods)))
    return replace(phase, entrants=entrants, pods=pods)


def replace_ids(ids: tuple[str, ...], new_ids: dict[str, str | None]) -> tuple[str, ...]:
    """Return the ids after the replacement, each once."""
    replaced = dict.fromkeys(new_ids.get(player, player) for player in ids)
    return tuple(player for player in replaced if player is not None)


def store_phase(change: Change, number: int, phase: PhaseRecord):
    """Store the phase's own facts if they differ."""
    if phase != change.history.phase(number).record:
        change.set_part(part_paths.phase(number), replace(phase, rounds=()))


def players_in_finals(history: EventHistory) -> set[str]:
    """Return the ids of players in finals that have begun."""
    begun = [phase for phase in history.phases if phase.kind == BRACKET and phase.rounds]
    return {player for phase in begun for player in phase.entrants or ()}
