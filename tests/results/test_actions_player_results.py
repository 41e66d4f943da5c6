"""Stored results of players: they equal a fresh calculation after whatever happens to an ended event."""

from dataclasses import asdict
from datetime import timedelta

import pytest
from django.db import transaction
from django.db.models import F
from django_tasks_db.models import DBTaskResult, get_date_max

from tests.backups.archives import backup_of, make_zip
from tests.support.commands import run_command
from tests.support.played_events import ME, make, play_round, reload_event, reload_history
from tests.support.worker import run_worker
from tournaments.changes.tasks import CHANCES
from tournaments.events.actions.events import change_settings, import_event
from tournaments.history.load import read_history_from_db
from tournaments.log.actions.backups import restore
from tournaments.log.actions.undo import redo, undo
from tournaments.models import Event, PlayerResult
from tournaments.players.actions.erasure import erase_player
from tournaments.players.actions.players import change_player
from tournaments.results.actions.player_results import (
    queue_lost_results,
    queue_results,
    rebuild_results,
    result_rows,
    store_results,
    store_rows,
)
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.standings.player_results import player_results

pytestmark = pytest.mark.django_db
FIELDS = [field.attname for field in PlayerResult._meta.concrete_fields if field.name not in ("id", "event")]


def values(rows):
    return sorted(
        [{name: as_lists(getattr(row, name)) for name in FIELDS} for row in rows],
        key=lambda row: row["player_id"],
    )


def as_lists(value):
    return [as_lists(one) for one in value] if isinstance(value, list | tuple) else value


def is_fresh(event):
    """Whether the stored rows equal those calculated from the rows of the event now."""
    event = reload_event(event)
    fresh = result_rows(event, read_history_from_db(event))
    return values(PlayerResult.objects.filter(event=event)) == values(fresh)


def tasks():
    return DBTaskResult.objects.ready().filter(task_path__endswith="store_results")


@pytest.fixture
def ended():
    """Eight players, three rounds and a final, with stored results."""
    event = make(finals=("single", 2))
    for number in range(3):
        play_round(event, f"seed {number}")
    play_round(event, "final")
    finish_round(reload_event(event), ME)
    run_worker(CHANCES)
    return reload_event(event)


def place_of(event, number):
    return PlayerResult.objects.get(event=event, player__name=f"Player {number:02}").place


def test_the_end_of_an_event_stores_a_result_for_each_player(ended):
    assert PlayerResult.objects.filter(event=ended).count() == 8
    assert is_fresh(ended)
    for result in player_results(reload_history(ended)):
        row = PlayerResult.objects.get(event=ended, player__public_id=result.player)
        facts = {name: as_lists(value) for name, value in asdict(result).items() if name != "player"}
        assert {name: getattr(row, name) for name in facts} == facts


def test_an_event_that_goes_on_has_no_results():
    event = make(finals=("single", 2))
    play_round(event)
    finish_round(reload_event(event), ME)
    run_worker(CHANCES)
    assert not PlayerResult.objects.exists()


def test_undoing_the_end_deletes_the_results_at_once_and_redoing_stores_them_again(ended):
    entry = undo(ended, ME)
    assert not PlayerResult.objects.exists()
    redo(reload_event(ended), ME, entry.pk)
    run_worker(CHANCES)
    assert PlayerResult.objects.count() == 8 and is_fresh(ended)


def test_a_correction_after_the_end_follows(ended):
    champion = PlayerResult.objects.get(place=1).player
    final = reload_history(ended).phase(2).rounds[0].matches[0]
    text = "0-2" if final.players[0] == champion.public_id else "2-0"
    report_result(reload_event(ended), ME, 2, 1, final.table, text)
    assert tasks().count() == 1
    run_worker(CHANCES)
    assert PlayerResult.objects.get(player=champion).place == 2
    assert is_fresh(ended)


def test_a_disqualification_after_the_end_follows(ended):
    champion = PlayerResult.objects.get(place=1).player
    change_player(ended, ME, champion.public_id, disqualified=True)
    run_worker(CHANCES)
    assert PlayerResult.objects.get(player=champion).place is None
    assert is_fresh(ended)


def test_another_tiebreaker_after_the_end_follows(ended):
    change_settings(ended, ME, 1, tiebreakers=["gw"])
    run_worker(CHANCES)
    assert is_fresh(ended)


