"""Stores the results of the players of ended events, and follows every later change."""

from dataclasses import asdict
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from ...changes.change import Change
from ...changes.registry import listens_to_changes, results_changed
from ...changes.tasks import CHANCES
from ...history.cache import load_history
from ...history.load import read_history_from_db, without_draft_rounds
from ...models import Event, Player, PlayerResult, Round
from ...rules.history import FINISHED, EventHistory
from ...rules.rounds.progress import awaits_end, finish_current, has_ended, last_open_round, unreported
from ...rules.standings.player_results import player_results

# An event whose last results are in, and that nobody has ended, counts as ended after this time.
COUNTS_AFTER = timedelta(hours=24)


@listens_to_changes()
def queue_changed_results(change: Change):
    """Queue the results of an event that ends, or that had ended and changes.

    Results of an event that goes on are deleted at once, because profiles show them.
    """
    if not change.changes:
        return
    if has_ended(without_draft_rounds(change.before)):
        if not has_ended(read_history_from_db(change.event)):
            delete_results(change.event)
        else:
            queue_results(change.event.pk)
    elif "phase" in change.kinds or finishes_round(change):
        queue_results(change.event.pk)
    elif "match" in change.kinds:
        follow_last_results(change)


def follow_last_results(change: Change):
    """Count an event on whose last results are in, after a while, unless somebody ends it before.

    Results that were stored because nobody has ended it are deleted with the first change.
    """
    before = without_draft_rounds(change.before)
    current = last_open_round(before)
    if current is None:
        return
    missing = len(unreported(current))
    if not missing:
        delete_results(change.event)
    # Only a change of all missing results reads the event again.
    changed = sum(path.startswith("match:") for path in change.changes)
    if missing <= changed and awaits_end(without_draft_rounds(read_history_from_db(change.event))):
        queue_results_at(change.event.pk, change.now + COUNTS_AFTER)


def delete_results(event: Event):
    """Delete the results of an event that goes on. What follows from them waits for the task."""
    deleted, _by_model = PlayerResult.objects.filter(event=event).delete()
    if deleted:
        queue_results(event.pk)


def finishes_round(change: Change) -> bool:
    return any(
        path.startswith("round:") and after and after["state"] == FINISHED
        for path, (_before, after) in change.changes.items()
    )


def queue_imported_results(event: Event, history: EventHistory):
    """Queue the results of an imported or restored event, if it has ended."""
    if has_ended(history):
        queue_results(event.pk)


def queue_results(event_pk: int):
    """Queue storing the results of an event, unless a task for it is due already."""
    if not waiting_tasks().ready().filter(args_kwargs__args=[event_pk]).exists():
        store_results.enqueue(event_pk)


def queue_results_at(event_pk: int, due: datetime):
    """Queue storing the results of an event for a later time, unless a task for it waits already."""
    if not waiting_tasks().filter(args_kwargs__args=[event_pk]).exists():
        store_results.using(run_after=due).enqueue(event_pk)


def waiting_tasks() -> QuerySet[DBTaskResult]:
    return DBTaskResult.objects.filter(
        queue_name=CHANCES, task_path=store_results.module_path, status=TaskResultStatus.READY
    )


def queue_lost_results():
    """Queue the results of events without any whose rounds are over.

    Events of an earlier release have none, and nothing else queues those whose task was lost.
    """
    rounds = Round.objects.filter(phase__event=OuterRef("pk"))
    stored = PlayerResult.objects.filter(event=OuterRef("pk"))
    events = Event.objects.filter(Exists(rounds), ~Exists(rounds.exclude(state=FINISHED)), ~Exists(stored))
    # Read at once: a site that is upgraded may have thousands of events, and as many tasks to look through.
    waiting = {values["args"][0] for values in waiting_tasks().values_list("args_kwargs", flat=True)}
    for pk in events.order_by("pk").values_list("pk", flat=True):
        if pk not in waiting:
            store_results.enqueue(pk)


@task(queue_name=CHANCES)
def store_results(event_pk: int):
    """Store the results of the newest version of an event; come back if it counts only later."""
    event = Event.objects.filter(pk=event_pk).first()
    if event is None:
        return
    history, now = load_history(event), timezone.now()
    if awaits_end(history) and counts_from(event) > now:
        queue_results_at(event_pk, counts_from(event))
    store_rows(event_pk, history.version, result_rows(event, as_counted(event, history, now)))


def store_rows(event_pk: int, version: int, rows: list[PlayerResult]):
    """Store the results of this version of an event; queue the task again if there is a newer one."""
    with transaction.atomic():
        # A change that saw this task waiting may be stored meanwhile.
        locked = Event.objects.select_for_update().filter(pk=event_pk).first()
        if locked is None:
            return
        if locked.version == version:
            replace_results(locked, rows)
        else:
            queue_results(event_pk)


def rebuild_results(event: Event) -> int:
    """Store the results of an event now; return how many players have one."""
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        history = as_counted(locked, read_history_from_db(locked), timezone.now())
        rows = result_rows(locked, history)
        replace_results(locked, rows)
    return len(rows)


def as_counted(event: Event, history: EventHistory, now: datetime) -> EventHistory:
    """Return the event with its last round finished, if its results have been in for long enough."""
    if awaits_end(history) and counts_from(event) <= now:
        return with_last_round_finished(history)
    return history


def with_last_round_finished(history: EventHistory) -> EventHistory:
    """Return an event that counts as ended as if somebody had finished its last round."""
    return finish_current(history.current_phase).history if awaits_end(history) else history


def counts_from(event: Event) -> datetime:
    """Return when an event whose last results are in counts, if nothing changes and nobody ends it."""
    return event.log.order_by("-id").values_list("at", flat=True).first() + COUNTS_AFTER


def result_rows(event: Event, history: EventHistory) -> list[PlayerResult]:
    """Return the results of an event as rows; empty while it has not ended."""
    results = player_results(without_draft_rounds(history))
    pks = dict(Player.objects.filter(event=event).values_list("public_id", "pk")) if results else {}
    rows = [(pks.get(result.player), asdict(result)) for result in results]
    return [
        PlayerResult(event=event, player_id=pk, **{name: values[name] for name in values if name != "player"})
        for pk, values in rows
        if pk is not None
    ]


def replace_results(event: Event, rows: list[PlayerResult]):
    PlayerResult.objects.filter(event=event).delete()
    PlayerResult.objects.bulk_create(rows, 500)
    results_changed.send(PlayerResult, event=event.pk)
