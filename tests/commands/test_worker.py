"""manage.py worker: heartbeats, tasks of dead workers, old rows, the time to confirm an address."""

import importlib
import pkgutil
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core import mail
from django.db import InterfaceError, OperationalError
from django.utils import timezone
from django_tasks import task
from django_tasks.base import Task
from django_tasks_db.models import DBTaskResult

import tournaments
from scripts import run
from tests.support.played_events import ME, make, reload_event
from tests.support.worker import mail_tasks, run_worker, run_worker_after
from tournaments.changes.change import Actor
from tournaments.changes.tasks import CHANCES, MAIL, QUEUES, SIMULATIONS, end_heartbeat, note_heartbeat
from tournaments.lab.actions import play_run
from tournaments.models import Registration, WorkerHeartbeat
from tournaments.registration.actions import entries
from tournaments.registration.actions.entry_desk import set_registration
from tournaments.rules.history import PHONE
from tournaments.rules.history.players import REQUIRED, RegistrationSettings
from tournaments.rules.registration import RegistrationEntry
from tournaments.standings.actions import update_chances

OPEN = RegistrationSettings(open=True, cap=1)


@task(queue_name=MAIL)
def find_no_database():
    raise OperationalError("the connection was lost")


@task(queue_name=MAIL)
def find_connection_closed():
    raise InterfaceError("connection already closed")


@task(queue_name=MAIL)
def divide_by_zero():
    raise ZeroDivisionError


@pytest.fixture
def event(db):
    event = make(0)
    set_registration(event, ME, OPEN)
    return reload_event(event)


def register(event, name="Ada"):
    entry = RegistrationEntry(name, email=f"{name}@example.org")
    return entries.register(reload_event(event), Actor(name, source=PHONE), entry)


def claim_by(worker):
    """Let a worker take the only task, and die."""
    row = mail_tasks().get()
    row.claim(worker)
    return row


def test_a_task_of_a_worker_without_heartbeats_for_a_minute_runs_again(event):
    register(event)
    note_heartbeat("dead", timezone.now())
    claim_by("dead")
    run_worker()
    assert mail.outbox == [], "its worker may still be sending"
    WorkerHeartbeat.objects.update(at=timezone.now() - timedelta(seconds=61))
    run_worker()
    assert len(mail.outbox) == 1
    row = mail_tasks().get()
    assert row.status == "SUCCESSFUL" and row.worker_ids[0] == "dead" and len(row.worker_ids) == 2


def test_a_worker_that_ends_gives_its_task_back_at_once(event):
    register(event)
    note_heartbeat("ending", timezone.now())
    claim_by("ending")
    end_heartbeat("ending", timezone.now())
    run_worker()
    assert len(mail.outbox) == 1 and not WorkerHeartbeat.objects.exists()


def test_the_queues_of_the_settings_have_a_worker_each(settings):
    assert [*QUEUES, "default"] == settings.TASK_QUEUES
    assert list(run.WORKERS) == list(QUEUES)


def test_each_task_has_its_queue_and_all_short_ones_that_of_mail():
    queues = {}
    for module in pkgutil.walk_packages(tournaments.__path__, "tournaments."):
        is_action = ".actions" in module.name
        values = vars(importlib.import_module(module.name)).values() if is_action else ()
        queues |= {value.name: value.queue_name for value in values if isinstance(value, Task)}
    long = ("update_chances", "draw_previews", "store_results", "link_other_past_events", "calculate_ratings")
    assert {queues.pop(name) for name in long} == {CHANCES}
    of_simulations = ("play_run", "finish_erasing", "finish_forgetting")
    assert {queues.pop(name) for name in of_simulations} == {SIMULATIONS}
    assert len(queues) >= 4 and set(queues.values()) == {MAIL}


def test_a_mail_waits_neither_behind_chances_nor_behind_simulations(event):
    update_chances.enqueue(event.pk)
    play_run.enqueue(1)
    register(event)
    run_worker(MAIL)
    assert len(mail.outbox) == 1
    waiting = DBTaskResult.objects.ready().values_list("queue_name", flat=True)
    assert set(waiting) == {CHANCES, SIMULATIONS}


def test_a_task_that_an_earlier_release_stored_runs_in_the_worker_of_mails(event):
    register(event)
    DBTaskResult.objects.update(queue_name="default")
    run_worker(MAIL)
    assert len(mail.outbox) == 1


def test_after_the_clock_is_set_back_dead_workers_are_still_found_and_living_ones_keep_their_task(event):
    register(event)
    now, later = timezone.now(), timezone.now() + timedelta(hours=1)
    note_heartbeat("dead", later)
    note_heartbeat("other", later)
    claim_by("dead")
    for second in (0, 15, 30, 45, 60):
        note_heartbeat("other", now + timedelta(seconds=second))
        assert mail_tasks().get().status == ("READY" if second == 60 else "RUNNING")


def test_after_a_sleep_of_the_machine_the_others_have_time_to_report(event):
    register(event)
    now = timezone.now()
    for worker in ("sleeping", "other"):
        note_heartbeat(worker, now)
    claim_by("sleeping")
    woken = now + timedelta(hours=8)
    note_heartbeat("other", woken)
    note_heartbeat("sleeping", woken + timedelta(seconds=1))
    note_heartbeat("other", woken + timedelta(seconds=15))
    assert mail_tasks().get().status == "RUNNING"


def test_finished_tasks_and_old_heartbeats_are_deleted_after_a_day(event):
    register(event)
    run_worker()
    now = timezone.now()
    note_heartbeat("first", now)
    note_heartbeat("second", now + timedelta(hours=23))
    assert mail_tasks().count() == 1 and WorkerHeartbeat.objects.count() == 2
    note_heartbeat("second", now + timedelta(hours=25))
    assert mail_tasks().count() == 0
    assert [row.worker for row in WorkerHeartbeat.objects.all()] == ["second"]


@pytest.mark.parametrize("lost", [find_no_database, find_connection_closed])
def test_a_task_that_lost_the_database_runs_again_in_a_minute(db, lost):
    lost.enqueue()
    for number in (1, 2):
        run_worker_after(1)
        row = DBTaskResult.objects.get()
        assert row.status == "READY" and len(row.worker_ids) == number
        assert timedelta(seconds=50) < row.run_after - timezone.now() < timedelta(seconds=61)


def test_a_task_that_failed_for_another_reason_does_not_run_again(db):
    divide_by_zero.enqueue()
    run_worker_after(1)
    assert DBTaskResult.objects.get().status == "FAILED"


def test_a_place_that_is_not_confirmed_in_an_hour_goes_to_the_waitlist_by_itself(event):
    set_registration(event, ME, replace(OPEN, email=REQUIRED))
    register(event, "Ada")
    register(event, "Bo")
    run_worker()
    Registration.objects.filter(name="Ada").update(held_until=timezone.now() + timedelta(seconds=1))
    run_worker_after(59)
    assert states() == ["unconfirmed", "waiting"]
    Registration.objects.filter(name="Ada").update(held_until=timezone.now())
    run_worker_after(1)
    assert states() == ["unconfirmed", "unconfirmed"], "Bo’s place is held now"
    assert [message.to for message in mail.outbox][-1] == ["Bo@example.org"]


def states():
    return list(Registration.objects.order_by("id").values_list("state", flat=True))
