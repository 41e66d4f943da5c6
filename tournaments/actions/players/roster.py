"""Entries of the player list: remove one, merge two."""

from dataclasses import replace

from ...models import Event
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, EventHistory, PhaseRecord
from ...rules.log import part_paths
from ...rules.pairing import round_robin
from ...rules.rounds import requested_byes
from ..change import Actor, Change, record_action
from .players import matches_with, player_in


def remove_player(event: Event, actor: Actor, key: str):
    """Remove a player who was never paired."""
    with record_action(event, actor, "remove_player") as change:
        player = player_in(change.history, key)
        unpaired_byes = requested_byes.requested_byes_of(change.history, player.id)
        if matches_with(change.history, player.id).keys() - unpaired_byes.keys():
            raise RuleViolation(_("{name} has been paired: drop them instead."), name=player.name)
        for (phase, number), bye in unpaired_byes.items():
            change.set_part(part_paths.match(phase, number, bye), None)
        put_pairs(change, {player.id: None})
        if player.id in players_in_finals(change.history):
            raise RuleViolation(_("{name} is in the finals: drop them instead."), name=player.name)
        for number, phase in enumerate(change.history.phases, 1):
            left = renamed(phase, {player.id: None})
            if left != phase:
                change.set_part(part_paths.phase(number), replace(left, rounds=()))
        change.set_part(part_paths.player(player.id), None)


def merge_players(event: Event, actor: Actor, keep: str, gone: str):
    """Merge two entries of one person: all matches of `gone` become `keep`'s.

    Raises RuleViolation if both had a table or a bye in the same round.
    """
    with record_action(event, actor, "merge_players") as change:
        before = change.history
        player, other = player_in(before, keep), player_in(before, gone)
        if player.id == other.id:
            raise RuleViolation(_("These are one and the same player."))
        played, idle = (
            matches_with(change.history, other.id),
            requested_byes.redundant_byes(before, player.id, other.id),
        )
        for (phase, number), bye in idle.items():
            change.set_part(part_paths.match(phase, number, bye), None)
        if shared := played.keys() & matches_with(change.history, player.id).keys() - idle.keys():
            raise RuleViolation(
                _("{a} and {b} both played round {round}: they are two people."),
                a=player.name,
                b=other.name,
                round=min(shared)[1],
            )
        if {player.id, other.id} <= players_in_finals(change.history):
            raise RuleViolation(
                _("{a} and {b} are both in the finals: they are two people."), a=player.name, b=other.name
            )
        if round_robin.is_under_way(before) and any(phase == before.current for phase, _number in played):
            # Its schedule depends on the ids that it was drawn with.
            raise RuleViolation(
                _("The round robin was drawn with {b}: let {b} stay and {a} go."), a=player.name, b=other.name
            )
        for (phase, number), match in played.items():
            if match in idle.values():
                continue
            moved = tuple(
                replace(seat, player=player.id) if seat.player == other.id else seat for seat in match.seats
            )
            if match.is_bye:
                change.set_part(part_paths.match(phase, number, match), None)
            moved = replace(match, seats=moved)
            change.set_part(part_paths.match(phase, number, moved), moved)
        merge_entrants(change, player.id, other.id)
        put_pairs(change, {other.id: player.id})
        joined = min(player.joined_round, other.joined_round)
        seated_rounds = rounds_at_table(change.history, player.id) | rounds_at_table(change.history, other.id)
        byes = {
            number: worth
            for number, worth in (other.byes | player.byes).items()
            if number not in seated_rounds
        }
        change.set_part(part_paths.player(player.id), replace(player, joined_round=joined, byes=byes))
        change.set_part(part_paths.player(other.id), None)


def rounds_at_table(event: EventHistory, key: str) -> set[int]:
    """Return the rounds, counted over the event, that the player has a table in."""
    return {
        event.rounds_before(phase) + number
        for (phase, number), match in matches_with(event, key).items()
        if not match.is_bye
    }


def put_pairs(change: Change, renamed: dict[str, str | None]):
    """Replace player ids in the event's forbidden and wished pairs (None: removed).

    Drops pairs that become invalid or duplicates.
    """
    event, pairs_by_key, known_pairs = change.history, {}, set()
    for key in ("forbidden", "wished"):
        pairs_by_key[key] = []
        for pair in getattr(event, key):
            new = tuple(renamed.get(player, player) for player in pair)
            if None not in new and len(set(new)) == 2 and frozenset(new) not in known_pairs:
                pairs_by_key[key].append(new)
                known_pairs.add(frozenset(new))
    pairs_by_key = {key: tuple(pairs) for key, pairs in pairs_by_key.items()}
    if pairs_by_key != {key: getattr(event, key) for key in pairs_by_key}:
        change.set_part(part_paths.EVENT, replace(event, players=(), phases=(), log=(), **pairs_by_key))


def merge_entrants(change: Change, keep: str, gone: str):
    for number, phase in enumerate(change.history.phases, 1):
        both = any(keep in pod for pod in phase.pods)
        named = renamed(phase, {gone: keep}, {gone: None if both else keep})
        if named != phase:
            change.set_part(part_paths.phase(number), replace(named, rounds=()))


def renamed(phase: PhaseRecord, entrants: dict, seats: dict | None = None) -> PhaseRecord:
    """Return the phase with other ids among its entrants and pods (None: removed)."""

    def replace_ids(ids, names):
        return tuple(
            player
            for player in dict.fromkeys(names.get(player, player) for player in ids)
            if player is not None
        )

    pods = tuple(filter(None, (replace_ids(pod, entrants if seats is None else seats) for pod in phase.pods)))
    new_entrants = None if phase.entrants is None else replace_ids(phase.entrants, entrants)
    return replace(phase, entrants=new_entrants, pods=pods)


def players_in_finals(event: EventHistory) -> set[str]:
    """Return the ids of players in finals that have begun."""
    begun = [phase for phase in event.phases if phase.kind == BRACKET and phase.rounds]
    return {player for phase in begun for player in phase.entrants or ()}
