"""The demo: created once, playable at once."""

from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.db import transaction
from django.test import RequestFactory

from tournaments.models import Event
from tournaments.queries.history.cache import load_history
from tournaments.rules.history import PUBLISHED


@pytest.fixture(scope="module")
def once(django_db_setup, django_db_blocker):
    """The demo made once for all tests, each of which rolls back to it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield demo()
        transaction.set_rollback(True)


@pytest.fixture
def said(once, db):
    return once


def demo():
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def load_demo(slug):
    return load_history(Event.objects.get(slug=slug))


def test_the_login_that_it_prints_opens_the_door(said):
    password = said.split()[-1]
    organiser = authenticate(RequestFactory().post("/"), username="organiser", password=password)
    assert {staff.event.slug for staff in organiser.staff_of.all()} == {
        "harbour-open",
        "friday-night-at-the-lantern",
        "thursday-pods-at-the-lantern",
    }


def test_a_second_time_it_makes_nothing(said):
    versions = list(Event.objects.values_list("slug", "version"))
    assert demo() == said
    assert list(Event.objects.values_list("slug", "version")) == versions


def test_what_was_deleted_stays_deleted(said):
    Event.objects.get(slug="harbour-open").delete()
    demo()
    assert not Event.objects.filter(slug="harbour-open").exists()


def test_a_password_of_their_own_is_not_printed(said, django_user_model):
    organiser = django_user_model.objects.get(username="organiser")
    organiser.set_password("mine alone")
    organiser.save()
    assert said.split()[-1] not in demo()


def test_the_open_stands_at_the_semi_finals_of_its_mcintyre_eight(said):
    event = load_demo("harbour-open")
    assert len(event.players) == 83 == len({player.name for player in event.players})
    quarter, semi = event.phase(2).rounds
    assert quarter.finished and semi.state == PUBLISHED
    assert [match.slot for match in semi.matches] == ["SF1", "SF2"]
    assert not any(match.reported for match in semi.matches)


def test_friday_night_is_half_through_round_three(said):
    event = load_demo("friday-night-at-the-lantern")
    assert len(event.players) == 24
    first, second, third = event.phase(1).rounds
    assert first.finished and second.finished and third.state == PUBLISHED
    assert [match.reported for match in third.matches] == [True] * 6 + [False] * 6


def test_thursday_is_half_through_its_third_round_of_pods(said):
    event = load_demo("thursday-pods-at-the-lantern")
    first, second, third = event.phase(1).rounds
    assert sorted(len(match.seats) for match in first.matches) == [3, 3, 3, 4, 4, 4]
    assert second.finished and third.state == PUBLISHED
    assert [match.reported for match in third.matches] == [True] * 3 + [False] * 3
