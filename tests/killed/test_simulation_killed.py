"""A worker that is killed, stopped or refused while it plays a simulation."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.hosts.services import wait_until
from tests.worker import run_worker
from tournaments.actions import task_queue
from tournaments.actions.lab import runs
from tournaments.models import SimulationRun, WorkerHeartbeat
from tournaments.rules.simulation import parse_plan, simulate

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="its database is a file")

FORMAT = {"name": "Magic", "rulebook": "magic", "rounds": 5, "cut": 8}
# Many seconds of work in short batches.
LONG = {"players": 512, "formats": [FORMAT]}
SHORT = {"players": 8, "formats": [FORMAT | {"cut": 4, "rounds": 3}]}


@pytest.fixture
def user(transactional_db, django_user_model):
    return django_user_model.objects.create_user("Ada")


@pytest.fixture
def play(start_worker):
    """A function that starts a worker for simulations, and returns it once it plays the run."""

    def start(run):
        worker = start_worker("--queue", task_queue.SIMULATIONS)
        wait_until(lambda: reload(run).events_played, worker, start_worker.log)
        return worker

    return start


def reload(run) -> SimulationRun:
    return SimulationRun.objects.get(pk=run.pk)


def start_run(plan, user, events=20_000):
    return runs.start_run(plan, events, 1, user, timezone.now())


def test_a_run_of_a_killed_worker_starts_again_from_its_first_event(user, play):
    run = start_run(LONG, user)
    worker = play(run)
    worker.kill()
    worker.wait()
    assert DBTaskResult.objects.get().status == "RUNNING" and reload(run).state == SimulationRun.RUNNING
    WorkerHeartbeat.objects.update(at=timezone.now() - timedelta(minutes=2))
    # Few enough to play all of them here.
    SimulationRun.objects.update(plan=SHORT, events=20)
    run_worker(task_queue.SIMULATIONS)
    run = reload(run)
    assert (run.state, run.events_played) == (SimulationRun.DONE, 20)
    assert run.result == simulate(parse_plan(SHORT), 20, 1)


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
    runs.cancel_run(long, timezone.now())
    wait_until(lambda: reload(short).result, worker, start_worker.log)
    long = reload(long)
    assert (long.state, long.result) == (SimulationRun.CANCELLED, None) and long.events_played < 20_000
