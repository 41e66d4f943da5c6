"""No page, feed, picture or export shows a name that a person does not bear in public."""

import re
from dataclasses import replace

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse

from tests.access.permission_table import ASKED, MAY, NEVER
from tests.access.permission_walk import like, walk_of
from tests.support.desk_events import actor_of
from tournaments.models import Event, Player
from tournaments.people.actions.people import change_person
from tournaments.rules.history import PUBLIC

# Ben is a former name, Benedikt the one at the desk, Quill the public one.
FORMER, AT_DESK, IN_PUBLIC = "Ben", "Benedikt Olsen", "Quill"
ADDRESSES = sorted(name for name, (get, _post) in MAY.items() if get != NEVER)
# Raw rows, for the organiser alone: see docs/data.md.
RAW = {"event_backup", "all_backup"}
# For those who may manage people: their pages, and a copy of everything stored about a player.
WITH_FORMER_NAMES = {"export_player", "club_people"}


@pytest.fixture(scope="module")
def walked(django_db_setup, django_db_blocker):
    """Built once; each test goes back to it."""
    with django_db_blocker.unblock(), transaction.atomic():
        walk = walk_of(get_user_model().objects)
        Event.objects.filter(pk=walk.event.pk).update(visibility=PUBLIC)
        ben = Player.objects.get(event=walk.event, name=FORMER)
        owner = get_user_model().objects.get(username="owner")
        change_person(walk.event.club, actor_of(owner), ben.person_id, name=AT_DESK, public_name=IN_PUBLIC)
        yield replace(walk, places=walk.places | {"key": ben.public_id, "token": ben.secret, "table": 1})
        transaction.set_rollback(True)


@pytest.fixture
def walk(walked, db):
    return walked


def addresses(name, walk):
    for ways, *_rest in get_resolver().reverse_dict.getlist(name):
        kwargs = {key: (walk.places | walk.own.get(name, {}))[key] for key in ways[0][1]}
        yield reverse(name, kwargs=kwargs) + ASKED.get(name, "")


def names_in(answer) -> set[str]:
    if answer.streaming or answer.get("Content-Encoding"):
        return set()
    text = answer.content.decode(errors="replace")
    return {name for name in (FORMER, AT_DESK) if re.search(rf"\b{name}\b", text)}


@pytest.mark.parametrize("name", ADDRESSES)
def test_no_address_shows_another_name_to_the_public(walk, name):
    for address in addresses(name, walk):
        for browser in (Client(), walk.browsers["player"]):
            assert not names_in(browser.get(address)), address


@pytest.mark.parametrize("name", [name for name in ADDRESSES if name not in RAW])
def test_no_address_shows_a_former_name_to_the_staff(walk, name):
    for address in addresses(name, walk):
        for role in ("judge", "scorekeeper", "organiser"):
            found = names_in(like(walk.browsers[role]).get(address))
            assert FORMER not in found or name in WITH_FORMER_NAMES, (role, address)
