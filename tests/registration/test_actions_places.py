"""Registration: who gets a place, who waits, and who moves up."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.support.database_states import cached_state
from tests.support.played_events import ME, make, pair, reload_event
from tests.support.registrations import NOON, OPEN, act, active_names, mails, register, states
from tournaments.changes.change import Actor, DuplicateRequest
from tournaments.log.actions.undo import redo, undo, undoable
from tournaments.models import Player, Registration
from tournaments.players.actions.players import change_player, drop_player
from tournaments.registration.actions import entries
from tournaments.registration.actions.entry_desk import (
    DOWN,
    FIRST,
    UP,
    accept_registrations,
    move_in_waitlist,
    set_registration,
)
from tournaments.registration.actions.places import free_expired_places
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history.players import REQUIRED
from tournaments.rules.registration import RegistrationEntry


@pytest.fixture
@cached_state
def event(db):
    """An event without players and with two places."""
    event = make(0)
    set_registration(event, ME, OPEN)
    return reload_event(event)


@pytest.fixture
@cached_state
def event_with_confirmation(event):
    set_registration(event, ME, replace(OPEN, email=REQUIRED))
    return reload_event(event)


def test_players_get_the_places_in_order_of_arrival_and_then_the_waitlist(event):
    for name in ("Ada", "Bo", "Cleo", "Dan"):
        register(event, name)
    assert active_names(event) == ["Ada", "Bo"]
    assert states(event) == ["registered", "registered", "waiting", "waiting"]


def test_the_personal_link_of_a_registration_becomes_the_players_link(event):
    row = register(event, "Ada")
    assert Player.objects.get(event=event).secret == row.token


def test_when_a_player_withdraws_the_first_on_the_waitlist_moves_up_at_once_and_is_told(event):
    rows = [register(event, name, f"{name}@example.org") for name in ("Ada", "Bo", "Cleo", "Dan")]
    act(entries.withdraw, event, rows[0].token)
    assert active_names(event) == ["Bo", "Cleo"]
    assert states(event) == ["withdrawn", "registered", "registered", "waiting"]
    assert mails(event)[-1] == ("moved_up", "Cleo")


def test_a_drop_or_a_removal_by_the_desk_and_a_raised_cap_free_places_too(event):
    for name in ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn"):
        register(event, name)
    drop_player(reload_event(event), ME, "Ada")
    assert active_names(event) == ["Bo", "Cleo"]
    set_registration(reload_event(event), ME, replace(OPEN, cap=4))
    assert active_names(event) == ["Bo", "Cleo", "Dan", "Eve"]
    set_registration(reload_event(event), ME, replace(OPEN, cap=None))
    assert active_names(event) == ["Bo", "Cleo", "Dan", "Eve", "Finn"]


def test_nobody_moves_up_once_the_event_has_started(event):
    for name in ("Ada", "Bo", "Cleo"):
        register(event, name)
    pair(event)
    drop_player(reload_event(event), ME, "Ada")
    assert states(event)[-1] == "waiting"


def test_without_a_waitlist_a_full_event_takes_no_more_players(event):
    set_registration(event, ME, replace(OPEN, waitlist=False))
    register(event, "Ada")
    register(event, "Bo")
    with pytest.raises(RuleViolation, match="All places are taken"):
        register(event, "Cleo")
    assert Registration.objects.filter(event=event).count() == 2


@pytest.mark.parametrize(
    "settings, match",
    [
        (replace(OPEN, open=False), "isn’t open"),
        (replace(OPEN, opens_at="2026-11-28T12:00:01Z"), "hasn’t opened yet"),
        (replace(OPEN, closes_at="2026-11-28T12:00:00Z"), "has closed"),
    ],
)
def test_registration_is_refused_outside_its_times(event, settings, match):
    set_registration(event, ME, settings)
    with pytest.raises(RuleViolation, match=match):
        register(event, "Ada")


def test_the_same_name_and_a_known_address_get_the_same_answer(event):
    register(event, "Ada", "ada@example.org")
    with pytest.raises(RuleViolation) as same_name:
        register(event, "ADA")
    with pytest.raises(RuleViolation) as same_address:
        register(event, "Bo", "Ada@Example.org")
    assert str(same_name.value) == str(same_address.value) == entries.TAKEN


def test_a_place_is_held_for_an_hour_until_the_address_is_confirmed(event_with_confirmation):
    event = event_with_confirmation
    ada, _bo = register(event, "Ada", "ada@example.org"), register(event, "Bo", "bo@example.org")
    cleo = register(event, "Cleo", "cleo@example.org")
    assert states(event) == ["unconfirmed", "unconfirmed", "waiting"]
    assert mails(event)[:2] == [("confirm", "Ada"), ("confirm", "Bo")]
    act(entries.confirm_email, event, ada.token, now=NOON + timedelta(minutes=59))
    assert active_names(event) == ["Ada"]
    free_expired_places(event, NOON + timedelta(minutes=60))
    assert states(event) == ["registered", "unconfirmed", "unconfirmed"], "Cleo’s place is held now"
    act(entries.confirm_email, event, cleo.token, now=NOON + timedelta(minutes=61))
    assert active_names(event) == ["Ada", "Cleo"]


def test_an_address_confirmed_too_late_goes_to_the_end_of_the_waitlist(event_with_confirmation):
    event = event_with_confirmation
    late = register(event, "Ada", "ada@example.org")
    for name in ("Bo", "Cleo", "Dan"):
        row = register(event, name, f"{name}@example.org", now=NOON + timedelta(hours=2))
        act(entries.confirm_email, event, row.token, now=NOON + timedelta(hours=2))
    act(entries.confirm_email, event, late.token, now=NOON + timedelta(hours=3))
    assert active_names(event) == ["Bo", "Cleo"]
    waiting = Registration.objects.filter(event=event, state="waiting").order_by("order")
    assert [row.name for row in waiting] == ["Dan", "Ada"]


def test_with_approval_the_organiser_decides_and_may_exceed_the_cap_knowingly(event):
    set_registration(event, ME, replace(OPEN, approval=True))
    rows = [register(event, name) for name in ("Ada", "Bo", "Cleo")]
    assert states(event) == ["pending", "pending", "waiting"] and not active_names(event)
    pks = [row.pk for row in rows]
    with pytest.raises(RuleViolation, match="2 left for 3 players"):
        accept_registrations(reload_event(event), ME, pks)
    assert accept_registrations(reload_event(event), ME, pks, exceed=True) == 3
    assert active_names(event) == ["Ada", "Bo", "Cleo"]
    with pytest.raises(DuplicateRequest):
        accept_registrations(reload_event(event), ME, pks)


def test_the_undo_of_an_acceptance_makes_the_entry_pending_again_and_its_redo_brings_the_link_back(event):
    set_registration(event, ME, replace(OPEN, approval=True))
    row = register(event, "Ada")
    accept_registrations(reload_event(event), ME, [row.pk])
    entry = undo(reload_event(event), ME)
    assert not active_names(event) and states(event) == ["pending"]
    redo(reload_event(event), ME, entry.pk)
    assert Player.objects.get(event=event).secret == row.token


def test_a_player_who_withdrew_can_register_again_at_the_end_of_the_waitlist(event):
    rows = [register(event, name) for name in ("Ada", "Bo", "Cleo")]
    act(entries.withdraw, event, rows[0].token)
    act(entries.register_again, event, rows[0].token)
    assert states(event) == ["waiting", "registered", "registered"]
    act(entries.withdraw, event, rows[1].token)
    assert active_names(event) == ["Ada", "Cleo"]
    assert Player.objects.filter(event=event).count() == 3


def test_the_staff_sort_the_waitlist(event):
    rows = [register(event, name) for name in ("Ada", "Bo", "Cleo", "Dan", "Eve")]

    def names():
        return [row.name for row in Registration.objects.filter(state="waiting").order_by("order")]

    for pk, to, expected in (
        (rows[4].pk, FIRST, ["Eve", "Cleo", "Dan"]),
        (rows[4].pk, DOWN, ["Cleo", "Eve", "Dan"]),
        (rows[3].pk, UP, ["Cleo", "Dan", "Eve"]),
    ):
        move_in_waitlist(reload_event(event), ME, pk, to)
        assert names() == expected


def test_what_players_do_is_neither_undone_by_the_desk_nor_an_edit_conflict(event):
    version = reload_event(event).version
    row = register(event, "Ada")
    act(entries.edit_registration, event, row.token, RegistrationEntry("Ada Byron"))
    me_with_old_page = Actor("organiser", seen_version=version)
    set_registration(reload_event(event), me_with_old_page, replace(OPEN, cap=3))
    change_player(reload_event(event), me_with_old_page, "p1", club="Paris")
    actions = [entry.action for entry in undoable(reload_event(event))]
    assert actions[0] == "change_player" and "register" not in actions
    assert active_names(event) == ["Ada Byron"]
