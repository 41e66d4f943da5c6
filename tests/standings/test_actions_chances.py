"""The task that calculates the chances to make the cut, and the changes that queue it."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.backups.archives import backup_of
from tests.support.played_events import ME, make, pair, play_round, reload_event, reload_history, report
from tests.support.worker import run_worker, run_worker_after
from tournaments.changes.change import Actor
from tournaments.events.actions.events import change_settings
from tournaments.log.actions.undo import undo
from tournaments.models import CutChances
from tournaments.players.actions.players import drop_player
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import finish_round, pair_next_round, publish_round
from tournaments.rules.forecast.chances import calculate_chances, chances_json, read_chances
from tournaments.standings.actions import LOST_MINUTES, PAUSE_SECONDS, store_chances, update_chances

pytestmark = pytest.mark.django_db


def tasks():
    """The waiting calculations."""
    return DBTaskResult.objects.filter(status="READY", task_path__endswith="update_chances")


@pytest.fixture
def event():
    """Eight players, a cut to the top 4, the first of three rounds played."""
    event = make(finals=("single", 4))
    play_round(event)
    return reload_event(event)


def stored(event):
    return read_chances(CutChances.objects.get(event=event).values)


def test_many_changes_queue_one_task_which_takes_the_newest_version(event):
    pair(event)
    for table in (1, 2, 3):
        report(event, table, "2-0")
    assert tasks().count() == 1
    layout_version = reload_event(event).layout_version
    run_worker()
    after = reload_event(event)
    assert CutChances.objects.get().version == after.version
    assert after.chances_at and after.layout_version == layout_version
    assert stored(event).round == 2 and len(stored(event).players) == 8


def test_the_next_task_waits_for_half_a_minute(event):
    pair(event)
    run_worker()
    done = CutChances.objects.get().version
    before = timezone.now()
    report(event, 1, "2-0")
    report(event, 2, "2-0")
    (task,) = tasks()
    assert timedelta(seconds=PAUSE_SECONDS - 5) < task.run_after - before
    run_worker()
    assert CutChances.objects.get().version == done
    run_worker_after(minutes=1)
    assert CutChances.objects.get().version == reload_event(event).version == done + 2
    assert not tasks()


def test_a_task_that_finds_its_work_done_changes_nothing(event):
    pair(event)
    run_worker()
    row, at = CutChances.objects.get(), reload_event(event).chances_at
    update_chances.call(event.pk)
    assert CutChances.objects.get().next_at == row.next_at
    assert reload_event(event).chances_at == at
    event.delete()
    update_chances.call(event.pk)


def test_a_lost_task_is_queued_again_after_a_while(event):
    pair(event)
    tasks().delete()
    report(event, 1, "2-0")
    assert not tasks()
    later = timezone.now() + timedelta(minutes=LOST_MINUTES + 1)
    report_result(reload_event(event), Actor("x", now=later), 1, 2, 2, "2-0")
    assert tasks().count() == 1


def test_without_a_cut_or_with_three_rounds_to_come_nothing_is_queued():
    without_cut = make()
    play_round(without_cut)
    many_rounds = make(rounds_set=5, finals=("single", 4))
    play_round(many_rounds)
    assert not tasks() and not CutChances.objects.exists()
    play_round(many_rounds, "second")
    assert not tasks()
    pair(many_rounds, "third")
    report(many_rounds, 1, "2-0")
    assert tasks().count() == 1


def test_switched_off_nothing_is_calculated_until_it_is_on_again(event):
    change_settings(event, ME, 1, chances=False)
    run_worker()
    assert CutChances.objects.get().values == {} and reload_event(event).chances_at is None
    pair(event)
    report(event, 1, "2-0")
    assert not tasks()
    change_settings(reload_event(event), ME, 1, chances=None)
    run_worker_after(minutes=1)
    assert stored(event).players


def test_an_undo_of_a_drop_clears_them(event):
    pair(event)
    drop_player(reload_event(event), ME, "p1")
    run_worker()
    assert "p1" not in stored(event).players
    undo(reload_event(event), ME)
    assert CutChances.objects.get().values == {} and tasks().count() == 1


def test_an_undo_that_switches_them_on_queues_the_calculation(event):
    pair(event)
    run_worker()
    change_settings(reload_event(event), ME, 1, chances=False)
    run_worker_after(minutes=1)
    undo(reload_event(event), ME)
    assert tasks().count() == 1


def test_an_unpublished_round_stays_hidden(event):
    finish_round(event, ME)
    run_worker_after(minutes=1)
    pair_next_round(reload_event(event), ME, seed="seed", publish=False)
    assert len(reload_history(event).phase(1).rounds) == 2
    run_worker_after(minutes=1)
    hidden = stored(event)
    assert CutChances.objects.get().version == reload_event(event).version
    assert hidden.round == 0 and all(chance.win is None for chance in hidden.players.values())
    history = reload_history(event)
    published = history.phase(1).replace(rounds=history.phase(1).rounds[:1]).history
    assert hidden == read_chances(chances_json(calculate_chances(published, history.version)))
    publish_round(reload_event(event), ME, 1, 2)
    run_worker_after(minutes=1)
    assert stored(event).round == 2


def test_hidden_standings_have_no_chances(event):
    pair(event)
    run_worker()
    assert stored(event)
    change_settings(reload_event(event), ME, 1, hidden_standings=True)
    run_worker_after(minutes=1)
    assert CutChances.objects.get().values == {}


def test_a_backup_has_the_setting_but_not_the_chances(event):
    pair(event)
    run_worker()
    assert not any("chance" in text for text in backup_of(event.slug).values())
    change_settings(reload_event(event), ME, 1, chances=False)
    assert '"chances": false' in backup_of(event.slug)[f"{event.slug}/event.json"]


def test_after_the_last_result_there_are_no_chances(event):
    play_round(event, "second")
    play_round(event, "third")
    run_worker_after(minutes=1)
    assert CutChances.objects.get().values == {}


def test_a_correction_clears_what_was_certain_and_a_first_result_does_not(event):
    pair(event)
    run_worker()
    report(event, 1, "2-0")
    assert stored(event), "results are no longer in the chances, but take nothing back"
    before = reload_event(event).chances_at
    report(event, 1, "0-2")
    assert CutChances.objects.get().values == {}
    assert reload_event(event).chances_at > before
    run_worker_after(minutes=1)
    assert stored(event)


def test_chances_of_a_state_before_a_correction_are_not_stored(event):
    pair(event)
    report(event, 1, "2-0")
    row, history = CutChances.objects.select_related("event").get(), reload_history(event)
    values = chances_json(calculate_chances(history, seed=1))
    CutChances.objects.update(values=values)
    report(event, 1, "0-2")
    store_chances(row, history.version, values, timezone.now())
    row.refresh_from_db()
    assert row.values == {} and row.is_queued
    assert row.next_at > timezone.now() + timedelta(seconds=PAUSE_SECONDS - 5), "the pause holds"
