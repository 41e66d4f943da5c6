"""Contact data is deleted 30 days after the event, from stored restore points too."""

import json
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests.support.database_states import cached_state
from tests.support.played_events import ME, make, pair, reload_event, reload_history
from tournaments.changes.change import Actor
from tournaments.events.actions.events import change_settings
from tournaments.log.actions.undo import create_restore_point
from tournaments.models import Event, LogEntry, Mail, Pick, Player, Registration, RestorePoint
from tournaments.models.player import SECRET, new_token
from tournaments.players.actions import picks
from tournaments.players.actions.erasure import KEEP_DAYS, delete_expired_contact_data
from tournaments.registration.actions.entries import register
from tournaments.registration.actions.entry_desk import set_registration
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules import event_file
from tournaments.rules.history import PHONE
from tournaments.rules.history.players import RegistrationField, RegistrationSettings
from tournaments.rules.registration import RegistrationEntry

FIELDS = (RegistrationField("shirt", "Shirt size"),)
EMAILS = ("ada@example.org", "bo@example.org", "cleo@example.org")


@pytest.fixture
@cached_state
def event(db):
    """An event with two players and one on the waitlist."""
    event = make(0, rounds_set=1)
    set_registration(event, ME, RegistrationSettings(open=True, cap=2, fields=FIELDS))
    for email in EMAILS:
        entry = RegistrationEntry(email.split("@")[0].title(), email=email, answers={"shirt": "XXL"})
        register(reload_event(event), Actor(entry.name, source=PHONE), entry)
    return reload_event(event)


def play(event):
    pair(event)
    report_result(reload_event(event), ME, 1, 1, 1, "2-0")
    finish_round(reload_event(event), ME)


def delete_after(days):
    return delete_expired_contact_data(timezone.now() + timedelta(days=days))


def stored_texts(event):
    """Return everything that is stored about the event as one text."""
    rows = [*Registration.objects.values(), *Mail.objects.values(), *LogEntry.objects.values()]
    rows += [*RestorePoint.objects.values(), *Event.objects.values(), *Player.objects.values()]
    return "".join(map(str, rows))


def test_30_days_after_the_last_round_contact_data_is_nowhere_and_the_players_stay(event):
    create_restore_point(event, ME, "Before round 1")
    play(event)
    tokens = set(Player.objects.values_list(SECRET, flat=True))
    assert any(email in point.file for point in RestorePoint.objects.all() for email in EMAILS)
    assert delete_after(KEEP_DAYS - 1) == 0 and Registration.objects.count() == 3
    assert delete_after(KEEP_DAYS + 1) == 1
    text = stored_texts(event)
    assert not any(email in text for email in EMAILS) and "XXL" not in text
    assert not Registration.objects.exists() and not Mail.objects.exists()
    assert [player.name for player in reload_history(event).players] == ["Ada", "Bo"]
    assert set(Player.objects.values_list(SECRET, flat=True)) == tokens
    assert RestorePoint.objects.exists()
    for point in RestorePoint.objects.all():
        assert event_file.read(json.loads(point.file)).name == "Friday night"


def test_it_is_one_log_entry_without_personal_data_and_the_second_time_nothing(event):
    play(event)
    before = LogEntry.objects.count()
    assert (delete_after(40), delete_after(41), delete_after(42)) == (1, 0, 0)
    entry = LogEntry.objects.order_by("id").last()
    assert LogEntry.objects.count() == before + 1
    assert (entry.action, entry.who, entry.changes) == ("delete_contact_data", "Topcut", {})


def test_an_event_that_was_never_played_counts_from_its_start(event):
    Event.objects.update(starts_at=timezone.now() + timedelta(days=10))
    assert delete_after(39) == 0
    assert delete_after(41) == 1


def test_somebody_who_registers_long_after_the_start_is_not_deleted_at_once(event):
    Event.objects.update(starts_at=timezone.now() - timedelta(days=100))
    assert delete_after(29) == 0
    assert delete_after(31) == 1


@pytest.mark.parametrize("has_begun", [False, True])
def test_an_event_without_a_start_or_an_end_counts_from_its_last_change(event, has_begun):
    if has_begun:
        pair(event)
    long_ago = timezone.now() - timedelta(days=100)
    Registration.objects.update(at=long_ago)
    Event.objects.update(starts_at=long_ago if has_begun else None)
    assert delete_after(29) == 0
    assert delete_after(31) == 1


def test_only_events_that_are_over_are_touched(event):
    later = make(0, 2)
    set_registration(later, ME, RegistrationSettings(open=True))
    register(reload_event(later), Actor("Dan"), RegistrationEntry("Dan", email="dan@example.org"))
    Event.objects.filter(pk=later.pk).update(starts_at=timezone.now() + timedelta(days=300))
    assert delete_after(60) == 1
    assert [row.name for row in Registration.objects.all()] == ["Dan"]


def test_the_command_says_how_many_events_it_has_changed(event, capsys):
    call_command("delete_contact_data")
    assert capsys.readouterr().out == ""
    long_ago = timezone.now() - timedelta(days=31)
    Event.objects.update(starts_at=long_ago)
    Registration.objects.update(at=long_ago)
    call_command("delete_contact_data")
    assert capsys.readouterr().out == "Contact data deleted, number of events: 1\n"


def make_event_with_marked_picks(accepted_origin="b" * 64):
    """Four players in round 1, whose names one phone may have picked; the desk accepted another phone."""
    event = make(4, rounds_set=1)
    change_settings(event, ME, 1, reporting="anyone")
    pair(event)
    for player in reload_history(event).players:
        picks.pick_name(reload_event(event), Actor("x"), player.id, new_token(), "a" * 64)
    Event.objects.filter(pk=event.pk).update(accepted_origins=[accepted_origin])
    return reload_event(event)


def stored_origins(event):
    origins = Pick.objects.exclude(origin="").values_list("origin", flat=True)
    return {*origins, *reload_event(event).accepted_origins}


def test_the_origins_of_picked_names_are_deleted_on_the_day_after_the_event(db):
    event = make_event_with_marked_picks()
    assert delete_after(1) == 0 and stored_origins(event) == {"a" * 64, "b" * 64}
    for table in (1, 2):
        report_result(reload_event(event), ME, 1, 1, table, "2-0")
    finish_round(reload_event(event), ME)
    assert delete_after(1) == 0 and stored_origins(event) == set()
    assert Pick.objects.filter(is_marked=False).count() == 4
    before = LogEntry.objects.count()
    assert delete_after(2) == 0 and LogEntry.objects.count() == before


def test_the_origins_of_an_event_without_an_end_are_deleted_with_its_contact_data(db):
    event = make_event_with_marked_picks()
    assert delete_after(29) == 0 and stored_origins(event)
    assert delete_after(31) == 1 and stored_origins(event) == set()


def test_the_origin_of_a_pick_that_is_not_marked_is_deleted_after_ten_minutes(db):
    event = make_event_with_marked_picks()
    picks.free_origin(event, ME, "a" * 64)
    picks.pick_name(reload_event(event), Actor("x"), "p1", new_token(), "c" * 64)
    delete_expired_contact_data(timezone.now() + timedelta(minutes=9))
    assert "c" * 64 in stored_origins(event)
    delete_expired_contact_data(timezone.now() + timedelta(minutes=11))
    assert stored_origins(event) == {"b" * 64}
