"""What is worked out once for all who ask for it, even at the same moment."""

from operator import itemgetter
from threading import Lock
from time import monotonic, sleep
from weakref import WeakValueDictionary

from django.core.cache import cache
from django.db import connection

LOCKS, FOR_LOCKS = WeakValueDictionary(), Lock()
# Row id of an event → version → what this process has worked out of it: of so many events, so many versions
# of each, those asked for last. Who polls may be told of an older one than the desk (queries/seen.py).
HERE, MOST, VERSIONS = {}, 16, 8
# Seconds for which others wait for who makes something, and how often they look whether it is there.
PATIENCE, LOOK = 1, 0.01


def once(key: str, make, seconds: int = 600, kept=cache):
    """What is kept under the key, or what `make()` gives, kept for so many seconds; never None.

    Threads of one process wait for the first of them, and so do processes and hosts that share the cache
    (CACHE_URL): not for longer than a moment, nor where that cache is gone.
    """
    found = kept.get(key)
    if found is not None:
        return found
    with lock_of(key):
        found = made_elsewhere(key, kept)
        if found is None:
            try:
                found = make()
                kept.set(key, found, seconds)
            finally:
                kept.delete(f"making:{key}")
    return found


def made_elsewhere(key: str, kept):
    """What is kept under the key, waited for while somebody else makes it; None for who is to make it."""
    until = monotonic() + PATIENCE
    while not kept.add(f"making:{key}", 1, PATIENCE):
        # In this order: who is not at it any more has left it. A cache that is gone takes and holds nothing.
        at_it, found = kept.get(f"making:{key}"), kept.get(key)
        if found is not None or not at_it or monotonic() > until:
            return found
        sleep(LOOK)
    return kept.get(key)


def once_here(event, name: str, make):
    """What `make()` gives of an event, kept in this process as it is for this version.

    For values that nobody changes. A transaction sees what it has written and may take it back: inside one
    nothing is kept, nor read of what is.
    """
    if connection.in_atomic_block or is_left_behind(event):
        return make()
    with lock_of(f"{event.pk}:{event.version}:{name}"):
        kept = kept_of(event)
        if name not in kept:
            kept[name] = make()
        return kept[name]


def kept_of(event) -> dict:
    """What is kept of the event at its version."""
    with FOR_LOCKS:
        versions = used(HERE, event.pk, MOST)
        return used(versions, event.version, VERSIONS)


def newest_of(event, name: str):
    """(version, value) of what this process keeps of the event under that name, of its version or the newest
    one before; None where it keeps none."""
    with FOR_LOCKS:
        kept = [(version, here[name]) for version, here in HERE.get(event.pk, {}).items() if name in here]
    return max((one for one in kept if one[0] <= event.version), key=itemgetter(0), default=None)


def used(kept: dict, key, most: int) -> dict:
    """What stands under the key, as the last of so many."""
    kept[key] = kept.pop(key, {})
    if len(kept) > most:
        del kept[next(iter(kept))]
    return kept[key]


def leave_behind(event):
    """For who has changed the event and still holds it as it was: what is asked of that is read anew."""
    event.left_behind = event.version


def is_left_behind(event) -> bool:
    return event.__dict__.get("left_behind") == event.version


def lock_of(key: str):
    with FOR_LOCKS:
        return LOCKS.setdefault(key, Lock())
