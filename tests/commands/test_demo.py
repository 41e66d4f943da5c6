"""The demo: created once, playable at once."""

from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.db import transaction
from django.test import RequestFactory

from tests.support.played_events import STATES
from tournaments.history.cache import load_history
from tournaments.models import Event
from tournaments.rules.history import PUBLISHED


@pytest.fixture(scope="module")
def demo_output(django_db_setup, django_db_blocker):
    """Create the demo once for all tests, which roll back to it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield run_demo()
        transaction.set_rollback(True)


@pytest.fixture
def output(demo_output, db):
    return demo_output


def run_demo(**options):
    out = StringIO()
    call_command("demo", stdout=out, **options)
    return out.getvalue()


def load_demo(slug):
    return load_history(Event.objects.get(slug=slug))


def test_the_printed_login_works(output):
    password = output.split()[-1]
    organiser = authenticate(RequestFactory().post("/"), username="organiser", password=password)
    assert {staff.event.slug for staff in organiser.staff_of.all()} == {
        "harbour-open",
        "friday-night-at-the-lantern",
        "thursday-pods-at-the-lantern",
    }


def test_a_second_run_creates_nothing(output):
    versions = list(Event.objects.values_list("slug", "version"))
    assert run_demo() == output
    assert list(Event.objects.values_list("slug", "version")) == versions


def test_deleted_demo_events_are_not_created_again(output):
    Event.objects.get(slug="harbour-open").delete()
    run_demo()
    assert not Event.objects.filter(slug="harbour-open").exists()


def test_make_run_leaves_a_database_with_other_events_without_a_demo(output, django_user_model):
    Event.objects.all().delete()
    django_user_model.objects.all().delete()
    STATES["fresh"]()
    assert run_demo(if_empty=True) == ""
    assert Event.objects.count() == 1


def test_make_run_prints_the_login_of_a_demo_beside_other_events(output):
    STATES["fresh"]()
    assert run_demo(if_empty=True) == output


def test_a_changed_password_is_not_printed(output, django_user_model):
    organiser = django_user_model.objects.get(username="organiser")
    organiser.set_password("mine alone")
    organiser.save()
    assert output.split()[-1] not in run_demo()


def test_the_open_has_reached_the_semi_finals_of_its_mcintyre_eight(output):
    event = load_demo("harbour-open")
    assert len(event.players) == 83 == len({player.name for player in event.players})
    quarter, semi = event.phase(2).rounds
    assert quarter.finished and semi.state == PUBLISHED
    assert {match.slot for match in semi.matches} == {"SF1", "SF2"}
    assert not any(match.reported for match in semi.matches)


def test_half_of_round_three_of_friday_night_is_reported(output):
    event = load_demo("friday-night-at-the-lantern")
    assert len(event.players) == 24
    first, second, third = event.phase(1).rounds
    assert first.finished and second.finished and third.state == PUBLISHED
    assert [match.reported for match in third.matches] == [True] * 6 + [False] * 6


def test_half_of_the_third_round_of_pods_of_thursday_is_reported(output):
    event = load_demo("thursday-pods-at-the-lantern")
    first, second, third = event.phase(1).rounds
    assert sorted(len(match.seats) for match in first.matches) == [3, 3, 3, 4, 4, 4]
    assert second.finished and third.state == PUBLISHED
    assert [match.reported for match in third.matches] == [True] * 3 + [False] * 3
