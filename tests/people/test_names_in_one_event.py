"""Somebody registers under the name of a regular: what a stranger learns, and what the regular can do."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.desk_events import actor_of, fresh, friday
from tests.support.own_pages import text_of
from tests.support.people import signed_in
from tests.support.registrations import open_registration, register_online
from tournaments.clubs.actions import publish_club
from tournaments.models import Person, Player, Registration
from tournaments.people.actions.own_page import choose_public_name
from tournaments.people.actions.people import merge_people
from tournaments.people.actions.staff import hand_over_page
from tournaments.people.pages.doubts import list_event_doubts
from tournaments.players.actions.check_in import check_in_player
from tournaments.registration.actions.entry_desk import accept_registrations
from tournaments.rules.people.linking import BY_PAGE

CLUB = "the-lantern"


@pytest.fixture
def club(organiser):
    """A published club in which Michael Chen is a regular with an own page, who plays as Nightowl."""
    event = friday(organiser, ["Michael Chen", "Eva Duarte"])
    publish_club(event.club, actor_of(organiser), "The Lantern", CLUB)
    hand_over_page(event.club, actor_of(organiser), michael().pk)
    choose_public_name(event.club, actor_of(organiser), michael().pk, "Nightowl")
    return fresh(event).club


@pytest.fixture
def tonight(club, organiser):
    return open_registration(friday(organiser, []), organiser)


def michael() -> Person:
    return Person.objects.get(name="Michael Chen")


def register_on_page(phone, event, person=None):
    token = (person or michael()).token
    return phone.post(f"/c/{CLUB}/me/{token}/register/{event.slug}/", {"key": f"own.{token}"})


def links(event):
    players = Player.objects.filter(event=event).order_by("order")
    return list(players.values_list("person__name", "person_reason"))


def test_a_stranger_may_have_the_name_of_somebody_who_plays_under_another_one(client, tonight):
    register_on_page(client, tonight)
    answers = [register_online(tonight, name) for name in ("Michael Chen", "Nobody Known")]
    assert [answer.status_code for answer in answers] == [302, 302]
    # Everybody can see that name.
    assert register_online(tonight, "Nightowl").status_code == 422
    assert register_online(tonight, "michael chen").status_code == 422, "the stranger's name is public, too"


def test_the_desk_is_asked_about_a_stranger_with_the_name_of_a_regular(client, tonight, organiser):
    register_on_page(client, tonight)
    register_online(tonight, "Michael Chen")
    assert links(tonight) == [("Michael Chen", BY_PAGE), (None, "")]
    [doubt] = list_event_doubts(fresh(tonight))
    assert (doubt.player.name, doubt.people) == ("Michael Chen", [michael()])
    check_in_player(fresh(tonight), actor_of(organiser), doubt.player.public_id)
    assert links(tonight) == [("Michael Chen", BY_PAGE), (None, "")]
    page = text_of(signed_in(organiser).get(reverse("desk_players", args=[tonight.slug])))
    assert "Two players of this event may be this person." in page


def test_a_regular_registers_with_one_tap_though_a_stranger_has_taken_the_name(client, tonight):
    register_online(tonight, "Michael Chen")
    answer = register_on_page(client, tonight)
    assert answer.status_code == 302
    assert links(tonight) == [(None, ""), ("Michael Chen", BY_PAGE)]
    assert [doubt.people for doubt in list_event_doubts(fresh(tonight))] == [[michael()]]
    # Once.
    register_on_page(client, tonight)
    assert Registration.objects.filter(event=tonight).count() == 2


def test_both_move_up_from_the_waitlist_and_are_accepted(client, club, organiser):
    event = open_registration(friday(organiser, ["X Y"]), organiser, cap=1)
    register_online(event, "Michael Chen")
    register_on_page(client, event)
    rows = Registration.objects.filter(event=event)
    assert {row.state for row in rows} == {"waiting"}
    open_registration(event, organiser, cap=2)
    assert Player.objects.filter(event=event).count() == 2
    accept_registrations(fresh(event), actor_of(organiser), [row.pk for row in rows], exceed=True)
    assert links(event) == [("X Y", "new"), (None, ""), ("Michael Chen", BY_PAGE)]


def test_the_staff_see_all_names(client, tonight, organiser):
    register_on_page(client, tonight)
    values = {"name": "Michael Chen", "key": "a.1", "version": fresh(tonight).version}
    answer = signed_in(organiser).post(reverse("enter_registration", args=[tonight.slug]), values)
    assert "already registered" in text_of(answer)


def test_a_place_on_the_waitlist_stays_the_persons_after_a_merge(client, club, organiser):
    eva = Person.objects.get(name="Eva Duarte")
    hand_over_page(club, actor_of(organiser), eva.pk)
    eva.refresh_from_db()
    event = open_registration(friday(organiser, ["X Y"]), organiser, cap=1)
    register_on_page(client, event, eva)
    before = friday(organiser, ["Zoe Alves"])
    zoe = Person.objects.get(name="Zoe Alves")
    hand_over_page(club, actor_of(organiser), zoe.pk)
    merge_people(club, actor_of(organiser), zoe.pk, eva.pk)
    zoe.refresh_from_db()
    page = client.get(f"/c/{CLUB}/me/{zoe.token}/").content.decode()
    assert Registration.objects.get(event=event).token in page
    register_on_page(client, event, zoe)
    assert Registration.objects.filter(event=event).count() == 1
    assert before.pk


def edit(phone, event, name):
    row = Registration.objects.get(event=event)
    answer = phone.post(f"/e/{event.slug}/me/{row.token}/edit/", {"name": name, "key": f"edit.{name}"})
    assert answer.status_code == 302


def test_somebody_else_who_edits_the_name_of_an_entry_ends_the_link(client, tonight):
    register_on_page(client, tonight)
    edit(Client(), tonight, "Michael  CHEN")
    assert links(tonight) == [("Michael Chen", BY_PAGE)]
    edit(Client(), tonight, "Zelda Quux")
    assert links(tonight) == [(None, "")]
    assert "Zelda Quux" in text_of(client.get(reverse("players", args=[tonight.slug])))


def test_the_person_may_edit_the_name_of_the_own_entry_and_stays_linked(client, tonight):
    client.get(f"/c/{CLUB}/me/{michael().token}/")
    register_on_page(client, tonight)
    edit(client, tonight, "Mitch Chen")
    assert links(tonight) == [("Michael Chen", BY_PAGE)]
