"""The personal page before the event starts."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.database_states import cached_state
from tests.support.desk_events import actor_of, fresh, paired
from tests.support.own_pages import text_of
from tests.support.registrations import address_of, entry_of, open_registration, register_online
from tournaments.models import Event, Pick, Player, Registration
from tournaments.players.actions.players import add_players, remove_player
from tournaments.registration.actions.entry_desk import decline_registrations
from tournaments.rules.history import PRIVATE
from tournaments.rules.history.players import RegistrationField


@pytest.fixture
@cached_state
def full(event):
    """An event with two players and three who wait."""
    for name in ("Ada", "Bo", "Cleo", "Dan", "Eve"):
        register_online(event, name)
    return event


@pytest.fixture
@cached_state
def unconfirmed(event, organiser):
    """An event that requires an email address, with one entry that is not confirmed."""
    event = open_registration(event, organiser, cap=1, email="required")
    register_online(event, "Ada", email="ada@example.org")
    return event


def page(event, name):
    return text_of(Client().get(address_of(event, name)))


def names_in(event):
    return list(Player.objects.filter(event=event, dropped_after=None).values_list("name", flat=True))


def test_the_page_says_the_place_on_the_waitlist(full):
    assert "First on the waitlist" in page(full, "Cleo")
    assert "Third on the waitlist" in page(full, "Eve")


def test_a_player_who_moves_up_sees_it_on_the_open_page_without_doing_anything(full):
    open_page = f"{address_of(full, 'Cleo')}?part=state"
    waiting = Client().get(open_page)
    assert "First on the waitlist" in text_of(waiting)
    headers = {"If-None-Match": waiting["ETag"]}
    assert Client().get(open_page, headers=headers).status_code == 304
    Client().post(address_of(full, "Ada", "withdraw/"), {"key": "w.1"})
    assert "Second on the waitlist" in page(full, "Eve")
    assert Client().get(open_page, headers=headers)["HX-Refresh"] == "true"
    assert "You’re registered" in page(full, "Cleo")


def test_the_open_page_of_a_player_who_withdraws_elsewhere_loads_again(full):
    Client().post(address_of(full, "Ada", "withdraw/"), {"key": "w.1"})
    assert Client().get(f"{address_of(full, 'Ada')}?part=now")["HX-Refresh"] == "true"
    assert "You’ve withdrawn" in page(full, "Ada")


def test_withdrawing_asks_first(full):
    question = Client().get(address_of(full, "Ada", "withdraw/"))
    assert "Withdraw from Friday night?" in text_of(question) and names_in(full) == ["Ada", "Bo"]
    response = Client().post(address_of(full, "Ada", "withdraw/"), {"key": "w.1"})
    assert response.url == address_of(full, "Ada") and names_in(full) == ["Bo", "Cleo"]


def test_somebody_who_waits_can_withdraw_too(full):
    Client().post(address_of(full, "Dan", "withdraw/"), {"key": "w.1"})
    assert "You’ve withdrawn" in page(full, "Dan") and "Second on the waitlist" in page(full, "Eve")


def test_who_has_withdrawn_registers_again_behind_those_who_wait(full):
    Client().post(address_of(full, "Ada", "withdraw/"), {"key": "w.1"})
    assert "Register again" in page(full, "Ada")
    response = Client().post(address_of(full, "Ada", "again/"), {"key": "a.1"})
    assert response.url == address_of(full, "Ada") and "Third on the waitlist" in page(full, "Ada")


def test_nobody_registers_again_once_registration_has_closed(full, organiser):
    Client().post(address_of(full, "Ada", "withdraw/"), {"key": "w.1"})
    open_registration(full, organiser, open=False)
    text = page(full, "Ada")
    assert "Register again" not in text and "Registration isn’t open" in text
    response = Client().post(address_of(full, "Ada", "again/"), {"key": "a.1"})
    assert response.status_code == 422 and "Registration isn’t open" in text_of(response)


def test_players_edit_what_they_entered(event, organiser):
    army = RegistrationField("f1", "Army", choices=("Elves", "Dwarves"))
    open_registration(event, organiser, club="optional", fields=(army,))
    register_online(event, "Ada", club="Lions", field_f1="Elves", email="ada@example.org")
    html = Client().get(address_of(event, "Ada", "edit/")).content.decode()
    assert all(text in html for text in ('value="Lions"', '"Elves" selected', 'value="ada@example.org"'))
    values = {"name": "Ada L.", "club": "Tigers", "field_f1": "Dwarves", "email": "ada@example.org"}
    token = entry_of(event, "Ada").token
    response = Client().post(address_of(event, "Ada", "edit/"), values | {"key": "e.1"})
    assert response.url.endswith(f"/me/{token}/")
    player, row = Player.objects.get(event=event), entry_of(event, "Ada L.")
    assert (player.name, player.club, row.answers) == ("Ada L.", "Tigers", {"f1": "Dwarves"})


def test_a_refused_edit_keeps_what_was_typed(full):
    response = Client().post(address_of(full, "Eve", "edit/"), {"key": "e.1", "name": "Ada"})
    assert response.status_code == 422 and "already registered" in text_of(response)
    assert 'value="Ada"' in response.content.decode()


def test_the_form_shows_what_the_desk_has_changed_since(event, organiser):
    register_online(event, "Ada")
    Player.objects.filter(event=event).update(name="Ada Lovelace")
    assert 'value="Ada Lovelace"' in Client().get(address_of(event, "Ada", "edit/")).content.decode()


def test_entries_wait_for_approval(event, organiser):
    open_registration(event, organiser, approval=True)
    register_online(event, "Ada")
    assert "Waiting for approval" in page(event, "Ada")
    decline_registrations(fresh(event), actor_of(organiser), [entry_of(event, "Ada").pk])
    text = page(event, "Ada")
    assert "You aren’t in this event" in text and "Edit" not in text and "Withdraw" not in text


def test_a_player_whom_the_desk_removed_reads_that_they_are_not_in_the_event(event, organiser):
    register_online(event, "Ada")
    remove_player(fresh(event), actor_of(organiser), Player.objects.get(event=event).public_id)
    assert "You aren’t in this event" in page(event, "Ada")


def test_those_who_still_wait_when_the_event_starts_are_sent_to_the_desk(full, organiser):
    paired(full, organiser)
    text = page(full, "Cleo")
    assert "The event has started" in text and "Ask at the desk" in text and "Withdraw" not in text


def test_from_round_1_on_players_drop_instead(full, organiser):
    assert "Withdraw" in page(full, "Ada") and "Drop from the event" not in page(full, "Ada")
    paired(full, organiser)
    text = page(full, "Ada")
    assert "Drop from the event" in text and "Withdraw" not in text and "Keep the link" not in text
    assert Client().get(address_of(full, "Ada", "withdraw/")).status_code == 302
    assert Client().get(address_of(full, "Ada", "edit/")).status_code == 302
    refused = Client().post(address_of(full, "Ada", "withdraw/"), {"key": "w.1"})
    assert refused.status_code == 422 and "The event has started" in text_of(refused)
    refused = Client().post(address_of(full, "Ada", "edit/"), {"key": "e.1", "name": "Adam"})
    assert refused.status_code == 422 and 'value="Adam"' in refused.content.decode()


def test_a_player_whom_the_desk_entered_withdraws_but_has_nothing_to_edit(event, organiser):
    add_players(fresh(event), actor_of(organiser), "Zoe")
    token = Player.objects.get(name="Zoe").secret
    address = f"/e/{event.slug}/me/{token}/"
    text = text_of(Client().get(address))
    assert "Withdraw" in text and "Edit my entry" not in text
    assert Client().get(f"{address}edit/").url == address
    assert "Only the desk can undo this" in text_of(Client().get(f"{address}withdraw/"))
    assert Client().post(f"{address}withdraw/", {"key": "w.1"}).url == address
    assert names_in(event) == [] and Client().get(address).status_code == 200


def test_the_page_asks_to_confirm_the_address_while_the_place_is_held(unconfirmed):
    text = page(unconfirmed, "Ada")
    assert "Confirm your email address by" in text and "the mail to ada@example.org" in text
    Registration.objects.update(held_until=timezone.now() - timedelta(minutes=1))
    assert "Your place is no longer held" in page(unconfirmed, "Ada")


def test_a_link_in_a_mail_confirms_only_after_a_press(unconfirmed):
    row = entry_of(unconfirmed, "Ada")
    link = address_of(unconfirmed, "Ada", f"confirm/{row.confirm_code}/")
    assert "Confirm" in text_of(Client().get(link)) and names_in(unconfirmed) == []
    assert Client().post(link, {"key": "c.1"}).url == address_of(unconfirmed, "Ada")
    assert names_in(unconfirmed) == ["Ada"]
    assert Client().get(link).url == address_of(unconfirmed, "Ada")


def test_the_code_of_an_old_address_does_not_confirm_a_new_one(unconfirmed):
    link = address_of(unconfirmed, "Ada", f"confirm/{entry_of(unconfirmed, 'Ada').confirm_code}/")
    values = {"name": "Ada", "email": "new@example.org", "key": "e.1"}
    Client().post(address_of(unconfirmed, "Ada", "edit/"), values)
    response = Client().post(link, {"key": "c.1"})
    assert response.status_code == 404 and "no longer works" in text_of(response)
    assert entry_of(unconfirmed, "Ada").email_confirmed_at is None and names_in(unconfirmed) == []
    assert Client().get(address_of(unconfirmed, "Ada", "confirm/none/")).status_code == 404


def test_a_confirmation_that_comes_too_late_says_why(unconfirmed, organiser):
    link = address_of(unconfirmed, "Ada", f"confirm/{entry_of(unconfirmed, 'Ada').confirm_code}/")
    Registration.objects.update(held_until=timezone.now() - timedelta(minutes=1))
    open_registration(unconfirmed, organiser, email="required", open=False)
    response = Client().post(link, {"key": "c.1"})
    assert response.status_code == 422 and "Registration isn’t open" in text_of(response)


def test_an_unknown_link_says_what_to_do(event):
    for more in ("", "edit/", "withdraw/", "again/", "confirm/none/"):
        response = Client().get(f"/e/{event.slug}/me/unknown/{more}")
        assert response.status_code == 404 and "This link doesn’t work" in text_of(response)


def test_in_a_private_event_the_link_opens_its_pages(full):
    Event.objects.filter(pk=full.pk).update(visibility=PRIVATE)
    for name, status in (("Ada", 200), ("Cleo", 200)):
        phone = Client()
        assert phone.get(f"/e/{full.slug}/").status_code == 404
        assert phone.get(address_of(full, name)).status_code == 200
        assert phone.get(f"/e/{full.slug}/").status_code == status
    phone = Client()
    Client().post(address_of(full, "Dan", "withdraw/"), {"key": "w.1"})
    assert phone.get(address_of(full, "Dan")).status_code == 200
    assert phone.get(f"/e/{full.slug}/").status_code == 404


def test_the_page_of_a_picked_name_does_not_show_the_players_link(full):
    player = Player.objects.get(event=full, name="Ada")
    pick = Pick.objects.create(event=full, player=player, at=timezone.now())
    html = Client().get(f"/e/{full.slug}/pick/{pick.token}/").content.decode()
    assert "You’re registered" in html and player.secret not in html and "Withdraw" not in html
