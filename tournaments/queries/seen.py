"""The event that an address names, at the cost of one indexed row where nothing changed.

A hall of phones asks that all day, and to put a query together takes the ORM longer than the database to
answer it. Whoever polls may be told the state of a moment ago, but none older than the newest they may have
seen: of an event that changes all the time the database is then asked, and a change worked out, so often only
that it takes a small part of a process. Where processes share a cache they tell the same state, which one of
them works out for all.
"""

import hashlib
import re
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter, time

from django.conf import settings
from django.core.cache import cache, caches
from django.db import connection

from ..models import Event
from ..rules import history
from .once import FOR_LOCKS, once

EVENT = "SELECT id, version FROM tournaments_event WHERE slug = %s"
ROW = "SELECT * FROM tournaments_event WHERE id = %s"
VERSION = "SELECT version FROM tournaments_event WHERE id = %s"
# What the addresses of events told last; the oldest of too many is forgotten, and asked for again.
TOLD, MOST = {}, 10_000
# So many seconds that nobody sees it: who polls asks the database once, not for each thing that looks.
LEAST = 0.05


@dataclass
class Told:
    """(row id, version) of an event as it was read at a time of day; seconds that went into versions before,
    and so far into this one."""

    found: tuple[int, int]
    at: float
    before: float = 0.0
    spent: float = 0.0

    @property
    def seconds(self) -> float:
        """For how long it may be told."""
        return min(settings.LAG_SECONDS, max(LEAST, settings.LAG_TIMES * max(self.before, self.spent)))

    def may_be_told(self, seen: tuple[int, int]) -> bool:
        """Whether it may be told now to who may have seen this version."""
        return self.found >= seen and 0 <= time() - self.at < self.seconds


def seen_in(etags: str) -> tuple[int, int] | None:
    """(row id, newest version) of the event, as these ETags name them; None where none does. Of an event made
    anew at the same address the row is a newer one."""
    found = re.findall(r'"(\d{1,18})-\w+\.(\d{1,18})"', etags)
    return max(((int(pk), int(version)) for pk, version in found), default=None)


def event_at(slug: str, seen: tuple[int, int] | None = None) -> Event | None:
    """The event of this address, kept for each of its versions; None where there is none.

    `seen` is for who polls: the event's row and the newest version that they may have seen. What is private
    is never told late.
    """
    found = version_at(slug, seen)
    event = found and event_of(*found)
    return event_at(slug) if event and is_late(event, seen) else event


def is_late(event: Event, seen: tuple[int, int] | None) -> bool:
    return seen is not None and event.visibility == history.PRIVATE


def version_at(slug: str, seen: tuple[int, int] | None = None) -> tuple[int, int] | None:
    """(row id, version) of the event of this address; None where there is none."""
    if seen is None or not settings.LAG_SECONDS:
        return row_of(EVENT, slug)
    told = TOLD.get(slug)
    if told and told.may_be_told(seen):
        return told.found
    elsewhere = cache.get(key_of(slug))
    if elsewhere and elsewhere.may_be_told(max(seen, told.found if told else seen)):
        keep(slug, replace(elsewhere, before=max(elsewhere.before, elsewhere.spent), spent=0.0))
        return elsewhere.found
    now, found = time(), row_of(EVENT, slug)
    if told and told.found == found:
        told.at = now
    elif found:
        # Who asks seldom for lists works out little of a version: what it costs is forgotten step by step.
        told = Told(found, now, max(told.spent, told.before / 2) if told else 0.0)
        keep(slug, told)
    if found:
        cache.set(key_of(slug), told, settings.LAG_SECONDS)
    return found


def key_of(slug: str) -> str:
    return "told:" + hashlib.sha256(slug.encode()).hexdigest()


def keep(slug: str, told: Told):
    with FOR_LOCKS:
        TOLD[slug] = told
        if len(TOLD) > MOST:
            del TOLD[next(iter(TOLD))]


def version_now(event: Event) -> int:
    """The newest version that who has read rows of the event until now may have seen of it."""
    found = settings.LAG_SECONDS and row_of(VERSION, event.pk)
    return max(event.version, found[0]) if found else event.version


def at_cost_of(event: Event, make):
    """What `make()` gives, its time put down as what the event's version costs."""
    told = TOLD.get(event.slug)
    if told is None:
        keep(event.slug, told := Told((event.pk, event.version), at=-inf))
    if told.found != (event.pk, event.version):
        return make()
    before, began = told.spent, perf_counter()
    made = make()
    # Not twice what was put down meanwhile, as for the history that a part is made of.
    told.spent = before + perf_counter() - began
    return made


def event_of(pk, version) -> Event | None:
    """The event of this row, kept in this process under this version; None where it is gone."""
    return once(kept_as(pk, version), lambda: instance_of(Event, ROW, pk), kept=caches["phones"])


def event_now(event: Event) -> Event:
    """The event as it is by now. Event.DoesNotExist where it is gone."""
    found = row_of(VERSION, event.pk)
    return there(found and event_of(event.pk, *found))


def keep_event(event: Event):
    """The row of an event as it has just been stored."""
    caches["phones"].set(kept_as(event.pk, event.version), event, 600)


def locked(event: Event) -> Event:
    """The same, and nobody else changes it before this transaction has ended."""
    rest = connection.ops.for_update_sql() if connection.features.has_select_for_update else ""
    return there(instance_of(Event, f"{ROW} {rest}", event.pk))


def there(event: Event | None) -> Event:
    if event is None:
        raise Event.DoesNotExist
    return event


def kept_as(pk, version) -> str:
    return f"event:{pk}:{version}"


def instance_of(model, sql, *asked):
    """The row as one of the model's; None where there is none."""
    return None if is_unaskable(asked) else next(iter(model.objects.raw(sql, asked)), None)


def is_unaskable(asked) -> bool:
    """Whether a NUL is asked for: PostgreSQL stores no such letter, and will not be asked for one."""
    return any("\0" in str(said) for said in asked)


def row_of(sql, *asked):
    return next(iter(rows_of(sql, *asked)), None)


def rows_of(sql, *asked) -> list[tuple]:
    if is_unaskable(asked):
        return []
    with connection.cursor() as cursor:
        cursor.execute(sql, asked)
        return cursor.fetchall()