def test_many_changes_queue_one_task(ended):
    for _time in range(3):
        queue_results(ended.pk)
    assert tasks().count() == 1


def test_a_change_while_the_task_calculates_queues_it_again(ended):
    rows = result_rows(ended, reload_history(ended))
    PlayerResult.objects.all().delete()
    store_rows(ended.pk, ended.version - 1, rows)
    assert not PlayerResult.objects.exists() and tasks().count() == 1


def test_the_task_of_a_deleted_event_does_nothing(ended):
    pk = ended.pk
    ended.delete()
    store_results.call(pk)


def test_erasing_a_player_leaves_the_results(ended):
    row = PlayerResult.objects.get(place=1)
    erase_player(ended, ME, row.player.public_id, row.player.name)
    run_worker(CHANCES)
    assert PlayerResult.objects.filter(place=1, player=row.player_id).exists() and is_fresh(ended)


def test_an_imported_event_and_a_restored_one_have_results(ended):
    copy = import_event(reload_history(ended), ME)
    archive = make_zip(backup_of(ended.slug))
    ended.delete()
    restore(archive)
    run_worker(CHANCES)
    assert PlayerResult.objects.values("event").distinct().count() == 2
    assert is_fresh(copy) and is_fresh(Event.objects.exclude(pk=copy.pk).get())


def test_the_command_rebuilds_one_event_or_all(ended):
    stored = values(PlayerResult.objects.all())
    make(4)
    for slug in ([ended.slug], []):
        PlayerResult.objects.all().delete()
        assert run_command("rebuild_results", *slug) == "Ended events: 1, players with a result: 8\n"
        assert values(PlayerResult.objects.all()) == stored


def test_rebuilding_replaces_wrong_rows(ended):
    PlayerResult.objects.update(place=77)
    with transaction.atomic():
        rebuild_results(ended)
    assert is_fresh(ended)


def test_results_that_wait_are_not_queued_again_when_the_worker_starts(ended, django_assert_max_num_queries):
    import_event(read_history_from_db(ended))
    PlayerResult.objects.all().delete()
    DBTaskResult.objects.all().delete()
    for _start in range(2):
        queue_lost_results()
    assert DBTaskResult.objects.count() == 2
    with django_assert_max_num_queries(2):
        queue_lost_results()


def test_events_of_an_earlier_release_get_their_results_when_the_worker_starts(ended):
    PlayerResult.objects.all().delete()
    DBTaskResult.objects.all().delete()
    run_worker(CHANCES)
    assert PlayerResult.objects.filter(event=ended).count() == 8 and is_fresh(ended)


@pytest.fixture
def all_in():
    """Eight players and one round whose results are in, and that nobody has finished."""
    event = make(rounds_set=1)
    play_round(event)
    return reload_event(event)


def pass_hours(event, hours):
    """Let what has happened so far have happened so many hours earlier, and run the tasks that are due."""
    event.log.update(at=F("at") - timedelta(hours=hours))
    DBTaskResult.objects.filter(run_after__lt=get_date_max()).update(
        run_after=F("run_after") - timedelta(hours=hours)
    )
    run_worker(CHANCES)


def test_an_event_that_nobody_ends_counts_a_day_after_its_last_result(all_in):
    pass_hours(all_in, 23)
    assert not PlayerResult.objects.exists()
    pass_hours(all_in, 2)
    assert PlayerResult.objects.filter(event=all_in).count() == 8


def test_a_correction_takes_these_results_back_until_it_has_stood_a_day(all_in):
    pass_hours(all_in, 25)
    report_result(all_in, ME, 1, 1, 1, "0-2")
    assert not PlayerResult.objects.exists()
    pass_hours(all_in, 25)
    assert PlayerResult.objects.count() == 8


def test_a_correction_while_the_day_runs_lets_it_begin_anew(all_in):
    pass_hours(all_in, 12)
    report_result(all_in, ME, 1, 1, 1, "0-2")
    pass_hours(all_in, 13)
    assert not PlayerResult.objects.exists()
    pass_hours(all_in, 12)
    assert PlayerResult.objects.count() == 8


def test_an_earlier_round_queues_nothing():
    play_round(make(rounds_set=2))
    assert not DBTaskResult.objects.filter(task_path__endswith="store_results").exists()
