"""What is worked out once for all who ask for it, even at the same moment."""

from threading import Lock
from weakref import WeakValueDictionary

from django.core.cache import cache

LOCKS, FOR_LOCKS = WeakValueDictionary(), Lock()


def once(key: str, make, seconds: int = 600):
    """What is kept under the key, or what `make()` gives, kept for so many seconds; never None.

    Threads of one process wait for the first of them; each process makes its own unless CACHE_URL is shared.
    """
    found = cache.get(key)
    if found is not None:
        return found
    with FOR_LOCKS:
        lock = LOCKS.setdefault(key, Lock())
    with lock:
        found = cache.get(key)
        if found is None:
            found = make()
            cache.set(key, found, seconds)
    return found
