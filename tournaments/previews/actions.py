"""Draws the pictures of link previews, and takes those away that must not be seen any more."""

import logging
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.dispatch import receiver
from django.utils import timezone
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from ..changes.change import Change
from ..changes.registry import club_changed, layouts_changed, listens_to_changes
from ..changes.tasks import CHANCES, is_stopping
from ..events.pages.catalogue import has_ended
from ..history.cache import load_history
from ..models import Club, Event, Preview
from ..rules.history import PRIVATE
from .pages import get_club_card, get_event_card, hash_of
from .picture import Card, draw_picture

logger = logging.getLogger("tournaments.previews")

# Changes of this time are drawn together.
DELAY = timedelta(seconds=10)
# A task that was queued so long ago is lost.
LOST = timedelta(minutes=10)
# A task draws so many, then gives other tasks a turn.
BATCH = 10
# The kinds of parts (changes.parts.KINDS) that a picture of an event without a champion depends on.
SHOWN_KINDS = {"event", "phase", "round"}
SHOWN_OF_CLUBS = {"name", "place", "logo_hash", "is_published"}
WITHDRAWN = {"picture": None, "hash": "", "has_people": False}


@listens_to_changes()
def queue_event_preview(change: Change):
    """Let the event's picture be drawn again after a change of what it may show.

    One that names people is withdrawn: whatever has changed may be a name. What increments no layout version,
    as the results of a round, changes no picture.
    """
    if change.readers is not None or not may_show(change):
        return
    event = change.event
    if event.visibility == PRIVATE:
        Preview.objects.filter(event=event).delete()
        return
    row, is_new = Preview.objects.get_or_create(event=event)
    if row.has_people:
        Preview.objects.filter(pk=row.pk).update(**WITHDRAWN)
    elif not (is_new or change.kinds) and change.action.self_service:
        # A registration, for example.
        return
    queue(Preview.objects.filter(pk=row.pk), change.now)


def may_show(change: Change) -> bool:
    """Return whether a picture of the event may show what has changed.

    Players and results make the champion, but before the end nothing that it shows. A change without parts
    may have erased a name or moved the event to another club.
    """
    kinds = change.kinds
    return not kinds or not kinds.isdisjoint(SHOWN_KINDS) or has_ended(change.before)


@receiver(layouts_changed)
def queue_event_previews(sender, events: list[int], **_signal):
    """Withdraw the pictures of events whose pages show something else, and let them be drawn again.

    They may show a former name, or the logo of a club that is no longer published.
    """
    rows = Preview.objects.filter(event__in=events)
    rows.update(**WITHDRAWN)
    queue(rows, timezone.now())


@receiver(club_changed)
def queue_club_preview(sender, change, **_signal):
    """Let a club's picture be drawn again after a change of what it shows; without a page it has none."""
    before, _after = change.changes.get("club", ({}, {}))
    if SHOWN_OF_CLUBS.isdisjoint(before):
        return
    if not change.club.is_published:
        Preview.objects.filter(club=change.club).delete()
        return
    row, _is_new = Preview.objects.get_or_create(club=change.club)
    queue(Preview.objects.filter(pk=row.pk), change.now)


def queue(rows: QuerySet[Preview], now: datetime):
    """Let these rows be drawn soon, unless they are about to be."""
    is_due = Q(waits_since=None) | Q(waits_since__lt=now - LOST)
    if rows.filter(is_due).update(waits_since=now + DELAY):
        draw_previews.using(run_after=now + DELAY).enqueue()


def queue_lost_previews():
    """Give each event and each published club a row, and queue a task if pictures are to be drawn.

    Events of an earlier release have none, and nothing queues those whose task was lost.
    """
    now = timezone.now()
    later = now + DELAY
    events = Event.objects.filter(preview=None).exclude(visibility=PRIVATE).values_list("pk", flat=True)
    clubs = Club.objects.filter(preview=None, is_published=True).values_list("pk", flat=True)
    rows = [Preview(event_id=pk, waits_since=later) for pk in events]
    rows += [Preview(club_id=pk, waits_since=later) for pk in clubs]
    Preview.objects.bulk_create(rows, ignore_conflicts=True)
    former = Preview.objects.filter(~Q(version=F("event__layout_version")), has_people=True)
    former.filter(waits_since=None).update(waits_since=later)
    tasks = DBTaskResult.objects.filter(status=TaskResultStatus.READY, task_path=draw_previews.module_path)
    if Preview.objects.exclude(waits_since=None).exists() and not tasks.exists():
        draw_previews.using(run_after=later).enqueue()


@task(queue_name=CHANCES)
def draw_previews():
    """Draw some of the pictures that wait, then queue the next task if others do."""
    for row in Preview.objects.waiting(timezone.now())[:BATCH]:
        if is_stopping.is_set():
            break
        try:
            draw_event(row) if row.event_id else draw_club(row)
        except (InterfaceError, OperationalError):
            # The database is away, and the worker runs the task again.
            raise
        except Exception:
            # Without this picture, until something changes; others are drawn.
            logger.exception("Preview %s was not drawn", row.pk)
            Preview.objects.filter(pk=row.pk).update(waits_since=None)
    if Preview.objects.waiting(timezone.now()).exists():
        draw_previews.enqueue()


def draw_event(row: Preview):
    """Draw an event's newest state; if it changes meanwhile, the row goes on waiting."""
    event = Event.objects.select_related("club").filter(pk=row.event_id).first()
    if event is None or event.visibility == PRIVATE:
        row.delete()
        return
    # Event.DoesNotExist if it has become private since, or is deleted; then its row is, too.
    with suppress(Event.DoesNotExist):
        card, has_people = get_event_card(load_history(event), event.published_club)
        versions = {"layout_version": event.layout_version}
        store(row, card, has_people, Event.objects.filter(pk=event.pk), versions)


def draw_club(row: Preview):
    """Draw a club; if it changes meanwhile, the row goes on waiting."""
    club = Club.objects.filter(pk=row.club_id, is_published=True).first()
    if club is None:
        row.delete()
        return
    store(row, get_club_card(club), False, Club.objects.filter(pk=club.pk), {"version": club.version})


def store(row: Preview, card: Card, has_people: bool, owner: QuerySet, seen: dict[str, int]):
    """Store the picture of a card, unless the row has it, or its owner's version is not the `seen` one."""
    (version,) = seen.values()
    values = {"version": version, "has_people": has_people, "waits_since": None}
    hash_ = hash_of(card)
    if hash_ != row.hash:
        values |= {"hash": hash_, "picture": draw_picture(card)}
    with transaction.atomic():
        # No change of the event or club meanwhile.
        locked = owner.select_for_update().first()
        if locked and all(getattr(locked, name) == value for name, value in seen.items()):
            Preview.objects.filter(pk=row.pk).update(**values)
