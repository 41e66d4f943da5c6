"""Simulations: start, play in batches, cancel, delete."""

import hashlib
import json
import logging
import time
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Max
from django.utils import timezone
from django_tasks import TaskContext, TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from ..changes.tasks import SIMULATIONS, is_stopping
from ..models import SimulationBatch, SimulationRun
from ..rules.errors import RuleViolation, _
from ..rules.settings.fields import whole
from ..rules.simulation import (
    MAX_EVENTS,
    MAX_SEED,
    Plan,
    max_batch_events,
    pack_batch,
    parse_plan,
    play_batch,
    summarise_plan,
    unpack_batch,
)

logger = logging.getLogger("tournaments.simulations")

# Seconds are those of the processor, so that a busy machine refuses no more than an idle one.
BATCH_SECONDS = 1
# Then other runs have their turn.
TURN_BATCHES = 10
MAX_RUN_SECONDS = 600
# The first turn refuses what would take longer than MAX_RUN_SECONDS; later ones allow for an error of it.
LATE_TOLERANCE = 2
# Of the limit that a refused run is offered.
OFFERED_PART = 0.8
# What is played before the time of a run is estimated, unless one event takes longer.
MEASURED_SECONDS = 1
MAX_EVENT_SECONDS = 20
# How many times as many events a batch has as all before it: the first ones are slow.
MAX_GROWTH = 4
CHECK_SECONDS = 1
MAX_KILLS = 2


class Stopped(Exception):
    """The run was cancelled, or the worker must end."""


class SlowEvent(Exception):
    """A single event takes too long."""


@task(queue_name=SIMULATIONS, takes_context=True)
def play_run(context: TaskContext, pk: int):
    """Play a run for a turn; one that was cancelled or has ended is left alone."""
    run, own_task = find_open(pk).first(), context.task_result
    if run is None or has_died_too_often(run, own_task.worker_ids):
        return
    try:
        play_turn(run, parse_plan(run.plan))
        # Whatever killed a worker before, such as a power cut, it was not this run's need of memory.
        give_back(run, own_task.id, kills=0)
    except Stopped:
        if is_stopping.is_set():
            give_back(run, own_task.id)
    except (InterfaceError, OperationalError):
        # The database is away, and the worker runs the task again.
        raise
    except MemoryError:
        end_run(run, SimulationRun.NO_MEMORY)
    except Exception:
        logger.exception("Simulation %s failed", run.address)
        end_run(run, SimulationRun.FAILED)


def find_open(pk: int):
    return SimulationRun.objects.filter(pk=pk, state__in=SimulationRun.OPEN_STATES)


def has_died_too_often(run: SimulationRun, workers: list[str]) -> bool:
    """Count a worker that was killed while it played this run; end the run after the second one in one turn.

    `workers` have taken the task, the present one last. A limit of memory kills without a word.
    """
    # A worker whose database was away takes its own task once more.
    if run.state != SimulationRun.RUNNING or len(workers) < 2 or workers[-1] == workers[-2]:
        return False
    run.kills += 1
    find_open(run.pk).update(kills=run.kills)
    if run.kills < MAX_KILLS:
        return False
    end_run(run, SimulationRun.NO_MEMORY)
    return True


def play_turn(run: SimulationRun, plan: Plan):
    """Play some batches, and end the run if all events are played or would take too long."""
    run.events_played = run.batches.aggregate(last=Max("last", default=0))["last"]
    if not run.events_played:
        run.seconds_played = 0
    most_seconds = MAX_RUN_SECONDS * (LATE_TOLERANCE if run.events_played else 1)
    start = {"state": SimulationRun.RUNNING, "heartbeat_at": timezone.now()}
    if not find_open(run.pk).update(events_played=run.events_played, **start):
        raise Stopped
    for _batch in range(TURN_BATCHES):
        if run.events_played == run.events:
            batches = run.batches.order_by("first").values_list("packed", flat=True)
            result = summarise_plan(plan, run.events, run.seed, map(unpack_batch, batches))
            end_run(run, SimulationRun.DONE, result=result)
            return
        try:
            play_next_batch(run, plan)
        except SlowEvent:
            end_run(run, SimulationRun.TOO_LONG)
            return
        if run.seconds_played >= MEASURED_SECONDS and run.expected_seconds > most_seconds:
            end_run(run, SimulationRun.TOO_LONG, most_events=count_offered_events(run))
            return


