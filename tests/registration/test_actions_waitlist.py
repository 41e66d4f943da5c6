"""The waitlist with approval, without addresses, after the start, with default settings; expired holds."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.support.played_events import ME, make, pair, reload_event
from tests.support.registrations import NOON, OPEN, act, active_names, mails, register, states
from tournaments.models import Registration
from tournaments.players.actions.players import add_players
from tournaments.registration.actions.entries import confirm_email, withdraw
from tournaments.registration.actions.entry_desk import accept_registrations, set_registration
from tournaments.registration.actions.places import free_expired_places
from tournaments.rules.history.players import REQUIRED, RegistrationSettings


def event_with(**settings):
    event = make(0)
    set_registration(event, ME, replace(OPEN, **settings))
    return reload_event(event)


def test_with_approval_a_pending_entry_takes_up_a_free_place(db):
    event = event_with(cap=1, approval=True)
    ada, *_others = [register(event, name, f"{name}@example.org") for name in ("Ada", "Bo", "Cleo")]
    assert states(event) == ["pending", "waiting", "waiting"]
    act(withdraw, event, ada.token)
    assert states(event) == ["withdrawn", "pending", "waiting"]
    assert [mail for mail in mails(event) if mail[0] == "pending"] == [("pending", "Ada"), ("pending", "Bo")]
    accept_registrations(reload_event(event), ME, [Registration.objects.get(name="Bo").pk])
    assert states(event)[2] == "waiting" and active_names(event) == ["Bo"]


@pytest.mark.parametrize("approval", [True, False])
def test_one_free_place_moves_up_one_of_900_who_wait(db, approval):
    event = event_with(cap=1, approval=approval)
    ada = register(event, "Ada")
    Registration.objects.bulk_create(
        Registration(event=event, state="waiting", order=number, at=NOON, name=f"Player {number}")
        for number in range(2, 902)
    )
    act(withdraw, event, ada.token)
    assert states(event).count("waiting") == 899
    set_registration(reload_event(event), ME, replace(OPEN, cap=None, approval=approval))
    assert states(event).count("waiting") == 0


def test_an_address_confirmed_after_the_start_waits_for_the_organiser(db):
    event = event_with(cap=None, email=REQUIRED)
    row = register(event, "Ada", "ada@example.org")
    add_players(reload_event(event), ME, "Bo\nCleo")
    pair(event)
    act(confirm_email, event, row.token, now=NOON + timedelta(minutes=30))
    assert states(event) == ["pending"] and active_names(event) == ["Bo", "Cleo"]
    assert Registration.objects.get().email_confirmed_at


def test_an_entry_without_an_address_moves_up_without_confirming_it(db):
    event = event_with(cap=1)
    ada, _bo = [register(event, name) for name in ("Ada", "Bo")]
    set_registration(reload_event(event), ME, replace(OPEN, cap=1, email=REQUIRED))
    act(withdraw, event, ada.token)
    assert active_names(event) == ["Bo"]


def test_the_waitlist_moves_up_when_the_settings_are_the_default_ones_again(db):
    event = event_with(cap=1)
    for name in ("Ada", "Bo"):
        register(event, name)
    set_registration(reload_event(event), ME, RegistrationSettings())
    assert reload_event(event).registration == {} and active_names(event) == ["Ada", "Bo"]


def test_an_expired_place_changes_the_version_once_although_nobody_waits(db):
    event = event_with(email=REQUIRED)
    register(event, "Ada", "ada@example.org")
    version = reload_event(event).version
    for minutes, more in ((59, 0), (60, 1), (61, 1)):
        free_expired_places(event, NOON + timedelta(minutes=minutes))
        assert reload_event(event).version == version + more, minutes
