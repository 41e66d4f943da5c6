"""What is worked out of parts of a history that stay the very same objects while it goes on elsewhere."""

from threading import Lock

# (name, identities of the parts) → the parts, what was worked out of them; of so many, those asked for last.
KEPT, MOST, FOR_KEPT = {}, 1000, Lock()


# The same of lists whose parts are worked out each by itself: a big one takes some megabytes.
LISTS, MOST_LISTS = {}, 32


def of_the_same(name, parts: tuple, make):
    """What `make()` gives, worked out once for these very objects, which nobody changes; `name` says all else
    that it depends on."""
    return found_in(KEPT, MOST, name, parts, make)


def list_of_the_same(name, parts: tuple) -> dict:
    """What `once_each` keeps for these very objects; `name` says all else that what it makes depends on."""
    return found_in(LISTS, MOST_LISTS, name, parts, dict)


def found_in(kept, most: int, name, parts: tuple, make):
    key = (name, *map(id, parts))
    with FOR_KEPT:
        found = kept.pop(key, None)
    if found is None:
        # With its parts: as long as they are here, no others have their identities.
        found = parts, make()
    with FOR_KEPT:
        kept[key] = found
        if len(kept) > most:
            del kept[next(iter(kept))]
    return found[1]


def once_each(kept: dict, thing, make):
    """What `make(thing)` gives, worked out once for this very object, of a `list_of_the_same`."""
    found = kept.get(id(thing))
    if found is None:
        found = kept[id(thing)] = thing, make(thing)
    return found[1]
