"""Simulations on the site: started, played by the worker, cancelled, given back."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.worker import run_worker
from tournaments.actions import task_queue
from tournaments.actions.lab import runs
from tournaments.management.commands.worker import TaskWorker
from tournaments.models import SimulationRun
from tournaments.rules.errors import RuleViolation
from tournaments.rules.simulation import parse_plan, simulate

FORMATS = [
    {"name": "Three rounds", "rulebook": "fair-hearthstone", "rounds": 3},
    {"name": "Four rounds and a cut", "rulebook": "fair-hearthstone", "rounds": 4, "cut": 4},
]
PLAN = {"players": 16, "formats": FORMATS}


@pytest.fixture
def user(django_user_model):
    return django_user_model.objects.create_user("Ada")


def start(user, plan=PLAN, events=20, seed=1):
    return runs.start_run(plan, events, seed, user, timezone.now())


def play_queue():
    run_worker(task_queue.SIMULATIONS)


def test_the_worker_plays_a_run_and_stores_the_numbers_of_the_shell(user):
    run = start(user)
    play_queue()
    run.refresh_from_db()
    assert (run.state, run.events_played) == (SimulationRun.DONE, 20)
    assert run.result == simulate(parse_plan(PLAN), 20, 1)


def test_the_worker_of_mails_leaves_simulations_alone(user):
    run = start(user)
    run_worker()
    run.refresh_from_db()
    assert run.state == SimulationRun.QUEUED


def test_the_same_plan_events_and_seed_are_played_once(user, django_user_model):
    run = start(user)
    assert start(django_user_model.objects.create_user("Bo")) == run
    assert DBTaskResult.objects.count() == 1
    reordered = {"formats": [dict(reversed(format_.items())) for format_ in FORMATS], "players": 16}
    assert start(user, reordered) == run
    assert start(user, seed=2) != run


def test_a_user_has_at_most_two_runs_open(user, django_user_model):
    for seed in (1, 2):
        start(user, seed=seed)
    with pytest.raises(RuleViolation, match="2 simulations"):
        start(user, seed=3)
    assert SimulationRun.objects.count() == 2
    start(django_user_model.objects.create_user("Bo"), seed=3)
    play_queue()
    start(user, seed=4)


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"plan": PLAN | {"players": 513}}, "players"),
        ({"plan": PLAN | {"formats": [FORMATS[0] | {"name": str(n)} for n in range(5)]}}, "formats"),
        ({"plan": {"players": 16}}, "formats"),
        ({"events": 20_001}, "events"),
        ({"plan": {"players": 512, "formats": [FORMATS[0] | {"rounds": 100}]}, "events": 20_000}, "events"),
        ({"seed": -1}, "seed"),
    ],
)
def test_a_plan_beyond_the_limits_is_refused_with_its_path(user, changes, path):
    with pytest.raises(RuleViolation, match=f"^{path}:"):
        start(user, **changes)
    assert not SimulationRun.objects.exists()


def test_a_cancelled_run_is_not_played_and_can_be_started_again(user):
    run = start(user)
    runs.cancel_run(run, timezone.now())
    play_queue()
    run.refresh_from_db()
    assert (run.state, run.result) == (SimulationRun.CANCELLED, None)
    assert start(user) == run
    play_queue()
    run.refresh_from_db()
    assert run.state == SimulationRun.DONE
    runs.cancel_run(run, timezone.now())
    run.refresh_from_db()
    assert run.state == SimulationRun.DONE, "what is done stays"


def test_a_run_that_is_cancelled_while_it_is_played_ends(user):
    run = start(user)
    runs.cancel_run(run, timezone.now())
    assert runs.play(run, SimulationRun.objects.filter(state__in=SimulationRun.OPEN_STATES)) is None


def test_a_run_starts_again_when_its_worker_was_killed(user):
    run = start(user)
    task_queue.note_heartbeat("killed", timezone.now() - timedelta(seconds=61))
    DBTaskResult.objects.get().claim("killed")
    SimulationRun.objects.update(state=SimulationRun.RUNNING, events_played=7)
    play_queue()
    run.refresh_from_db()
    assert (run.state, run.events_played) == (SimulationRun.DONE, 20)


@pytest.mark.parametrize("state", [SimulationRun.QUEUED, SimulationRun.RUNNING])
def test_a_run_whose_task_is_lost_is_played_when_the_worker_starts(user, state):
    run, other = start(user), start(user, seed=2)
    DBTaskResult.objects.filter(args_kwargs__args=[run.pk]).delete()
    SimulationRun.objects.filter(pk=run.pk).update(state=state)
    play_queue()
    assert [row.state for row in SimulationRun.objects.filter(pk__in=[run.pk, other.pk])] == ["done", "done"]
    assert DBTaskResult.objects.count() == 2, "the other run keeps its task"


def test_a_worker_that_must_end_gives_the_run_back(user):
    run = start(user)
    task_queue.is_stopping.set()
    try:
        TaskWorker(task_queue.SIMULATIONS).run_task(DBTaskResult.objects.get())
    finally:
        task_queue.is_stopping.clear()
    assert DBTaskResult.objects.ready().count() == 1
    play_queue()
    run.refresh_from_db()
    assert run.state == SimulationRun.DONE


def test_an_error_of_the_program_ends_the_run_and_says_so(user):
    run = start(user)
    SimulationRun.objects.update(plan={"players": "none"})
    play_queue()
    run.refresh_from_db()
    assert run.state == SimulationRun.FAILED
