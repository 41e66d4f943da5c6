"""The tables that have changed since a version of the event, by the log."""

from ...history.cache import get_displayed_version
from ...models import Event
from ...rules.log.event_parts import family, split

MAX_LOG_ENTRIES = 200


def find_changed_tables(event: Event, version: int) -> set[str] | None:
    """Return the keys of the tables whose match has changed since a version.

    None if anything else has changed, too, or too much.
    """
    entries = event.log.filter(version__gt=version).order_by("version")
    entries = list(entries.values_list("version", "changes")[:MAX_LOG_ENTRIES])
    expected = range(version + 1, version + 1 + len(entries))
    if [number for number, _changes in entries] != list(expected):
        return None
    if get_displayed_version(event) not in expected or not all(changes for _number, changes in entries):
        return None
    paths = [split(path) for _number, changes in entries for path in changes]
    if any(family(kind) != "match" for kind, _name in paths):
        return None
    return {"t{}.{}.{}".format(*name) for _kind, name in paths}
