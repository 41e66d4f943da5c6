"""A worker that is killed, stopped or refused while it plays a simulation."""

from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.support.services import wait_until
from tests.support.worker import run_worker
from tournaments.changes.tasks import SIMULATIONS
from tournaments.lab import actions
from tournaments.models import SimulationRun, WorkerHeartbeat
from tournaments.rules.simulation import parse_plan, simulate

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="its database is a file"),
]

FORMAT = {"name": "Magic", "rulebook": "magic", "rounds": 5, "cut": 8}
# Some seconds of work in short batches.
LONG = {"players": 512, "formats": [FORMAT]}
LONG_EVENTS = 50
SHORT = {"players": 8, "formats": [FORMAT | {"cut": 4, "rounds": 3}]}


@pytest.fixture
def user(transactional_db, django_user_model):
    return django_user_model.objects.create_user("Ada")


@pytest.fixture
def play(start_worker):
    """A function that starts a worker for simulations, and returns it once it plays the run."""

    def start(run, more_than=0):
        worker = start_worker("--queue", SIMULATIONS)
        wait_until(lambda: reload(run).events_played > more_than, worker, start_worker.log)
        return worker

    return start


def reload(run) -> SimulationRun:
    return SimulationRun.objects.get(pk=run.pk)


def start_run(plan, user, events=1_000):
    return actions.start_run(plan, events, 1, user, timezone.now())


def forget_worker():
    """Let a minute pass since the last heartbeat of a killed worker."""
    WorkerHeartbeat.objects.update(at=timezone.now() - timedelta(minutes=2))


def test_a_run_of_a_killed_worker_goes_on_where_it_was_with_the_same_numbers(user, play):
    run = start_run(LONG, user, LONG_EVENTS)
    worker = play(run)
    worker.kill()
    worker.wait()
    assert DBTaskResult.objects.get().status == "RUNNING" and reload(run).state == SimulationRun.RUNNING
    stored = set(run.batches.values_list("first", flat=True))
    forget_worker()
    run_worker(SIMULATIONS)
    run = reload(run)
    assert stored and (run.state, run.events_played, run.kills) == (SimulationRun.DONE, LONG_EVENTS, 1)
    assert run.result == simulate(parse_plan(LONG), LONG_EVENTS, 1)


def test_a_run_that_is_killed_twice_ends_with_a_sentence(user, play, client):
    run = start_run(LONG, user, LONG_EVENTS)
    for _time in range(2):
        played = reload(run).events_played
        worker = play(run, more_than=played)
        worker.kill()
        worker.wait()
        forget_worker()
    run_worker(SIMULATIONS)
    assert (reload(run).state, reload(run).result) == (SimulationRun.NO_MEMORY, None)
    page = client.get(reverse("simulation", args=[run.address])).content.decode()
    assert "It was stopped twice while it was played" in page and "more memory" in page


def test_a_worker_that_is_told_to_stop_gives_its_run_back(user, play, start_worker):
    run = start_run(LONG, user)
    worker = play(run)
    worker.terminate()
    assert worker.wait(60) == 0, start_worker.log.read_text()
    assert [task.args_kwargs["args"] for task in DBTaskResult.objects.ready()] == [[run.pk]]
    assert not DBTaskResult.objects.running().exists() and not WorkerHeartbeat.objects.exists()
    assert reload(run).result is None and start_worker.log.read_text() == ""


def test_a_cancelled_run_ends_and_the_worker_plays_the_next_one(user, play, start_worker):
    long, short = start_run(LONG, user), start_run(SHORT, user, events=20)
    worker = play(long)
    actions.cancel_run(long, timezone.now())
    wait_until(lambda: reload(short).result, worker, start_worker.log)
    long = reload(long)
    assert (long.state, long.result) == (SimulationRun.CANCELLED, None) and long.events_played < 1_000