def play_next_batch(run: SimulationRun, plan: Plan):
    """Play some events and store their numbers; raise Stopped if the run was cancelled meanwhile."""
    first = run.events_played + 1
    numbers = range(first, first + count_next_events(run, plan))
    started, checked = time.thread_time(), time.monotonic()

    def check():
        nonlocal checked
        if is_stopping.is_set():
            raise Stopped
        if time.thread_time() - started > MAX_EVENT_SECONDS * len(numbers):
            raise SlowEvent
        if time.monotonic() - checked > CHECK_SECONDS:
            checked = time.monotonic()
            if not find_open(run.pk).update(heartbeat_at=timezone.now()):
                raise Stopped

    packed = pack_batch(play_batch(plan, run.seed, numbers, check))
    # Only if no other worker has played them.
    before = find_open(run.pk).filter(events_played=run.events_played)
    run.events_played += len(numbers)
    run.seconds_played += time.thread_time() - started
    progress = {"events_played": run.events_played, "seconds_played": run.seconds_played}
    with transaction.atomic():
        if not before.update(heartbeat_at=timezone.now(), **progress):
            raise Stopped
        SimulationBatch.objects.create(run=run, first=first, last=numbers[-1], packed=packed)


def count_next_events(run: SimulationRun, plan: Plan) -> int:
    """Return how many events take about a second, judged by the events before."""
    if not run.events_played:
        return 1
    count = int(BATCH_SECONDS * run.events_played / max(run.seconds_played, 0.001))
    most = min(MAX_GROWTH * run.events_played, max_batch_events(plan), run.events - run.events_played)
    return min(max(count, 1), most)


