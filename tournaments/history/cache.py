"""A cache of event histories in each process, checked against the database at every use.

Most changes are results. They are applied from the log, which takes a few milliseconds; reading the rows of
1,024 players again takes a hundred. A change that affects more than the tables it names increments
`Event.layout_version` (changes/change.py), and the rows are read again.
"""

from collections import OrderedDict
from dataclasses import replace
from threading import Lock

from django.core.cache import cache
from django.db import connection

from ..models import Event
from ..rules import event_file
from ..rules.history import PRIVATE, EventHistory
from ..rules.log.event_parts import apply_match_changes
from ..rules.log.public_names import publish_log
from . import load

MAX_EVENTS = 16
MAX_LOG_ENTRIES = 200
LAYOUT_CACHE_SECONDS = 6 * 3600
# By primary key of the event, the least recently used first.
_history_cache: OrderedDict[int, EventHistory] = OrderedDict()
_cache_lock = Lock()
# One thread reads an event while others wait. Events share the locks.
_reading_locks = [Lock() for _ in range(MAX_EVENTS)]


def load_history(event: Event) -> EventHistory:
    """Return the event's history, cached on the instance, so that a request sees one state.

    Its players have their public names: it is for pages, commands and mails. Actions change the rows, and
    get the names of those (load_latest_history).
    Raises Event.DoesNotExist if the event is deleted, or has become private since the instance was read.
    """
    loaded = event.__dict__.get("loaded_history")
    if loaded is None or loaded.version < event.version or connection.in_atomic_block:
        loaded = event.loaded_history = load_latest_history(event).with_public_names
    if loaded.visibility == PRIVATE != event.visibility:
        raise Event.DoesNotExist
    return loaded


def load_history_with_log(event: Event) -> EventHistory:
    """Return the history with its log, both with public names, and published standings, as in its file."""
    return publish_log(load.add_log(event, load_history(event)), event.reused_ids)


def load_event_file(
    event: Event, *, with_contact_data: bool, with_people: bool = False, with_identifiers: bool = False
) -> str:
    """Return the text of the event file, with public names; with identifiers it has the people, too."""
    history = load_history_with_log(event)
    if with_contact_data:
        history = load.add_registrations(event, history)
    if with_people or with_identifiers:
        history = load.add_people(event, history, with_identifiers=with_identifiers)
    return event_file.text(history)


def get_for_layout(event: Event, name: str, calculate):
    """Return calculate(event), which only changes with Event.layout_version: computed once for all processes.

    Each process keeps it with the history: it would take as long as a query to read from the cache. `name` is
    that of the value.
    """
    kept = load_history(event).calculated.setdefault(get_for_layout, {})
    key = f"{name}:{event.pk}:{event.layout_version}"
    if key not in kept:
        kept[key] = cache.get_or_set(key, lambda: calculate(event), LAYOUT_CACHE_SECONDS)
    return kept[key]


def get_displayed_version(event: Event) -> int:
    """Return the version of the history loaded for this instance, or else of its row."""
    loaded = event.__dict__.get("loaded_history")
    return max(loaded.version, event.version) if loaded else event.version


def load_latest_history(event: Event) -> EventHistory:
    """Return the history of the event, as new as this instance or newer.

    Inside a transaction the cache is neither read nor written. Raises Event.DoesNotExist if the event is
    deleted.
    """
    if connection.in_atomic_block:
        return load.read_history_from_db(event)
    with _reading_locks[event.pk % MAX_EVENTS]:
        with _cache_lock:
            cached = _history_cache.get(event.pk)
        history = cached and (
            update_history(cached, event) or update_history(cached, read_versions(event.pk))
        )
        while not history:
            from_rows = load.read_history_from_db(Event.objects.get(pk=event.pk))
            # Rows of a result that was stored during the reading may be missing; the log has it.
            history = update_history(from_rows, read_versions(event.pk))
        with _cache_lock:
            _history_cache[event.pk] = history
            _history_cache.move_to_end(event.pk)
            if len(_history_cache) > MAX_EVENTS:
                _history_cache.popitem(last=False)
        return history


def read_versions(event_pk: int) -> Event:
    """Return the event with only its versions and visibility."""
    return Event.objects.only("version", "layout_version", "visibility").get(pk=event_pk)


def update_history(cached: EventHistory, event: Event) -> EventHistory | None:
    """Apply the log's changes since `cached` up to the event's version.

    Returns None if the rows must be read again: more than results changed, or too many.
    """
    if (cached.layout_version, cached.visibility) != (event.layout_version, event.visibility):
        return None
    if cached.version == event.version:
        return cached
    if not 0 < event.version - cached.version <= MAX_LOG_ENTRIES:
        return None
    entries = event.log.filter(version__gt=cached.version, version__lte=event.version).order_by("version")
    entries = list(entries.values_list("version", "changes"))
    if [version for version, _changes in entries] != list(range(cached.version + 1, event.version + 1)):
        return None
    updated = apply_match_changes(cached, [changes for _version, changes in entries])
    return updated and replace(updated, version=event.version)
