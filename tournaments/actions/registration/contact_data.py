"""Deletes the contact data of events that are over, and what tells which phones picked names."""

import json
from datetime import datetime, timedelta

from django.db.models import Exists, Max, OuterRef, Q, Subquery

from ...models import Event, LogEntry, Pick, Player, PublishedStandings, Registration, RestorePoint
from ...queries.history import load
from ...rules import event_file
from ...rules.errors import _
from ...rules.history import TIME, EventHistory
from ...rules.registration import settings as rules
from ...rules.rounds import picks, progress
from ..change import Actor, Change, action
from ..players.picks import clear_origins, delete_origins

KEEP_DAYS = 30
# The key of the registrations in an event file.
FILE_KEY = "registrations"


def delete_expired_contact_data(now: datetime) -> int:
    """Delete registrations and mails of events that ended 30 days ago; return the number of those events.

    Players stay, with their names, links and results. The origins of picked names are deleted sooner: once
    the event is over, and those of picks that are not marked after ten minutes. One event is in memory at a
    time.
    """
    old_picks = Pick.objects.filter(is_marked=False, at__lte=now - picks.MARKING_PERIOD)
    old_picks.exclude(origin="").update(origin="")
    candidates = Event.objects.filter(
        Exists(Registration.objects.filter(event=OuterRef("pk")))
        | Exists(RestorePoint.objects.filter(with_registrations(), event=OuterRef("pk")))
        | with_origins()
    )
    count = 0
    for pk in list(candidates.order_by("pk").values_list("pk", flat=True)):
        event = Event.objects.filter(pk=pk).first()
        if event is None:
            continue
        history = load.read_history_from_db(event)
        if find_end(event, history) <= now - timedelta(days=KEEP_DAYS):
            delete_contact_data(event, Actor("Topcut", now=now, source=TIME))
            count += 1
        elif progress.has_ended(history) and Event.objects.filter(with_origins(), pk=pk).exists():
            delete_origins(event, Actor("Topcut", now=now, source=TIME))
    return count


def with_origins() -> Q:
    """Select the events that have origins of picked names."""
    picks_with_origin = Pick.objects.filter(event=OuterRef("pk")).exclude(origin="")
    return Q(Exists(picks_with_origin)) | ~Q(accepted_origins=[])


def with_registrations() -> Q:
    """Select the restore points with registrations: in JSON, no text contains a bare quotation mark."""
    return Q(file__contains=f'"{FILE_KEY}": ')


@action(None, log=_("Contact data deleted, 30 days after the event"))
def delete_contact_data(change: Change):
    """Delete the registrations, their mails, what restore points contain of them, and origins of picks."""
    # The links of players stay.
    secrets = Registration.objects.filter(player=OuterRef("pk")).values("token")
    players = Player.with_removed.filter(event=change.event, registration__isnull=False)
    players.update(token=Subquery(secrets[:1]))
    Registration.objects.filter(event=change.event).delete()
    clear_origins(change)
    points = RestorePoint.objects.filter(with_registrations(), event=change.event)
    for point in points.iterator(1):
        values = json.loads(point.file)
        values.pop(FILE_KEY, None)
        point.file = event_file.format_json(values)
        point.save(update_fields=["file"])


def find_end(event: Event, history: EventHistory) -> datetime:
    """Return when the last round was finished. If the event is not over: when it was last changed.

    If it was never played: when it should have started, or the last player registered after that.
    """
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
