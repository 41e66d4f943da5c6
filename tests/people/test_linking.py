"""Players of a club's events are linked with its people, without a click."""

import pytest
from django.utils import timezone

from tests.support.desk_events import actor_of, draft_night, fresh, friday, played
from tests.support.played_events import ME
from tests.support.registrations import NOON, open_registration
from tournaments.changes.change import Actor
from tournaments.changes.club_change import ClubLogEntry
from tournaments.clubs.pages import club_log
from tournaments.events.actions.events import create_event
from tournaments.models import Person, PersonIdentifier, Player, Registration
from tournaments.models.keys import hash_for_people
from tournaments.people.actions.linking import link_players
from tournaments.people.pages.matching import find_undecided
from tournaments.players.actions.check_in import check_in_player
from tournaments.players.actions.players import add_players
from tournaments.registration.actions import entries
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.history import PHONE, EventHistory, PhaseRecord
from tournaments.rules.people.linking import BY_ADDRESS, BY_IDENTIFIER, BY_NAME, DOUBTFUL, NEW
from tournaments.rules.registration import RegistrationEntry


def links(event):
    players = Player.objects.filter(event=event).order_by("order").select_related("person")
    return {
        player.name: (player.person and player.person.name, player.person_reason, player.is_proposed)
        for player in players
    }


def remember(person, address="", **identifiers):
    person.remembered_at = NOON
    person.address_hash = hash_for_people(address) if address else ""
    person.save()
    for publisher, value in identifiers.items():
        PersonIdentifier.objects.create(person=person, publisher=publisher, value=value)


@pytest.fixture
def last_week(organiser):
    """An event of last week, whose players are the club's regulars."""
    return friday(organiser, ["Michael Chen", "Eva Duarte", "Wen Ng"])


def person(name):
    return Person.objects.get(name=name)


def register(event, name, email="", player_id="", remember=False):
    """Register from a phone, with a confirmed address."""
    entry = RegistrationEntry(name, email=email, answers={"player_id": player_id} if player_id else {})
    row = entries.register(fresh(event), Actor(name, source=PHONE, now=timezone.now()), entry)
    row = Registration.objects.get(pk=row.pk)
    row.remember = remember
    row.email_confirmed_at = timezone.now() if email else None
    row.save()
    link_players(fresh(event), timezone.now(), "organiser")
    return Player.objects.get(pk=row.player_id)


def test_the_first_event_makes_its_players_people_of_the_club(last_week):
    assert links(last_week)["Wen Ng"] == ("Wen Ng", NEW, False)
    assert Person.objects.count() == 3


def test_regulars_are_linked_by_name_the_next_week(last_week, organiser):
    event = draft_night(organiser, ["Duarte, Eva", "Zoe Alves", "Mike Chen"])
    assert links(event) == {
        "Duarte, Eva": ("Eva Duarte", BY_NAME, False),
        "Zoe Alves": ("Zoe Alves", NEW, False),
        "Mike Chen": (None, "", False),
    }
    [doubt] = find_undecided(event)
    assert (doubt.decision.kind, doubt.decision.people) == (DOUBTFUL, (person("Michael Chen").pk,))


def test_the_log_of_the_club_counts_and_stores_no_name(last_week, organiser):
    draft_night(organiser, ["Eva Duarte", "Zoe Alves"])
    club = last_week.club
    assert next(line.sentence for line in club_log(club, 1)) == "Players recognised in Draft night: 1, new: 1"
    assert "Zoe" not in str(ClubLogEntry.objects.values_list("changes", "values", "who"))


def test_an_event_without_a_club_has_no_people(db):
    event = create_event(ME, EventHistory("Alone", "magic", phases=(PhaseRecord("swiss"),)))
    add_players(event, ME, "Anna\nBen")
    assert not Person.objects.exists()


def test_a_name_from_a_phone_links_nobody_before_check_in(last_week, organiser):
    event = open_registration(friday(organiser, []), organiser)
    register(event, "Eva Duarte")
    assert links(event) == {"Eva Duarte": (None, "", False)}
    check_in_player(fresh(event), actor_of(organiser), Player.objects.get(event=event).public_id)
    assert links(event) == {"Eva Duarte": ("Eva Duarte", BY_NAME, False)}


def test_a_proven_name_is_a_proposal_until_check_in(last_week, organiser):
    remember(person("Eva Duarte"), "eva@example.org")
    remember(person("Wen Ng"), magic="w1")
    event = open_registration(friday(organiser, []), organiser)
    register(event, "Eva Duarte", email="EVA@example.org")
    register(event, "Wen Ng", player_id="W1")
    assert links(event) == {
        "Eva Duarte": ("Eva Duarte", BY_ADDRESS, True),
        "Wen Ng": ("Wen Ng", BY_IDENTIFIER, True),
    }
    for player in Player.objects.filter(event=event):
        check_in_player(fresh(event), actor_of(organiser), player.public_id)
    assert {proposed for _name, _reason, proposed in links(event).values()} == {False}


def test_a_finished_round_ends_proposals_without_check_in(last_week, organiser):
    event = open_registration(friday(organiser, ["Anna Silva", "Ben Costa", "Cleo Reis"]), organiser)
    register(event, "Eva Duarte")
    event = played(event, organiser)
    assert links(event)["Eva Duarte"] == (None, "", False)
    finish_round(event, actor_of(organiser))
    assert links(event)["Eva Duarte"] == ("Eva Duarte", BY_NAME, False)


def test_who_is_new_is_remembered_only_after_agreeing(last_week, organiser):
    event = open_registration(friday(organiser, []), organiser)
    for name, agrees in (("Ines Melo", True), ("Rui Melo", False)):
        register(event, name, f"{name[0]}@example.org", player_id=f"{name[0]}7", remember=agrees)
    for player in Player.objects.filter(event=event):
        check_in_player(fresh(event), actor_of(organiser), player.public_id)
    ines, rui = person("Ines Melo"), person("Rui Melo")
    assert ines.address_hash == hash_for_people("i@example.org") and ines.identifiers.get().value == "i7"
    assert (rui.address_hash, rui.remembered_at, rui.identifiers.count()) == ("", None, 0)


def test_a_confirmed_address_says_at_once_who_a_registered_player_may_be(last_week, organiser):
    remember(person("Eva Duarte"), "eva@example.org")
    event, eva = open_registration(friday(organiser, []), organiser), Actor("Eva Duarte", source=PHONE)
    row = entries.register(event, eva, RegistrationEntry("Eva Duarte", email="old@example.org"))
    Registration.objects.filter(pk=row.pk).update(new_email="eva@example.org")
    entries.confirm_email(fresh(event), eva, row.token)
    assert links(event) == {"Eva Duarte": ("Eva Duarte", BY_ADDRESS, True)}


def test_who_comes_by_a_known_name_does_not_add_an_address_to_the_person(last_week, organiser):
    event = open_registration(friday(organiser, []), organiser)
    player = register(event, "Eva Duarte", email="stranger@example.org", player_id="s1", remember=True)
    check_in_player(fresh(event), actor_of(organiser), player.public_id)
    eva = person("Eva Duarte")
    assert links(event)["Eva Duarte"][1] == BY_NAME
    assert (eva.address_hash, eva.remembered_at, eva.identifiers.count()) == ("", None, 0)


def test_linking_takes_as_many_queries_for_many_players(last_week, organiser, django_assert_max_num_queries):
    event = friday(organiser, [])
    names = "\n".join(f"Person{n} Of Number{n}" for n in range(60))
    with django_assert_max_num_queries(60):
        add_players(event, actor_of(organiser), names)
    assert Person.objects.count() == 63
