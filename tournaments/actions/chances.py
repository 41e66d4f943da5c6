"""Calculates the chances to make the cut, in a task that changes of the event queue, at most once in 30 s."""

from datetime import datetime, timedelta

from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone
from django_tasks import task

from ..changes.signals import changed
from ..models import CutChances, Event
from ..queries.history.cache import load_history
from ..queries.history.load import without_draft_rounds
from ..rules.forecast.chances import MAX_ROUNDS_LEFT, calculate_chances, can_have_chances, chances_json
from ..rules.log import part_paths
from ..rules.rounds.phases import round_count
from .change import Change
from .task_queue import CHANCES

PAUSE_SECONDS = 30
# After a longer calculation, the pause is so many times as long as it took.
PAUSE_FACTOR = 2
# A task that was queued so long ago is lost.
LOST_MINUTES = 10


@receiver(changed)
def queue_chances(change: Change, **_signal):
    """Queue the calculation after a change of the last rounds.

    While a task is queued or runs, it takes the newest version. A change that does more than add results
    clears the chances: what was certain may be so no longer.
    """
    if not (change.has_read_history and are_last_rounds(change)):
        return
    event, now = change.event, change.now
    row, _is_new = CutChances.objects.get_or_create(event=event, defaults={"next_at": now})
    if row.values and not adds_only_results(change):
        CutChances.objects.filter(pk=row.pk).update(values={}, version=event.version)
        Event.objects.filter(pk=event.pk).update(chances_at=now)
    if row.is_queued and now < row.next_at + timedelta(minutes=LOST_MINUTES):
        return
    queue_task(row, max(now, row.next_at))


def queue_task(row: CutChances, next_at: datetime):
    CutChances.objects.filter(pk=row.pk).update(is_queued=True, next_at=next_at)
    update_chances.using(run_after=next_at).enqueue(row.event_id)


def are_last_rounds(change: Change) -> bool:
    """Return whether at most two rounds of the current phase were to come before this change.

    Chances that are switched off count only if the change switches them on.
    """
    before = without_draft_rounds(change.before)
    phase = before.current_phase
    if not can_have_chances(phase):
        return False
    part = change.parts.get(part_paths.phase(phase.number))
    after = phase.replace(settings=part.settings) if part else phase
    if not (phase.settings.chances or after.settings.chances):
        return False
    return round_count(phase) - len(phase.rounds) <= MAX_ROUNDS_LEFT


def adds_only_results(change: Change) -> bool:
    """Return whether no result, table or player is another one than before."""
    matches = [before for before, _after in change.changes.values()]
    return not matches or bool(change.result_players and all(map(has_no_result, matches)))


def has_no_result(match: dict) -> bool:
    """Return whether a match of the log has no result yet; a player's report is none."""
    return all(seat.keys() <= {"player", "claim"} for seat in match["seats"])


@task(queue_name=CHANCES)
def update_chances(event_pk: int):
    """Calculate and store the chances of an event's newest version."""
    row = CutChances.objects.select_related("event").filter(event=event_pk).first()
    if row is None:
        return
    if row.values and row.version >= row.event.version:
        CutChances.objects.filter(pk=row.pk).update(is_queued=False)
        return
    at, history = timezone.now(), load_history(row.event)
    chances = calculate_chances(without_draft_rounds(history), seed=history.version)
    store_chances(row, history.version, chances_json(chances), at)


def store_chances(row: CutChances, version: int, values: dict, at: datetime):
    """Store the values, unless they were cleared since; queue the next task if there is a newer version.

    Live fragments that show chances change.
    """
    now = timezone.now()
    next_at = now + max(timedelta(seconds=PAUSE_SECONDS), PAUSE_FACTOR * (now - at))
    with transaction.atomic():
        # No change of the event meanwhile.
        event = Event.objects.select_for_update().get(pk=row.event_id)
        rows = CutChances.objects.filter(pk=row.pk)
        is_stored = rows.filter(version__lte=version).update(version=version, values=values)
        if is_stored and (values or row.values):
            Event.objects.filter(pk=event.pk).update(chances_at=at)
        if event.version > version:
            queue_task(row, next_at)
        else:
            rows.update(is_queued=False, next_at=next_at)
