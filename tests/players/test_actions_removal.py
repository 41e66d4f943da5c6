"""A removed player keeps the row, with the link and the id, which nobody else gets."""

from dataclasses import replace

import pytest
from django.utils import timezone

from tests.support.played_events import ME, make, reload_event, reload_history
from tests.support.registrations import OPEN, register
from tournaments.events.actions.events import change_settings, import_event
from tournaments.history.cache import load_history_with_log
from tournaments.log.actions.undo import undo
from tournaments.models import Message, Pick, Player
from tournaments.models.player import new_token
from tournaments.players.actions import picks
from tournaments.players.actions.players import add_players, remove_player
from tournaments.registration.actions.entry_desk import accept_registrations, set_registration
from tournaments.rules import event_file


def add(event, name) -> Player:
    add_players(reload_event(event), ME, name)
    return Player.objects.get(event=event, name=name)


def test_a_removed_player_is_on_no_list_and_keeps_the_row(fresh):
    ada = add(fresh, "Ada")
    remove_player(reload_event(fresh), ME, "Ada")
    assert not fresh.players.filter(name="Ada").exists() and "Ada" not in reload_history(fresh).names.values()
    assert ada.public_id not in {
        player["id"] for player in event_file.write(reload_history(fresh))["players"]
    }
    undo(reload_event(fresh), ME)
    assert fresh.players.get(name="Ada") == ada and fresh.players.get(name="Ada").secret == ada.token


def test_the_id_of_a_removed_player_is_never_given_away(fresh):
    keys = [add(fresh, "Ada").public_id]
    remove_player(reload_event(fresh), ME, "Ada")
    keys.append(add(fresh, "Bo").public_id)
    undo(reload_event(fresh), ME)
    keys.append(add(fresh, "Cleo").public_id)
    assert len(set(keys)) == 3


def test_ids_in_the_log_of_an_imported_event_are_not_given_away(fresh):
    ada = add(fresh, "Ada")
    remove_player(reload_event(fresh), ME, "Ada")
    removal = reload_event(fresh).log.count() - 1
    imported = import_event(load_history_with_log(reload_event(fresh)))
    assert not Player.with_removed.filter(event=imported, public_id=ada.public_id).exists()
    assert add(imported, "Bo").public_id != ada.public_id
    undo(reload_event(imported), ME, imported.log.order_by("id")[removal].pk)
    assert Player.objects.get(event=imported, name="Ada").public_id == ada.public_id


def test_a_player_whose_entry_is_accepted_again_has_the_same_row(db):
    event = make(0)
    set_registration(event, ME, replace(OPEN, cap=10))
    row = register(event, "Ada")
    ada = Player.objects.get()
    remove_player(reload_event(event), ME, ada.public_id)
    removal = event.log.last()
    accept_registrations(reload_event(event), ME, [row.pk])
    assert Player.objects.get() == ada and Player.objects.get().public_id == ada.public_id
    undo(reload_event(event), ME)
    undo(reload_event(event), ME, removal.pk)
    assert Player.objects.get().secret == row.token


def test_removing_a_player_frees_the_picked_name_and_keeps_the_messages(running):
    change_settings(running, ME, 1, reporting="anyone")
    ada = add(running, "Ada")
    picks.pick_name(reload_event(running), ME, ada.public_id, new_token())
    facts = {"event": running, "player": ada, "at": timezone.now(), "phase": 1, "round": 1}
    Message.objects.create(kind=Message.LATE_REPORT, who="Ada", **facts)
    remove_player(reload_event(running), ME, "Ada")
    assert not Pick.objects.exists()
    assert Message.objects.get().player == ada


@pytest.mark.parametrize("count", [4, 40])
def test_queries_of_a_removal_do_not_grow_with_the_players(db, count, django_assert_max_num_queries):
    event = make(count)
    with django_assert_max_num_queries(45):
        remove_player(event, ME, "p2")