def count_offered_events(run: SimulationRun) -> int:
    """Return how many events are surely short enough: a round number."""
    count = int(OFFERED_PART * MAX_RUN_SECONDS * run.events_played / run.seconds_played)
    unit = 10 ** max(len(str(count)) - 2, 0)
    return max(count // unit * unit, 1)


def end_run(run: SimulationRun, state: str, **values):
    """Store how a run has ended, unless it was cancelled."""
    with transaction.atomic():
        if find_open(run.pk).update(state=state, finished_at=timezone.now(), **values):
            run.batches.all().delete()


def give_back(run: SimulationRun, own_task: str, **values):
    """Store these values, and let an open run wait for its next turn, behind the others."""
    with transaction.atomic():
        if find_open(run.pk).update(state=SimulationRun.QUEUED, queued_at=timezone.now(), **values):
            enqueue(run.pk, own_task)


def enqueue(pk: int, own_task: str | None = None):
    """Queue a run behind the others, unless a task of it waits already, apart from the present one."""
    waiting = DBTaskResult.objects.filter(queue_name=SIMULATIONS, status=TaskResultStatus.READY)
    if not waiting.filter(args_kwargs__args=[pk]).exclude(pk=own_task).exists():
        play_run.enqueue(pk)


# Tasks that release 1.0 has stored name play_run here.

# Pages compare so few; `manage.py simulate` takes more.
MAX_FORMATS = 4
# Of all players and formats: 20,000 events of four formats of 512 players and 12 rounds.
MAX_PLAYER_ROUNDS = 500_000_000
# Of one user, waiting or running.
MAX_OPEN_RUNS = 2
# A run is deleted when nobody has opened it for so long; a look is noted once a day.
KEEP = timedelta(days=90)
NOTE_EVERY = timedelta(days=1)
# Ends after which a run can be started again; one that is too long would be so again.
REPEATABLE_STATES = (SimulationRun.FAILED, SimulationRun.CANCELLED, SimulationRun.NO_MEMORY)


def start_run(plan: dict, events: int, seed: int, by, now: datetime) -> SimulationRun:
    """Return the run of this plan, number of events and seed; it is queued unless it waits, runs or is done.

    `plan` is a value for `parse_plan`. Raises RuleViolation, beginning with the path, for a
    bad plan, and if the user `by` has too many runs waiting.
    """
    parsed = parse_plan(plan)
    whole(len(plan["formats"]), "formats", 1, MAX_FORMATS)
    whole(events, "events", 1, MAX_EVENTS)
    whole(seed, "seed", 0, MAX_SEED)
    most = MAX_PLAYER_ROUNDS // parsed.player_rounds
    if events > most:
        words = _("{path}: with so many players and rounds, at most {most} events can be played.")
        raise RuleViolation(words, path="events", most=most)
    with transaction.atomic():
        # One after the other, so that two requests at once don't both find room.
        user = get_user_model().objects.select_for_update().get(pk=by.pk)
        run, _created = SimulationRun.objects.get_or_create(
            address=address_of(plan, events, seed),
            defaults={
                "plan": plan,
                "events": events,
                "seed": seed,
                "state": SimulationRun.CANCELLED,
                "queued_at": now,
            },
        )
        if run.state in REPEATABLE_STATES:
            queue_run(run, user, now)
    return run


def queue_run(run: SimulationRun, user, now: datetime):
    if SimulationRun.objects.filter(by=user, state__in=SimulationRun.OPEN_STATES).count() >= MAX_OPEN_RUNS:
        words = _("You have {most} simulations waiting or running. Wait for one, or cancel it.")
        raise RuleViolation(words, most=MAX_OPEN_RUNS)
    run.by, run.state, run.queued_at, run.opened_at = user, SimulationRun.QUEUED, now, now
    run.events_played = run.seconds_played = run.kills = 0
    run.save()
    enqueue(run.pk)


def address_of(plan: dict, events: int, seed: int) -> str:
    """Return 16 hexadecimal digits that are the same for the same plan, events and seed."""
    text = json.dumps([plan, events, seed], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def cancel_run(run: SimulationRun, now: datetime):
    """Cancel a run, unless it has ended."""
    open_runs = SimulationRun.objects.filter(pk=run.pk, state__in=SimulationRun.OPEN_STATES)
    with transaction.atomic():
        if open_runs.update(state=SimulationRun.CANCELLED, finished_at=now):
            run.batches.all().delete()


def note_opening(run: SimulationRun, now: datetime):
    """Store that somebody looks at a run, once a day."""
    if run.opened_at < now - NOTE_EVERY:
        SimulationRun.objects.filter(pk=run.pk).update(opened_at=now)


def delete_old_runs(now: datetime) -> int:
    """Delete the runs that have ended and that nobody has opened for 90 days; return their number."""
    ended = SimulationRun.objects.exclude(state__in=SimulationRun.OPEN_STATES)
    _count, counts = ended.filter(opened_at__lt=now - KEEP).delete()
    return counts.get(SimulationRun._meta.label, 0)


def queue_lost_runs():
    """Queue open runs again whose task is lost: deleted, or ended by an error before it could store one."""
    # Runs first: one that is started meanwhile has a task.
    open_runs = list(
        SimulationRun.objects.filter(state__in=SimulationRun.OPEN_STATES).values_list("pk", flat=True)
    )
    tasks = DBTaskResult.objects.filter(queue_name=SIMULATIONS, finished_at=None)
    queued = {task_row.args_kwargs["args"][0] for task_row in tasks}
    for pk in open_runs:
        if pk not in queued:
            enqueue(pk)
