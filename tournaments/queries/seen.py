"""The event and the player that an address names, at the cost of one indexed row where nothing changed.

A hall of phones asks that all day, and to put a query together takes the ORM longer than the database to
answer it.
"""

from django.core.cache import caches
from django.db import connection

from ..models import Event, Player
from .once import once

EVENT = "SELECT id, version FROM tournaments_event WHERE slug = %s"
PLAYER = """
SELECT tournaments_player.id, tournaments_event.id, version
FROM tournaments_player JOIN tournaments_event ON tournaments_event.id = event_id
WHERE token = %s AND slug = %s
"""


def event_at(slug: str) -> Event | None:
    """The event of this address, kept for each of its versions; None where there is none."""
    found = version_at(slug)
    return found and event_of(*found)


def version_at(slug: str) -> tuple[int, int] | None:
    """(row id, version) of the event of this address; None where there is none."""
    return row_of(EVENT, slug)


def event_of(pk, version) -> Event:
    return once(f"event:{pk}:{version}", lambda: Event.objects.get(pk=pk))


def player_at(slug: str, token: str) -> Player | None:
    """Whose secret address this is, with the event; None where it is nobody's."""
    found = row_of(PLAYER, token, slug)
    if found is None:
        return None
    pk, event, version = found
    kept, key = caches["phones"], f"player:{pk}"
    of, player = kept.get(key, (None, None))
    if of != version:
        player = Player.objects.get(pk=pk)
        kept.set(key, (version, player))
    player.event = event_of(event, version)
    return player


def row_of(sql, *asked):
    # PostgreSQL stores no such letter, and will not be asked for one.
    if any("\0" in said for said in asked):
        return None
    with connection.cursor() as cursor:
        cursor.execute(sql, asked)
        return cursor.fetchone()
