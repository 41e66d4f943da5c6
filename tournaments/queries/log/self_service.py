"""Keeps the actions of players when the event is restored to an earlier state."""

from dataclasses import replace

from ...changes.registry import self_service_actions
from ...models import Event, Player, Registration, RemovedLink
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


def keep_self_service(
    event: Event, restored: EventHistory, since: int
) -> tuple[EventHistory, tuple[tuple[str, str], ...]]:
    """Return the restored event with what players have done for themselves since, and (id, link) of players.

    Those who have registered since and are still in the event stay, under another id if a restored player has
    theirs. `since` is the id of the first log entry that is undone.
    """
    changes_list = list(self_service_since(event, since).values_list("changes", flat=True))
    if not changes_list:
        return restored, ()
    tokens = dict(Player.objects.filter(event=event).values_list("public_id", "token"))
    restored_ids = ids_by_token(event, restored, since, tokens)
    registered = Registration.objects.filter(event=event, state=Registration.REGISTERED)
    may_stay = set(registered.values_list("token", flat=True)) - restored_ids.keys()
    players, stayed = {player.id: player for player in restored.players}, {}
    for changes in changes_list:
        before, after = read_parts(changes, BEFORE), read_parts(changes, AFTER)
        for path, new in after.items():
            old, (kind, name) = before[path], part_paths.split(path)
            token = tokens.get(name[0]) if kind == "player" else None
            if new is None or token is None:
                continue
            if token in restored_ids:
                player = players[restored_ids[token]]
                players[player.id] = with_own_changes(player, old, new)
            elif token in stayed:
                stayed[token] = with_own_changes(stayed[token], old, new)
            elif old is None and token in may_stay:
                stayed[token] = new
    restored = replace(restored, players=tuple(players.values()))
    return add_players(restored, stayed)


def ids_by_token(event: Event, restored: EventHistory, since: int, tokens: dict[str, str]) -> dict[str, str]:
    """Return link → id of the restored players; `tokens` are the links by id of now."""
    links = RemovedLink.objects.filter(entry__event=event, entry_id__gte=since).order_by("-id")
    tokens = tokens | dict(links.values_list("key", "token"))
    return {tokens[player.id]: player.id for player in restored.players if player.id in tokens}


def with_own_changes(player: PlayerRecord, old: PlayerRecord | None, new: PlayerRecord) -> PlayerRecord:
    """Return the player with the facts that differ between `old` and `new`."""
    changed = [name for name in FACTS if old is None or getattr(old, name) != getattr(new, name)]
    return replace(player, **{name: getattr(new, name) for name in changed})


def add_players(
    history: EventHistory, players: dict[str, PlayerRecord]
) -> tuple[EventHistory, tuple[tuple[str, str], ...]]:
    """Return the event with these players, by link, at the end of the list, and (id, link) of each."""
    if not players or late_entry.join_refusal(history):
        return history, ()
    added, taken = [], {player.id for player in history.players}
    for order, player in enumerate(players.values(), len(history.players)):
        key = player.id if player.id not in taken else free_id(taken)
        taken.add(key)
        joined = max(player.joined_round, sum(len(phase.rounds) for phase in history.phases) + 1)
        added.append(replace(player, id=key, order=order, joined_round=joined))
    ids = tuple(player.id for player in added)
    phase = history.phase(history.current)
    if phase.entrants is not None:
        history = history.with_phase(history.current, entrants=(*phase.entrants, *ids))
    return replace(history, players=(*history.players, *added)), tuple(zip(ids, players, strict=True))


def free_id(taken: set[str]) -> str:
    return next(key for number in range(1, len(taken) + 2) if (key := f"p{number}") not in taken)
