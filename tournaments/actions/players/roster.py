"""Entries on the list of players: taken off it, and two of one person made into one."""

from dataclasses import replace

from ...models import Event
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, EventHistory, PhaseRecord
from ...rules.log import part_paths
from ...rules.pairing import round_robin
from ...rules.rounds import requested_byes
from ..change import By, Change, changing
from .players import matches_with, player_in


def remove_player(event: Event, by: By, key: str):
    """Take a player who was never paired off the list."""
    with changing(event, by, "remove_player") as change:
        player = player_in(change.history, key)
        out = requested_byes.rounds_out(change.history, player.id)
        if matches_with(change.history, player.id).keys() - out.keys():
            raise RuleViolation(_("{name} has been paired: drop them instead."), name=player.name)
        for (phase, number), bye in out.items():
            change.put(part_paths.match(phase, number, bye), None)
        put_pairs(change, {player.id: None})
        if player.id in in_finals(change.history):
            raise RuleViolation(_("{name} is in the finals: drop them instead."), name=player.name)
        for number, phase in enumerate(change.history.phases, 1):
            left = renamed(phase, {player.id: None})
            if left != phase:
                change.put(part_paths.phase(number), replace(left, rounds=()))
        change.put(part_paths.player(player.id), None)


def merge_players(event: Event, by: By, keep: str, gone: str):
    """Make two entries of one person into one: everything `gone` played becomes `keep`'s.

    Refuses where both had a table or a bye in the same round.
    """
    with changing(event, by, "merge_players") as change:
        before = change.history
        kept, other = player_in(before, keep), player_in(before, gone)
        if kept.id == other.id:
            raise RuleViolation(_("These are one and the same player."))
        played, idle = (
            matches_with(change.history, other.id),
            requested_byes.idle_byes(before, kept.id, other.id),
        )
        for (phase, number), bye in idle.items():
            change.put(part_paths.match(phase, number, bye), None)
        if shared := played.keys() & matches_with(change.history, kept.id).keys() - idle.keys():
            raise RuleViolation(
                _("{a} and {b} both played round {round}: they are two people."),
                a=kept.name,
                b=other.name,
                round=min(shared)[1],
            )
        if {kept.id, other.id} <= in_finals(change.history):
            raise RuleViolation(
                _("{a} and {b} are both in the finals: they are two people."), a=kept.name, b=other.name
            )
        if round_robin.has_begun(before) and any(phase == before.current for phase, _number in played):
            # Its order hangs on the ids that it was drawn with.
            raise RuleViolation(
                _("The round robin was drawn with {b}: let {b} stay and {a} go."), a=kept.name, b=other.name
            )
        for (phase, number), match in played.items():
            if match in idle.values():
                continue
            moved = tuple(
                replace(seat, player=kept.id) if seat.player == other.id else seat for seat in match.seats
            )
            if match.is_bye:
                change.put(part_paths.match(phase, number, match), None)
            moved = replace(match, seats=moved)
            change.put(part_paths.match(phase, number, moved), moved)
        merge_entrants(change, kept.id, other.id)
        put_pairs(change, {other.id: kept.id})
        joined = min(kept.joined_round, other.joined_round)
        sat = rounds_sat(change.history, kept.id) | rounds_sat(change.history, other.id)
        byes = {number: worth for number, worth in (other.byes | kept.byes).items() if number not in sat}
        change.put(part_paths.player(kept.id), replace(kept, joined_round=joined, byes=byes))
        change.put(part_paths.player(other.id), None)


def rounds_sat(event: EventHistory, key: str) -> set[int]:
    """The rounds, counted over the event, in which the player sits at a table."""
    return {
        event.rounds_before(phase) + number
        for (phase, number), match in matches_with(event, key).items()
        if not match.is_bye
    }


def put_pairs(change: Change, renamed: dict[str, str | None]):
    """The event's pairs with other ids in place of some (None: gone). What is no pair then goes, and what
    stands there already."""
    event, told, seen = change.history, {}, set()
    for key in ("forbidden", "wished"):
        told[key] = []
        for pair in getattr(event, key):
            new = tuple(renamed.get(player, player) for player in pair)
            if None not in new and len(set(new)) == 2 and frozenset(new) not in seen:
                told[key].append(new)
                seen.add(frozenset(new))
    told = {key: tuple(pairs) for key, pairs in told.items()}
    if told != {key: getattr(event, key) for key in told}:
        change.put(part_paths.EVENT, replace(event, players=(), phases=(), log=(), **told))


def merge_entrants(change: Change, kept: str, gone: str):
    for number, phase in enumerate(change.history.phases, 1):
        both = any(kept in pod for pod in phase.pods)
        named = renamed(phase, {gone: kept}, {gone: None if both else kept})
        if named != phase:
            change.put(part_paths.phase(number), replace(named, rounds=()))


def renamed(phase: PhaseRecord, entrants: dict, seats: dict | None = None) -> PhaseRecord:
    """The phase with other ids among its entrants and, if need be other ones, in its pods (None: gone)."""

    def told(ids, names):
        return tuple(one for one in dict.fromkeys(names.get(one, one) for one in ids) if one is not None)

    pods = tuple(filter(None, (told(pod, entrants if seats is None else seats) for pod in phase.pods)))
    listed = None if phase.entrants is None else told(phase.entrants, entrants)
    return replace(phase, entrants=listed, pods=pods)


def in_finals(event: EventHistory) -> set[str]:
    """Player ids of those who made finals that have begun; some of them may not have played yet."""
    begun = [phase for phase in event.phases if phase.kind == BRACKET and phase.rounds]
    return {player for phase in begun for player in phase.entrants or ()}
