"""Places in unusual orders of events: same names, disqualified players, approvals of held places."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.support.database_states import cached_state
from tests.support.played_events import ME, make, pair, reload_event, reload_history
from tests.support.registrations import NOON, OPEN, act, active_names, mails, register, states
from tournaments.log.actions.undo import undo
from tournaments.models import Registration
from tournaments.players.actions.players import add_players, change_player, disqualify_player, drop_player
from tournaments.registration.actions.entries import confirm_email, edit_registration, withdraw
from tournaments.registration.actions.entry_desk import (
    accept_registrations,
    move_to_waitlist,
    set_registration,
)
from tournaments.registration.actions.places import free_expired_places
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history.players import OPTIONAL, REQUIRED
from tournaments.rules.registration import RegistrationEntry


@pytest.fixture
@cached_state
def event(db):
    event = make(0)
    set_registration(event, ME, OPEN)
    return reload_event(event)


@pytest.fixture
@cached_state
def held(event):
    """An event with one place, which is held for Ada until she confirms her address."""
    set_registration(event, ME, replace(OPEN, cap=1, email=REQUIRED))
    register(event, "Ada", "ada@example.org")
    assert states(event) == ["unconfirmed"]
    return event


def entry(name):
    return Registration.objects.get(name=name)


def player_id(event, name):
    return next(player.id for player in reload_history(event).players if player.name == name)


def test_an_entry_with_the_name_of_a_player_stays_on_the_waitlist_and_the_next_moves_up(event):
    for name in ("Ada", "Bo", "Cleo", "Dan"):
        register(event, name)
    change_player(reload_event(event), ME, player_id(event, "Bo"), name="Cleo")
    act(withdraw, event, entry("Ada").token)
    assert active_names(event) == ["Cleo", "Dan"]
    assert entry("Cleo").state == Registration.WAITING


def test_staff_who_approve_a_held_place_need_no_other_one(held):
    act(accept_registrations, held, [entry("Ada").pk])
    assert active_names(held) == ["Ada"]


def test_the_undo_of_an_approved_held_place_holds_it_again(held):
    act(accept_registrations, held, [entry("Ada").pk])
    undo(reload_event(held), ME)
    assert states(held) == ["unconfirmed"] and active_names(held) == []
    act(confirm_email, held, entry("Ada").token)
    assert active_names(held) == ["Ada"]


def test_who_was_approved_before_they_confirmed_can_still_confirm(held):
    act(accept_registrations, held, [entry("Ada").pk])
    act(confirm_email, held, entry("Ada").token)
    assert entry("Ada").email_confirmed_at and active_names(held) == ["Ada"]
    act(withdraw, held, entry("Ada").token)
    assert active_names(held) == [] and states(held) == ["withdrawn"]


def test_who_need_not_confirm_any_more_gets_the_held_place(held):
    settings = replace(OPEN, cap=1, email=OPTIONAL)
    set_registration(reload_event(held), ME, settings)
    act(edit_registration, held, entry("Ada").token, RegistrationEntry("Ada"))
    assert active_names(held) == ["Ada"]


def test_a_held_place_is_not_given_to_a_second_player_of_the_same_name(held):
    add_players(reload_event(held), ME, "Ada")
    with pytest.raises(RuleViolation, match="already registered"):
        act(confirm_email, held, entry("Ada").token)
    free_expired_places(reload_event(held), NOON + timedelta(minutes=61))
    assert active_names(held) == ["Ada"]


def test_a_disqualified_player_neither_waits_nor_moves_up(event):
    for name in ("Ada", "Bo", "Cleo"):
        register(event, name, f"{name}@example.org")
    act(move_to_waitlist, event, [entry("Ada").pk])
    disqualify_player(reload_event(event), ME, player_id(event, "Ada"))
    act(withdraw, event, entry("Bo").token)
    assert ("moved_up", "Ada") not in mails(event)
    disqualify_player(reload_event(event), ME, player_id(event, "Cleo"))
    with pytest.raises(RuleViolation, match="disqualified"):
        act(move_to_waitlist, event, [entry("Cleo").pk])


def test_the_waitlist_moves_up_when_round_1_is_taken_back(event):
    for name in ("Ada", "Bo", "Cleo"):
        register(event, name)
    pair(event)
    pairing = event.log.latest("id")
    drop_player(reload_event(event), ME, player_id(event, "Ada"))
    assert "Cleo" not in active_names(event)
    undo(reload_event(event), ME, pairing.pk)
    assert active_names(event) == ["Bo", "Cleo"]
