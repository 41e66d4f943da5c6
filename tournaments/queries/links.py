"""The player that a secret address names: one indexed row, none for who polls while only results come in."""

import hashlib

from django.core.cache import caches

from ..models import Event, Player
from ..rules import history
from .histories import history_of
from .once import FOR_LOCKS, MOST, used
from .seen import event_of, instance_of, is_late, version_at

# Row id of an event → the players of its history, and the version since which they are these.
SINCE = {}

PLAYER = """
SELECT tournaments_player.*, version
FROM tournaments_player JOIN tournaments_event ON tournaments_event.id = event_id
WHERE token = %s AND slug = %s
"""


def player_at(slug: str, token: str, seen: tuple[int, int] | None = None) -> Player | None:
    """Whose secret address this is, with the event; None where it is nobody's. `seen` as for `event_at`."""
    player = player_now(slug, token) if seen is None else player_lately(slug, token, seen)
    return player_now(slug, token) if player and is_late(player.event, seen) else player


def player_now(slug: str, token: str) -> Player | None:
    player = instance_of(Player, PLAYER, token, slug)
    return player and kept_player(slug, token, player, (player.event_id, player.version))


def player_lately(slug: str, token: str, seen: tuple[int, int]) -> Player | None:
    """The same for who polls."""
    found = version_at(slug, seen)
    event = found and event_of(*found)
    if event is None:
        return None
    of, player = caches["phones"].get(key_of(slug, token), ((None, 0), None))
    if of == found or (of[0] == event.pk and links_since(event, history_of(event)) <= of[1] <= found[1]):
        player.event = event
        return player
    player = instance_of(Player, PLAYER, token, slug)
    return player and kept_player(slug, token, player, found)


def kept_player(slug, token, player, found) -> Player | None:
    caches["phones"].set(key_of(slug, token), (found, player))
    event = event_of(*found)
    if event is None:
        return None
    player.event = event
    return player


def key_of(slug: str, token: str) -> str:
    return "player:" + hashlib.sha256(f"{slug}\n{token}".encode()).hexdigest()


def links_since(event: Event, told: history.Event) -> int:
    """The version since which every player has the same link, as far as this process knows: only results have
    come since, after which the history goes on with the same players."""
    with FOR_LOCKS:
        kept = used(SINCE, event.pk, MOST)
        if kept.get("players") is not told.players:
            kept |= {"players": told.players, "version": event.version}
        return kept["version"]
