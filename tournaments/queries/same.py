"""What is worked out of parts of a history that stay the very same objects while it goes on elsewhere."""

from threading import Lock

# (name, identities of the parts) → the parts, what was worked out of them; of so many, those asked for last.
KEPT, MOST, FOR_KEPT = {}, 1000, Lock()


def of_the_same(name, parts: tuple, make):
    """What `make()` gives, worked out once for these very objects, which nobody changes; `name` says all else
    that it depends on."""
    key = (name, *map(id, parts))
    with FOR_KEPT:
        found = KEPT.pop(key, None)
    if found is None:
        # With its parts: as long as they are here, no others have their identities.
        found = parts, make()
    with FOR_KEPT:
        KEPT[key] = found
        if len(KEPT) > MOST:
            del KEPT[next(iter(KEPT))]
    return found[1]


def once_each(kept: dict, thing, make):
    """What `make(thing)` gives, worked out once for this very object; all else that it depends on is the same
    wherever this `kept` is."""
    found = kept.get(id(thing))
    if found is None:
        found = kept[id(thing)] = thing, make(thing)
    return found[1]
