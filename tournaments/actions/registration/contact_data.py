"""Deletes the contact data of events that are over."""

import json
from datetime import datetime, timedelta

from django.db.models import Exists, Max, OuterRef, Q

from ...models import Event, LogEntry, PublishedStandings, Registration, Snapshot
from ...queries.history import load
from ...rules import event_file
from ...rules.history import TIME
from ...rules.registration import settings as rules
from ...rules.rounds import progress
from ..change import Actor, record_action

KEEP_DAYS = 30
# The key of the registrations in an event file.
FILE_KEY = "registrations"


def delete_expired_contact_data(now: datetime) -> int:
    """Delete registrations and mails of events that ended 30 days ago; return the number of those events.

    Players stay, with their names, links and results. One event is in memory at a time.
    """
    candidates = Event.objects.filter(
        Exists(Registration.objects.filter(event=OuterRef("pk")))
        | Exists(Snapshot.objects.filter(with_registrations(), event=OuterRef("pk")))
    )
    count = 0
    for pk in list(candidates.order_by("pk").values_list("pk", flat=True)):
        event = Event.objects.filter(pk=pk).first()
        if event and find_end(event) <= now - timedelta(days=KEEP_DAYS):
            delete_contact_data(event, now)
            count += 1
    return count


def with_registrations() -> Q:
    """Select the restore points with registrations: in JSON, no text contains a bare quotation mark."""
    return Q(file__contains=f'"{FILE_KEY}": ')


def delete_contact_data(event: Event, now: datetime):
    """Delete the registrations, their mails, and what restore points contain of them."""
    with record_action(event, Actor("Topcut", now=now, source=TIME), "delete_contact_data") as change:
        Registration.objects.filter(event=change.event).delete()
        points = Snapshot.objects.filter(with_registrations(), event=change.event)
        for point in points.iterator(1):
            values = json.loads(point.file)
            values.pop(FILE_KEY, None)
            point.file = event_file.format_json(values)
            point.save(update_fields=["file"])


def find_end(event: Event) -> datetime:
    """Return when the last round was finished. If the event is not over: when it was last changed.

    If it was never played: when it should have started, or the last player registered after that.
    """
    history = load.read_history_from_db(event)
    if progress.has_ended(history):
        end = PublishedStandings.objects.filter(event=event).aggregate(at=Max("at"))["at"]
    elif event.starts_at and not rules.has_started(history):
        last = Registration.objects.filter(event=event).aggregate(at=Max("at"))["at"]
        end = max(filter(None, (event.starts_at, last)))
    else:
        end = None
    return end or last_change(event)


def last_change(event: Event) -> datetime:
    last = LogEntry.objects.filter(event=event).order_by("-id").first()
    return max(last.at, event.created_at) if last else event.created_at
