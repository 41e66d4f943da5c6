"""Simulations on the site: start them, cancel them, queue and delete them."""

import hashlib
import json
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django_tasks_db.models import DBTaskResult

from ...models import SimulationRun
from ...rules.errors import RuleViolation, _
from ...rules.settings.validators import whole
from ...rules.simulation import MAX_EVENTS, MAX_SEED, parse_plan
from ..task_queue import SIMULATIONS

# Tasks that release 1.0 has stored name play_run here.
from .playing import enqueue, play_run  # noqa: F401

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
