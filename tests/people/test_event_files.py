"""An event file names people only if that is asked for, and an import links them by the rules."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import actor_of, fresh, friday
from tournaments.events.actions.events import import_event
from tournaments.history.cache import load_event_file
from tournaments.log.actions.undo import create_restore_point
from tournaments.models import Event, Person, PersonIdentifier, Player, RestorePoint, SiteKey, Staff
from tournaments.models.keys import hash_for_people
from tournaments.people.actions import people as actions
from tournaments.rules import event_file
from tournaments.rules.people.linking import BY_IDENTIFIER, BY_NAME, NEW


def person(name):
    return Person.objects.get(name=name)


@pytest.fixture
def event(organiser):
    event = friday(organiser, ["Michael Chen", "Eva Duarte", "Wen Ng"])
    eva = person("Eva Duarte")
    eva.token, eva.calendar_token = "secret-of-eva", "calendar-of-eva"
    eva.address_hash = hash_for_people("eva@example.org")
    eva.remembered_at = timezone.now()
    eva.save()
    PersonIdentifier.objects.create(person=eva, publisher="magic", value="w1")
    return fresh(event)


def export(event, *options) -> dict:
    out = StringIO()
    call_command("export_event", event.slug, *options, stdout=out)
    return json.loads(out.getvalue())


def people_in(file) -> dict:
    return {
        player["name"]: {key: player[key] for key in ("person", "identifiers") if key in player}
        for player in file["players"]
    }


def imported(file, organiser) -> dict:
    """Import the file into the organiser's club; return the link of each player."""
    event = import_event(event_file.read(file), actor_of(organiser))
    players = Player.objects.filter(event=event).select_related("person")
    return {
        player.name: (player.person and player.person.public_id, player.person_reason) for player in players
    }


def test_a_file_names_people_only_if_asked_and_their_identifiers_only_if_asked_again(event):
    ids = {row.name: row.public_id for row in Person.objects.all()}
    assert people_in(export(event)) == people_in(export(event, "--contact")) == {name: {} for name in ids}
    assert people_in(export(event, "--people")) == {name: {"person": key} for name, key in ids.items()}
    with_identifiers = people_in(export(event, "--identifiers"))
    assert with_identifiers["Eva Duarte"] == {"person": ids["Eva Duarte"], "identifiers": {"magic": "w1"}}
    assert with_identifiers["Wen Ng"] == {"person": ids["Wen Ng"]}


def test_a_link_that_is_only_a_proposal_is_in_no_file(event):
    Player.objects.filter(event=event, name="Wen Ng").update(is_proposed=True)
    assert people_in(export(event, "--people"))["Wen Ng"] == {}


def test_no_file_log_or_restore_point_holds_a_secret_of_a_person(event, organiser):
    create_restore_point(fresh(event), actor_of(organiser), "noon")
    eva, options = person("Eva Duarte"), ("with_contact_data", "with_people", "with_identifiers")
    file = load_event_file(event, **dict.fromkeys(options, True))
    texts = [RestorePoint.objects.latest("pk").file, str(list(event.log.values()))]
    secrets = [eva.token, eva.calendar_token, eva.address_hash, SiteKey.objects.get().value]
    for text in (file, *texts, str(list(event.club.log.values()))):
        assert [secret for secret in secrets if secret in text] == []
    assert [text for text in texts if eva.public_id in text] == []


def test_a_file_without_people_is_linked_by_name(event, organiser):
    links = imported(export(event), organiser)
    assert links["Eva Duarte"] == (person("Eva Duarte").public_id, BY_NAME)


def test_the_person_in_a_file_decides_between_namesakes(event, organiser):
    file = export(event, "--people")
    Person.objects.create(club=event.club, name="Eva Duarte", public_name="Eva D.")
    eva = Player.objects.get(event=event, name="Eva Duarte").person
    assert imported(file, organiser)["Eva Duarte"] == (eva.public_id, BY_IDENTIFIER)
    assert imported(export(event), organiser)["Eva Duarte"] == (None, "")


