"""What is worked out once for all who ask for it, even at the same moment."""

from threading import Lock
from weakref import WeakValueDictionary

from django.core.cache import cache
from django.db import connection

LOCKS, FOR_LOCKS = WeakValueDictionary(), Lock()
# Row id of an event → its newest version and what this process has worked out of it, for so many events.
HERE, MOST = {}, 16


def once(key: str, make, seconds: int = 600):
    """What is kept under the key, or what `make()` gives, kept for so many seconds; never None.

    Threads of one process wait for the first of them; each process makes its own unless CACHE_URL is shared.
    """
    found = cache.get(key)
    if found is not None:
        return found
    with lock_of(key):
        found = cache.get(key)
        if found is None:
            found = make()
            cache.set(key, found, seconds)
    return found


def once_here(event, name: str, make):
    """What `make()` gives of an event, kept in this process as it is while the event has no newer version.

    For values that nobody changes. A transaction sees what it has written and may take it back: inside one
    nothing is kept, nor read of what is.
    """
    if connection.in_atomic_block:
        return make()
    with lock_of(f"{event.pk}:{event.version}:{name}"):
        kept = kept_of(event)
        if name not in kept:
            kept[name] = make()
        return kept[name]


def kept_of(event) -> dict:
    """What is kept of the event at its version; of an older one than others have seen, nothing."""
    with FOR_LOCKS:
        version, kept = HERE.get(event.pk, (-1, {}))
        if version < event.version:
            HERE.pop(event.pk, None)
            HERE[event.pk] = event.version, (kept := {})
            if len(HERE) > MOST:
                del HERE[next(iter(HERE))]
        return kept if version <= event.version else {}


def forget(event):
    """For who has changed the event and still holds it as it was: what is asked of that is read anew."""
    HERE.pop(event.pk, None)


def lock_of(key: str):
    with FOR_LOCKS:
        return LOCKS.setdefault(key, Lock())
