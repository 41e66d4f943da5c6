"""Simulations on the site: start them, cancel them, and the task that plays them."""

import hashlib
import json
import logging
import time
from datetime import datetime

from django.contrib.auth import get_user_model
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from ...models import SimulationRun
from ...rules.errors import RuleViolation, _
from ...rules.settings.validators import whole
from ...rules.simulation import MAX_EVENTS, MAX_SEED, batches, parse_plan, play_batch, summarise_plan
from ..task_queue import SIMULATIONS, is_stopping

logger = logging.getLogger("tournaments.simulations")

# Pages compare so few; `manage.py simulate` takes more.
MAX_FORMATS = 4
# Of all players and formats: 20,000 events of four formats of 512 players and 12 rounds.
MAX_PLAYER_ROUNDS = 500_000_000
# Of one user, waiting or running.
MAX_OPEN_RUNS = 2
PROGRESS_SECONDS = 1


def start_run(plan: dict, events: int, seed: int, by, now: datetime) -> SimulationRun:
    """Return the run of this plan, number of events and seed; it is queued unless it waits, runs or is done.

    `plan` is a value for rules.simulation.parse_plan. Raises RuleViolation, beginning with the path, for a
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
        if run.state in (SimulationRun.FAILED, SimulationRun.CANCELLED):
            queue_run(run, user, now)
    return run


def queue_run(run: SimulationRun, user, now: datetime):
    if SimulationRun.objects.filter(by=user, state__in=SimulationRun.OPEN_STATES).count() >= MAX_OPEN_RUNS:
        words = _("You have {most} simulations waiting or running. Wait for one, or cancel it.")
        raise RuleViolation(words, most=MAX_OPEN_RUNS)
    run.by, run.state, run.queued_at, run.events_played = user, SimulationRun.QUEUED, now, 0
    run.save()
    play_run.enqueue(run.pk)


def address_of(plan: dict, events: int, seed: int) -> str:
    """Return 16 hexadecimal digits that are the same for the same plan, events and seed."""
    text = json.dumps([plan, events, seed], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def cancel_run(run: SimulationRun, now: datetime):
    """Cancel a run, unless it has ended."""
    open_runs = SimulationRun.objects.filter(pk=run.pk, state__in=SimulationRun.OPEN_STATES)
    open_runs.update(state=SimulationRun.CANCELLED, finished_at=now)


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
            play_run.enqueue(pk)


@task(queue_name=SIMULATIONS)
def play_run(pk: int):
    """Play a run from its first event; one that was cancelled or has ended is left alone."""
    runs = SimulationRun.objects.filter(pk=pk, state__in=SimulationRun.OPEN_STATES)
    run = runs.first()
    if run is None:
        return
    try:
        if result := play(run, runs):
            end = {"state": SimulationRun.DONE, "events_played": run.events, "finished_at": timezone.now()}
            runs.update(result=result, **end)
    except (InterfaceError, OperationalError):
        # The database is away, and the worker runs the task again.
        raise
    except Exception:
        logger.exception("Simulation %s failed", run.address)
        runs.update(state=SimulationRun.FAILED, finished_at=timezone.now())


def play(run: SimulationRun, open_runs) -> dict | None:
    """Return the result of a run, and store its progress; None if it is cancelled, or the worker must end.

    `open_runs` is the row of the run while it is open.
    """
    plan, played, noted_at = parse_plan(run.plan), [], None
    for numbers in batches(plan, run.events):
        if is_stopping.is_set():
            play_run.enqueue(run.pk)
            return None
        if noted_at is None or time.monotonic() - noted_at >= PROGRESS_SECONDS:
            noted_at = time.monotonic()
            progress = {"events_played": numbers[0] - 1, "heartbeat_at": timezone.now()}
            if not open_runs.update(state=SimulationRun.RUNNING, **progress):
                return None
        played.append(play_batch(plan, run.seed, numbers))
    return summarise_plan(plan, run.events, run.seed, played)