def test_so_does_an_identifier_where_the_club_does_not_know_the_person(event, organiser):
    file = export(event, "--identifiers")
    Person.objects.create(club=event.club, name="Eva Duarte", public_name="Eva D.")
    for player in file["players"]:
        player["person"] += "x"
    links = imported(file, organiser)
    assert links["Eva Duarte"] == (Person.objects.get(identifiers__value="w1").public_id, BY_IDENTIFIER)
    assert links["Wen Ng"] == (person("Wen Ng").public_id, BY_NAME)


def test_the_person_of_another_name_is_ignored(event, organiser):
    file = export(event, "--identifiers")
    file["players"][1]["name"] = "Zoe Alves"
    links = imported(file, organiser)
    assert links["Zoe Alves"] == (person("Zoe Alves").public_id, NEW)


def test_a_merged_person_of_a_file_is_the_one_who_was_kept(event, organiser):
    other = friday(organiser, ["Eva Lima", "Zoe"])
    file = export(other, "--people")
    actions.merge_people(event.club, actor_of(organiser), person("Eva Duarte").pk, person("Eva Lima").pk)
    Person.objects.create(club=event.club, name="Eva Lima", public_name="Eva L.")
    assert imported(file, organiser)["Eva Lima"] == (person("Eva Duarte").public_id, BY_IDENTIFIER)


def test_two_players_of_a_file_who_are_one_person_here_stay_in_doubt(event, organiser):
    both = friday(organiser, ["Eva Lima", "Zoe"])
    file = export(both, "--people")
    file["players"][1] |= {"name": "Eva Duarte", "person": person("Eva Duarte").public_id}
    actions.merge_people(event.club, actor_of(organiser), person("Eva Duarte").pk, person("Eva Lima").pk)
    assert imported(file, organiser) == {"Eva Lima": (None, ""), "Eva Duarte": (None, "")}


def test_who_has_registered_and_not_come_yet_is_not_linked_by_a_file(event, organiser):
    file = export(event, "--people")
    at = "2026-01-01T10:00:00Z"
    entry = {"state": "registered", "at": at, "name": "Eva Duarte", "player": file["players"][1]["id"]}
    assert imported(file | {"registrations": [entry]}, organiser)["Eva Duarte"] == (None, "")


def test_another_club_and_the_command_line_know_nobody(event, organiser, django_user_model):
    file, before = export(event, "--identifiers"), set(Person.objects.values_list("pk", flat=True))
    links = imported(file, django_user_model.objects.create_user("elsewhere"))
    assert {reason for _person, reason in links.values()} == {NEW}
    assert before.isdisjoint(Person.objects.filter(public_id__in=[key for key, _ in links.values()]))
    assert not Person.objects.filter(identifiers__value="w1").exclude(pk__in=before).exists()
    assert not Player.objects.filter(event=import_event(event_file.read(file))).exclude(person=None).exists()


def test_only_who_manages_the_club_downloads_a_file_with_people(event, organiser, client, django_user_model):
    guest = django_user_model.objects.create_user("guest")
    Staff.objects.create(event=event, user=guest, role=Staff.ORGANISER)
    address, page = reverse("event_file", args=[event.slug]), reverse("settings_danger", args=[event.slug])
    client.force_login(organiser)
    assert 'name="people"' in client.get(page).content.decode()
    file = client.get(address, {"people": "1"}).json()
    assert people_in(file)["Wen Ng"] == {"person": person("Wen Ng").public_id}
    assert "identifiers" in people_in(client.get(address, {"identifiers": "1"}).json())["Eva Duarte"]
    client.force_login(guest)
    assert 'name="people"' not in client.get(page).content.decode()
    assert people_in(client.get(address).json())["Wen Ng"] == {}
    for name in ("people", "identifiers"):
        assert client.get(address, {name: "1"}).status_code == 403


def test_an_event_without_a_club_has_no_people_to_download(event, organiser, client):
    Event.objects.filter(pk=event.pk).update(club=None)
    client.force_login(organiser)
    assert people_in(export(event, "--people"))["Wen Ng"] == {}
    assert client.get(reverse("event_file", args=[event.slug]), {"people": "1"}).status_code == 403
