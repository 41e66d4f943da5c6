"""Keeps the actions of players when the event is restored to an earlier state."""

from collections.abc import Collection
from dataclasses import replace

from ...changes.registry import self_service_actions
from ...models import Event, Player, Registration
from ...rules.event_file import AFTER, BEFORE
from ...rules.history import EventHistory, PlayerRecord
from ...rules.log import part_paths
from ...rules.log.event_parts import read_parts
from ...rules.players import late_entry

# Facts of a player that players change themselves: they edit, withdraw, register again and check in.
FACTS = ("name", "club", "division", "dropped_after", "checked_in_at")


def self_service_since(event: Event, since: int):
    """Return the log entries from this one on of what players have done for themselves to players."""
    entries = (
        event.log.filter(id__gte=since, action__in=self_service_actions()) if since else event.log.none()
    )
    return entries.exclude(changes={}).order_by("id")


def keep_self_service(event: Event, restored: EventHistory, since: int) -> EventHistory:
    """Return the restored event with what players have done for themselves since.

    Those who have registered since and are still in the event stay. `since` is the id of the first log entry
    that is undone.
    """
    entries = list(self_service_since(event, since).values_list("version", "changes"))
    if not entries:
        return restored
    players, stayed = {player.id: player for player in restored.players}, {}
    present = set(Player.objects.filter(event=event).values_list("public_id", flat=True))
    registered = Registration.objects.filter(event=event, state=Registration.REGISTERED)
    may_stay = set(registered.values_list("player__public_id", flat=True))
    for version, changes in entries:
        before, after = read_parts(changes, BEFORE), read_parts(changes, AFTER)
        for path, new in after.items():
            old, (kind, name) = before[path], part_paths.split(path)
            key = event.current_player_id(name[0], version) if kind == "player" else None
            if new is None or key not in present:
                continue
            if key in players:
                players[key] = with_own_changes(players[key], old, new)
            elif key in stayed:
                stayed[key] = with_own_changes(stayed[key], old, new)
            elif old is None and key in may_stay:
                stayed[key] = replace(new, id=key)
    return add_players(replace(restored, players=tuple(players.values())), stayed.values())


def with_own_changes(player: PlayerRecord, old: PlayerRecord | None, new: PlayerRecord) -> PlayerRecord:
    """Return the player with the facts that differ between `old` and `new`."""
    changed = [name for name in FACTS if old is None or getattr(old, name) != getattr(new, name)]
    return replace(player, **{name: getattr(new, name) for name in changed})


def add_players(history: EventHistory, players: Collection[PlayerRecord]) -> EventHistory:
    """Return the event with these players at the end of the list."""
    if not players or late_entry.join_refusal(history):
        return history
    next_round = sum(len(phase.rounds) for phase in history.phases) + 1
    added = tuple(
        replace(player, order=order, joined_round=max(player.joined_round, next_round))
        for order, player in enumerate(players, len(history.players))
    )
    phase = history.current_phase
    if phase.entrants is not None:
        entrants = (*phase.entrants, *(player.id for player in added))
        history = phase.replace(entrants=entrants).history
    return replace(history, players=(*history.players, *added))
