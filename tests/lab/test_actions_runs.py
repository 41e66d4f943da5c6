"""Simulations on the site: started, played by the worker in turns, bounded, cancelled, deleted."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.support.worker import run_worker
from tournaments.changes.tasks import SIMULATIONS, give_back_tasks, is_stopping, note_heartbeat
from tournaments.lab import actions
from tournaments.lab.actions import cancel_run, note_opening, start_run
from tournaments.management.commands.worker import TaskWorker
from tournaments.models import SimulationBatch, SimulationRun
from tournaments.rules.errors import RuleViolation
from tournaments.rules.simulation import pack_batch, parse_plan, play_batch, simulate

FORMATS = [
    {"name": "Three rounds", "rulebook": "fair-hearthstone", "rounds": 3},
    {"name": "Four rounds and a cut", "rulebook": "fair-hearthstone", "rounds": 4, "cut": 4},
]
PLAN = {"players": 16, "formats": FORMATS}


@pytest.fixture
def user(django_user_model):
    return django_user_model.objects.create_user("Ada")


def start(user, plan=PLAN, events=20, seed=1):
    return start_run(plan, events, seed, user, timezone.now())


def play_queue():
    run_worker(SIMULATIONS)


def play_turn(run):
    """Let a worker play one turn of a run."""
    task = next(task for task in DBTaskResult.objects.ready() if task.args_kwargs["args"] == [run.pk])
    worker = TaskWorker(SIMULATIONS)
    task.claim(worker.worker_id)
    worker.run_task(task)
    run.refresh_from_db()


def kill_worker(run, name="killed"):
    """Let a worker of this name begin a turn of a run, and die."""
    task = DBTaskResult.objects.ready().get()
    task.claim(name)
    run.refresh_from_db()
    assert not actions.has_died_too_often(run, task.worker_ids)
    SimulationRun.objects.filter(pk=run.pk).update(state=SimulationRun.RUNNING)
    give_back_tasks(timezone.now())


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
    cancel_run(run, timezone.now())
    play_queue()
    run.refresh_from_db()
    assert (run.state, run.result) == (SimulationRun.CANCELLED, None)
    assert start(user) == run
    play_queue()
    run.refresh_from_db()
    assert run.state == SimulationRun.DONE
    cancel_run(run, timezone.now())
    run.refresh_from_db()
    assert run.state == SimulationRun.DONE, "what is done stays"


def test_a_run_that_is_cancelled_while_it_is_played_ends_before_its_next_pairing(user, monkeypatch):
    monkeypatch.setattr(actions, "CHECK_SECONDS", 0)
    run = start(user)
    cancel_run(run, timezone.now())
    with pytest.raises(actions.Stopped):
        actions.play_next_batch(run, parse_plan(PLAN))
    assert not SimulationBatch.objects.exists()


def test_a_run_that_was_cancelled_keeps_no_numbers(user, monkeypatch):
    monkeypatch.setattr(actions, "TURN_BATCHES", 1)
    run = start(user)
    play_turn(run)
    assert run.state == SimulationRun.QUEUED and run.batches.exists()
    cancel_run(run, timezone.now())
    play_queue()
    run.refresh_from_db()
    assert run.state == SimulationRun.CANCELLED and not run.batches.exists()


def test_two_runs_take_turns(user, monkeypatch):
    monkeypatch.setattr(actions, "TURN_BATCHES", 1)
    one, other = start(user), start(user, seed=2)
    play_queue()
    turns = [task.args_kwargs["args"][0] for task in DBTaskResult.objects.order_by("started_at")]
    assert turns[:4] == [one.pk, other.pk, one.pk, other.pk]
    for run in (one, other):
        run.refresh_from_db()
        assert run.result == simulate(parse_plan(PLAN), 20, run.seed)
    assert not SimulationBatch.objects.exists()


def test_a_batch_has_as_many_events_as_are_played_in_a_second(user):
    run, plan = start(user, events=10_000), parse_plan(PLAN)
    assert actions.count_next_events(run, plan) == 1
    run.events_played, run.seconds_played = 1, 0.01
    assert actions.count_next_events(run, plan) == 4, "the first events are slow"
    run.events_played, run.seconds_played = 50, 0.5
    assert actions.count_next_events(run, plan) == 100
    run.events_played = 9_999
    assert actions.count_next_events(run, plan) == 1


def test_a_run_that_would_take_too_long_ends_after_its_first_events_and_fewer_are_offered(user, monkeypatch):
    monkeypatch.setattr(actions, "MEASURED_SECONDS", 0)
    run = start(user, events=20_000)
    monkeypatch.setattr(actions, "MAX_RUN_SECONDS", 0.01)
    play_queue()
    run.refresh_from_db()
    assert (run.state, run.result, run.events_played) == (SimulationRun.TOO_LONG, None, 1)
    assert run.expected_seconds > 0.01 and run.most_events >= 1
    assert not SimulationBatch.objects.exists() and not DBTaskResult.objects.ready().exists()
    assert start(user, events=20_000) == run and not DBTaskResult.objects.ready().exists()


@pytest.mark.parametrize(("seconds", "events"), [(0.5, 960), (3.7, 120), (17, 28), (480, 1)])
def test_offered_events_take_less_than_the_limit(seconds, events):
    run = SimulationRun(events_played=1, seconds_played=seconds, events=4882)
    assert actions.count_offered_events(run) == events


def test_a_run_whose_single_event_takes_too_long_ends(user, monkeypatch):
    monkeypatch.setattr(actions, "MAX_EVENT_SECONDS", 0)
    run = start(user)
    play_queue()
    run.refresh_from_db()
    assert (run.state, run.most_events, run.events_played) == (SimulationRun.TOO_LONG, None, 0)


def test_a_run_goes_on_where_it_was_when_its_worker_was_killed(user, monkeypatch):
    monkeypatch.setattr(actions, "TURN_BATCHES", 1)
    run = start(user)
    play_turn(run)
    assert run.events_played == 1
    # Another number there shows that the event is not played once more.
    packed = pack_batch(play_batch(parse_plan(PLAN), 99, range(1, 2)))
    SimulationBatch.objects.update(packed=packed)
    kill_worker(run)
    play_turn(run)
    assert run.events_played == 5 and [batch.first for batch in run.batches.order_by("first")] == [1, 2]
    assert bytes(run.batches.get(first=1).packed) == packed
    play_queue()
    run.refresh_from_db()
    assert (run.state, run.kills) == (SimulationRun.DONE, 0)
    assert run.result != simulate(parse_plan(PLAN), 20, 1)


def test_a_run_that_kills_two_workers_ends(user):
    run = start(user)
    kill_worker(run, "first")
    kill_worker(run, "second")
    play_queue()
    run.refresh_from_db()
    assert (run.state, run.kills, run.result) == (SimulationRun.NO_MEMORY, 2, None)
    assert start(user) == run
    play_queue()
    run.refresh_from_db()
    assert (run.state, run.kills) == (SimulationRun.DONE, 0)


def test_two_power_cuts_with_a_whole_turn_between_them_end_no_run(user, monkeypatch):
    monkeypatch.setattr(actions, "TURN_BATCHES", 1)
    run = start(user)
    kill_worker(run, "first")
    play_turn(run)
    assert (run.state, run.kills) == (SimulationRun.QUEUED, 0)
    kill_worker(run, "second")
    play_queue()
    run.refresh_from_db()
    assert run.state == SimulationRun.DONE


def test_runs_that_nobody_has_opened_for_90_days_are_deleted(user):
    start(user)
    opened = start(user, seed=2)
    play_queue()
    waiting = start(user, seed=3)
    now = timezone.now()
    SimulationRun.objects.update(opened_at=now - timedelta(days=91))
    opened.refresh_from_db()
    note_opening(opened, now)
    call_command("delete_simulations")
    assert set(SimulationRun.objects.all()) == {opened, waiting}


def test_a_run_starts_again_when_its_worker_was_killed(user):
    run = start(user)
    note_heartbeat("killed", timezone.now() - timedelta(seconds=61))
    DBTaskResult.objects.get().claim("killed")
    SimulationRun.objects.update(state=SimulationRun.RUNNING, events_played=7)
    play_queue()
    run.refresh_from_db()
    assert (run.state, run.events_played) == (SimulationRun.DONE, 20)


@pytest.mark.parametrize("module", ["runs", "playing"])
def test_a_run_that_an_earlier_release_has_queued_is_played_after_the_upgrade(user, module):
    run = start(user)
    DBTaskResult.objects.update(task_path=f"tournaments.actions.lab.{module}.play_run")
    import_module("tournaments.migrations.0034_task_paths").move_tasks(apps, None)
    play_queue()
    run.refresh_from_db()
    assert run.state == SimulationRun.DONE
    assert not DBTaskResult.objects.failed().exists()


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
    is_stopping.set()
    try:
        TaskWorker(SIMULATIONS).run_task(DBTaskResult.objects.get())
    finally:
        is_stopping.clear()
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
