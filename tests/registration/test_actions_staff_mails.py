"""Mails to players whom the staff enter, import or withdraw; each has the player's link."""

import pytest
from django.core import mail

from tests.support.database_states import cached_state
from tests.support.played_events import ME, make, reload_event
from tests.support.worker import run_worker
from tournaments.models import Mail, Registration
from tournaments.models.registration import hash_address
from tournaments.players.actions.players import add_players
from tournaments.registration.actions.entry_desk import (
    enter_registration,
    import_registrations,
    set_registration,
    withdraw_registrations,
)
from tournaments.registration.actions.mails import find_and_send
from tournaments.rules.history.players import RegistrationSettings
from tournaments.rules.registration import RegistrationEntry

SITE = "https://topcut.example"
ZOE = RegistrationEntry("Zoe", email="zoe@example.org")


@pytest.fixture
@cached_state
def event(db):
    event = make(0)
    set_registration(event, ME, RegistrationSettings(open=True))
    add_players(reload_event(event), ME, "Zoe")
    return reload_event(event)


def kinds():
    return list(Mail.objects.order_by("id").values_list("kind", "registration__name"))


def link_of(event, name):
    return f"{SITE}/e/{event.slug}/me/{Registration.objects.get(name=name).token}/"


def test_a_player_entered_by_hand_gets_the_link(event):
    entry = RegistrationEntry("Ada", email="ada@example.org")
    enter_registration(event, ME, entry, site_url=SITE)
    run_worker()
    assert kinds() == [("registered", "Ada")] and link_of(event, "Ada") in mail.outbox[0].body


def test_imported_players_and_players_whose_address_is_new_get_the_link(event):
    lines = [(2, RegistrationEntry("Ada", email="ada@example.org")), (3, ZOE), (4, RegistrationEntry("Bo"))]
    for _time in range(2):
        import_registrations(reload_event(event), ME, lines, site_url=SITE)
    run_worker()
    assert sorted(kinds()) == [("link", "Zoe"), ("registered", "Ada")]
    assert {link_of(event, name) in message.body for message in mail.outbox for name in ("Ada", "Zoe")} == {
        *(True, False)
    }
    assert all("/me/" in message.body for message in mail.outbox)


def test_a_player_whom_the_staff_withdraw_is_told(event):
    row = enter_registration(event, ME, RegistrationEntry("Ada", email="ada@example.org"))
    run_worker()
    withdraw_registrations(reload_event(event), ME, [row.pk])
    run_worker()
    assert kinds()[-1] == ("withdrawn", "Ada") and "has withdrawn your registration" in mail.outbox[-1].body
    assert "State: withdrawn" in mail.outbox[-1].body


def test_a_lost_link_leads_to_the_site_that_was_asked(event):
    enter_registration(event, ME, RegistrationEntry("Ada", email="ada@example.org"))
    Mail.objects.all().delete()
    find_and_send.func(event.pk, hash_address("ada@example.org"), SITE)
    run_worker()
    assert link_of(event, "Ada") in mail.outbox[-1].body
