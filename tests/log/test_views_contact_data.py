"""Contact data leaves the site only if asked for, and is erased with the person."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from tests.support.database_states import cached_state
from tests.support.played_events import ME, make, reload_event
from tests.support.registrations import OPEN, active_names, register
from tournaments.events.actions.events import import_event
from tournaments.log.actions.undo import create_restore_point
from tournaments.models import DeckCheck, ListVersion, Player, Registration, RestorePoint, Staff
from tournaments.models.player import SECRET
from tournaments.players.actions import erasure
from tournaments.players.actions.players import remove_player, renew_link, renew_links
from tournaments.players.pages.personal_data import export_person
from tournaments.registration.actions.entry_desk import set_registration
from tournaments.rules import event_file

ADDRESS = "ada@example.org"


@pytest.fixture
@cached_state
def event(db, organiser):
    """Ada and Bo have a place, Cleo waits; Ada has a list; there is a restore point."""
    event = make(0)
    Staff.objects.create(event=event, user=organiser, role=Staff.OWNER)
    set_registration(event, ME, OPEN)
    for name in ("Ada", "Bo", "Cleo"):
        register(event, name, f"{name.lower()}@example.org")
    own = {"event": event, "player": Player.objects.get(name="Ada"), "at": timezone.now()}
    ListVersion.objects.create(text="60 Forest", **own)
    DeckCheck.objects.create(who="Jo", passed=True, **own)
    create_restore_point(reload_event(event), ME, "noon")
    return reload_event(event)


@pytest.fixture
def desk(client, organiser):
    client.force_login(organiser)
    return client


def stored(event) -> str:
    """Return all that is stored about the event's people, as text."""
    models = (Registration, Player, ListVersion, DeckCheck, RestorePoint)
    rows = [list(model.objects.values()) for model in models]
    return json.dumps([rows, list(event.log.values()), list(event.mails.values())], default=str)


@pytest.mark.parametrize("name", ["event_file", "restore_point_file"])
def test_a_downloaded_file_has_contact_data_only_if_asked_for(desk, event, name):
    args = [event.slug] + ([RestorePoint.objects.get().pk] if name == "restore_point_file" else [])
    plain, full = (desk.get(reverse(name, args=args) + query).content for query in ("", "?contact=1"))
    assert b"@example.org" not in plain and ADDRESS.encode() in full
    with_contact, without = event_file.read_text(full), event_file.read_text(plain)
    assert [entry.player for entry in with_contact.registrations] == ["p1", "p2", None]
    assert without.registrations == () and without.players == with_contact.players


def test_the_box_for_contact_data_is_beside_the_button(desk, event):
    page = reverse("settings_danger", args=[event.slug])
    assert 'name="contact"' in desk.get(page).content.decode()
    event.registrations.all().delete()
    assert 'name="contact"' not in desk.get(page).content.decode()


def test_the_command_exports_contact_data_only_if_asked_for(event):
    texts = []
    for options in ([], ["--contact"]):
        out = StringIO()
        call_command("export_event", event.slug, *options, stdout=out)
        texts.append(out.getvalue())
    assert [ADDRESS in text for text in texts] == [False, True]


def test_an_imported_file_has_the_entries_with_new_links(desk, event):
    text = desk.get(reverse("event_file", args=[event.slug]) + "?contact=1").content
    copy = import_event(event_file.read_text(text))
    columns = ("name", "state", "email", "at")
    assert list(copy.registrations.values_list(*columns)) == list(event.registrations.values_list(*columns))
    tokens = dict(copy.registrations.values_list("name", "token"))
    players_of_copy = dict(Player.objects.filter(event=copy).values_list("name", SECRET))
    assert {name: tokens[name] for name in players_of_copy} == players_of_copy
    assert not set(tokens.values()) & set(event.registrations.values_list("token", flat=True))


def test_an_erased_player_leaves_no_contact_data_anywhere(event):
    token = Player.objects.get(name="Ada").secret
    assert all(word in stored(event) for word in (ADDRESS, "60 Forest", token))
    erasure.erase_player(event, ME, "p1", "Ada")
    text = stored(event)
    assert [word for word in ("Ada", ADDRESS, "60 Forest", token) if word in text] == []
    assert "bo@example.org" in text and active_names(event) == ["Player 1", "Bo"]
    # Restore points stay canonical files.
    point = RestorePoint.objects.get()
    assert event_file.text(event_file.read_text(point.file)) == point.file


def test_an_entry_that_is_no_player_is_erased_at_the_desk(desk, event):
    row = Registration.objects.get(name="Cleo")
    page = reverse("erase_registration", args=[event.slug, row.pk])
    assert "Cleo" in desk.get(page).content.decode()
    assert desk.post(page, {"name": "Bo", "key": "k1"}).status_code == 422
    for key in ("k2", "k2"):
        assert desk.post(page, {"name": "Cleo", "key": key}).status_code == 302
    assert [word for word in ("Cleo", "cleo@", row.token) if word in stored(event)] == []
    assert "Ada" in stored(event) and ADDRESS in stored(event)


def test_the_page_of_an_entry_with_a_player_leads_to_the_players(desk, event):
    row = Registration.objects.get(name="Ada")
    response = desk.get(reverse("erase_registration", args=[event.slug, row.pk]))
    assert response.url == reverse("erase_player", args=[event.slug, "p1"])


def test_a_removed_player_is_erased_with_the_former_entry(event):
    remove_player(event, ME, "Ada")
    row = Registration.objects.get(name="Ada")
    erasure.erase_registration(reload_event(event), ME, row.pk, "Ada")
    text = stored(event)
    assert [word for word in ("Ada", ADDRESS, "60 Forest", row.token) if word in text] == []


def test_the_export_of_a_person_has_the_entry_mails_lists_and_deck_checks(event):
    data = export_person(event, "p1")
    (entry,) = data["registrations"]
    assert (entry["email"], entry["mails"][0]["kind"]) == (ADDRESS, "registered")
    assert data["lists"][0]["text"] == "60 Forest" and data["deck_checks"][0]["passed"]
    assert Player.objects.get(name="Ada").secret not in json.dumps(data)
    assert export_person(event, "Cleo")["registrations"][0]["state"] == "waiting"


def test_new_links_are_given_to_entries_lists_and_deck_checks_too(event):
    remove_player(event, ME, "Bo")
    old = set(Registration.objects.values_list("token", flat=True))
    renew_links(reload_event(event), ME)
    ada = Player.objects.get(name="Ada").secret
    assert Registration.objects.get(name="Ada").token == ada
    assert ListVersion.objects.get().player.secret == DeckCheck.objects.get().player.secret == ada
    assert not old & set(Registration.objects.values_list("token", flat=True))
    renew_link(reload_event(event), ME, "p1")
    assert Registration.objects.get(name="Ada").token == Player.objects.get(name="Ada").secret != ada
    assert ListVersion.objects.get().player == Player.objects.get(name="Ada")
