"""Merging and splitting people at the desk of a club, each after a preview."""

import re
from html import unescape

import pytest
from django.urls import reverse

from tests.support.desk_events import draft_night, friday
from tests.support.own_pages import text_of
from tournaments.models import Person, PersonName, Player


@pytest.fixture
def club(organiser):
    event = friday(organiser, ["Michael Chen", "Eva Duarte"])
    draft_night(organiser, ["Mia Chen", "Ben Ito"])
    draft_night(organiser, ["Eva Duarte", "Ben Ito"])
    return event.club


def address(club, name, view):
    return reverse(view, args=[club.slug, person(name).public_id])


def person(name):
    return Person.objects.get(name=name)


def test_merging_shows_what_moves_and_what_wins(desk, club):
    mia, michael = person("Mia Chen"), person("Michael Chen")
    Person.objects.filter(pk=michael.pk).update(has_profile=True)
    Person.objects.filter(pk=mia.pk).update(birth_year=2001, is_minor=True)
    merge = address(club, "Michael Chen", "merge_club_people")
    assert "Mia Chen 1 event" in text_of(desk.get(merge))
    page = text_of(desk.get(merge, {"other": mia.public_id}))
    for words in (
        "Merge Mia Chen into Michael Chen",
        "1 event moves to Michael Chen: Draft night",
        "Also known as: Mia Chen",
        "Under age: no public profile",
        "Year of birth: 2001",
    ):
        assert words in page, words
    answer = desk.post(merge, {"other": mia.public_id, "key": "a.1"})
    assert answer.url == address(club, "Michael Chen", "club_person")
    assert Player.objects.filter(person=michael).count() == 2
    assert PersonName.objects.get(person=michael).name == "Mia Chen"
    undo_last(desk, answer.url)
    assert Player.objects.filter(person=michael).count() == 1


def undo_last(desk, address):
    """Press Undo of the message on a page, which leads back to it."""
    page = desk.get(address).content.decode()
    answer = desk.post(unescape(re.search(r'class="toast.*?action="([^"]+)"', page, re.S)[1]))
    assert answer.url == address


def test_two_people_of_one_event_are_not_merged(desk, club):
    merge = address(club, "Michael Chen", "merge_club_people")
    page = text_of(desk.get(merge, {"other": person("Eva Duarte").public_id}))
    assert "Both play in “Friday night”, so they are two people." in page
    desk.post(merge, {"other": person("Eva Duarte").public_id})
    assert person("Eva Duarte").merged_into is None
    assert desk.get(merge, {"other": "nobody"}).status_code == 404
    assert desk.get(merge, {"other": person("Michael Chen").public_id}).status_code == 404


def test_splitting_shows_what_moves_and_what_stays(desk, club):
    split = address(club, "Eva Duarte", "split_club_person")
    draft = Player.objects.get(name="Eva Duarte", event__name="Draft night")
    data = {"name": "Eva Duarte (Braga)", "players": [draft.pk]}
    page = text_of(desk.get(split, data))
    assert "A new person: Eva Duarte (Braga)" in page
    assert "1 event moves to the new person: Draft night" in page and "1 event stays with Eva Duarte" in page
    assert desk.post(split, data).url == address(club, "Eva Duarte (Braga)", "club_person")
    draft.refresh_from_db()
    assert draft.person.name == "Eva Duarte (Braga)"


@pytest.mark.parametrize("data", [{}, {"name": "X"}, {"name": "", "players": ["1"]}, {"players": ["x"]}])
def test_a_split_without_events_or_name_is_refused(desk, club, data):
    split = address(club, "Eva Duarte", "split_club_person")
    assert desk.get(split, data).status_code == 200
    assert desk.post(split, data).status_code == 422


def test_not_all_events_can_be_split_off(desk, club):
    split = address(club, "Eva Duarte", "split_club_person")
    data = {"name": "X", "players": [player.pk for player in Player.objects.filter(name="Eva Duarte")]}
    assert "Choose some of the events, but not all." in text_of(desk.get(split, data))
    assert desk.post(split, data).status_code == 422


def test_a_player_who_is_nobody_of_the_club_becomes_somebody_new(desk, club):
    eva = person("Eva Duarte")
    player = Player.objects.filter(person=eva).last()
    address = reverse("assign_club_player", args=[club.slug, player.pk])
    assert "A new person" in text_of(desk.get(address))
    desk.post(address, {"new": "1"})
    player.refresh_from_db()
    assert player.person != eva and player.person.name == "Eva Duarte"
    assert "A new person" not in text_of(desk.get(address))
