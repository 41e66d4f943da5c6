"""Pages about players who are left out, held places, hidden fields and default settings."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.support.database_states import cached_state
from tests.support.desk_events import actor_of, form, fresh
from tests.support.own_pages import address, text_of
from tests.support.people import at
from tests.support.registrations import address_of, open_registration, register_online
from tournaments.history.cache import load_history
from tournaments.models import Mail, Player, Registration
from tournaments.players.actions.check_in import set_check_in
from tournaments.players.actions.players import add_players, drop_player
from tournaments.registration.actions.entries import confirm_email
from tournaments.registration.actions.entry_desk import set_registration
from tournaments.registration.actions.places import free_expired_places
from tournaments.rounds.actions.rounds import publish_round
from tournaments.rules.history.players import CheckInSettings, RegistrationSettings


@pytest.fixture
@cached_state
def with_check_in(event, organiser):
    """Ada, Bo and Cleo; Cleo registered herself and is the only one not checked in."""
    open_registration(event, organiser)
    add_players(fresh(event), actor_of(organiser), "Ada\nBo\nDan")
    register_online(event, "Cleo")
    set_check_in(fresh(event), actor_of(organiser), CheckInSettings(open=True))
    Player.objects.filter(name__in=("Ada", "Bo")).update(checked_in_at=timezone.now())
    return fresh(event)


def start(desk, event):
    return desk.post(at(event, "start_event"), form(event, others="absent"), follow=True)


def test_players_left_out_are_not_in_the_event_neither_registered_nor_withdrawn(desk, with_check_in):
    event = with_check_in
    text = text_of(start(desk, event))
    assert "Round 1 paired" in text and "2 players are not in the event" in text
    table = text_of(desk.get(at(event, "desk_registration")))
    assert table.count("Not in the event") == 2 and "Cleo Withdrawn" not in table
    for page in (address_of(event, "Cleo"), address(event, "Dan")):
        text = text_of(Client().get(page))
        assert "You aren’t in the event" in text and "registered" not in text


def test_a_player_who_drops_during_round_1_has_dropped_at_the_desk(desk, with_check_in, organiser):
    start(desk, with_check_in)
    publish_round(fresh(with_check_in), actor_of(organiser), 1, 1)
    event = fresh(with_check_in)
    playing = next(p for p in load_history(event).players if not p.has_left)
    drop_player(event, actor_of(organiser), playing.id)
    text = text_of(desk.get(at(event, "desk_registration")))
    assert f"{playing.name} Dropped" in text


def test_who_has_withdrawn_is_withdrawn_at_the_desk(desk, event):
    register_online(event, "Ada")
    Client().post(address_of(event, "Ada", "withdraw/"), {"key": "w.1"})
    assert "Ada Ada Withdrawn" in text_of(desk.get(at(event, "desk_registration")))


def test_the_start_page_counts_players_who_have_not_confirmed_and_none_whom_the_desk_accepted(
    desk, with_check_in, organiser
):
    event = open_registration(with_check_in, organiser, email="required")
    register_online(event, "Eve", email="eve@example.org")
    assert "1 player hasn’t confirmed the email address." in text_of(desk.get(at(event, "start_event")))
    row = Registration.objects.get(name="Eve")
    confirm_email(fresh(event), actor_of(organiser), row.token)
    Registration.objects.update(state="waiting")
    assert "the waitlist" not in text_of(desk.get(at(event, "start_event")))


def test_an_expired_place_is_free_on_the_public_page_and_gone_on_the_personal_one(event, organiser):
    event = open_registration(event, organiser, cap=1, email="required", waitlist=False)
    register_online(event, "Ada", email="ada@example.org")
    phone, public = Client(), f"/e/{event.slug}/"
    assert "The only place is taken" in text_of(phone.get(public))
    held = phone.get(f"{address_of(event, 'Ada')}?part=state")
    later = timezone.now() + timedelta(minutes=61)
    Registration.objects.update(held_until=timezone.now() - timedelta(microseconds=1))
    free_expired_places(fresh(event), later)
    assert "1 of 1 places left" in text_of(phone.get(public))
    changed = phone.get(f"{address_of(event, 'Ada')}?part=state", headers={"If-None-Match": held["ETag"]})
    assert "Your place is no longer held" in text_of(changed)
    cache.clear()


def test_the_hidden_field_comes_back_empty_and_no_browser_fills_it(client, event):
    html = register_online(event, "Ada", client, homepage="https://example.org").content.decode()
    assert "https://example.org" not in html and 'name="homepage" id="id_homepage" autocomplete="off"' in html


def test_mails_and_check_in_stay_at_the_desk_after_registration_has_the_default_settings(
    desk, event, organiser
):
    set_registration(fresh(event), actor_of(organiser), RegistrationSettings(open=True))
    for name in ("Ada", "Bo"):
        register_online(event, name, email=f"{name}@example.org")
    Mail.objects.update(at=timezone.now() - timedelta(minutes=5))
    set_registration(fresh(event), actor_of(organiser), RegistrationSettings())
    assert fresh(event).registration == {}
    page = desk.get(at(event, "desk"))
    assert at(event, "desk_check_in") in page.content.decode() and "2 mails waiting" in text_of(page)


def test_the_count_of_no_shows_is_that_of_the_action(desk, with_check_in):
    event = with_check_in
    start(desk, event)
    response = desk.post(at(event, "no_shows"), form(event, player=["nobody"]), follow=True)
    assert "no-show dropped" not in text_of(response)


def test_players_whom_the_desk_enters_get_a_link_to_the_site(desk, event):
    values = form(event, name="Ada", email="ada@example.org")
    desk.post(at(event, "enter_registration"), values)
    desk.post(at(event, "import_registrations"), form(event, table="Name,Email\nBo,bo@example.org"))
    assert set(Registration.objects.values_list("name", "site_url")) == {
        ("Ada", "http://testserver"),
        ("Bo", "http://testserver"),
    }
