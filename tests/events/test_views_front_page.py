"""The front page: the only published club for visitors, tonight first, “New event” for organisers."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.desk_events import actor_of, friday, paired
from tests.support.pages import ended_event, text_of
from tests.support.people import joined
from tournaments.changes.change import Actor
from tournaments.clubs.actions import publish_club
from tournaments.events.actions.events import change_event, create_event
from tournaments.models import Club, Event
from tournaments.rules.history import PRIVATE, UNLISTED, EventHistory, PhaseRecord

STRONG = '<a class="button strong" href="/new/">New event</a>'


def announce_tonight(user, name) -> Event:
    """Announce an event of this day, which it is at any hour at which the test runs."""
    return announce(user, name, datetime.now(UTC).replace(hour=12))


def announce_in(user, name, hours, zone="UTC") -> Event:
    return announce(user, name, datetime.now(UTC) + timedelta(hours=hours), zone)


def announce(user, name, at, zone="UTC") -> Event:
    phases = (PhaseRecord(),)
    history = EventHistory(name, "magic", phases=phases, starts_at=at.isoformat(), timezone=zone)
    return create_event(actor_of(user), history)


def publish(user, name) -> Club:
    club = Club.objects.get(staff__user=user)
    publish_club(club, Actor(user.username, user), name, name.lower())
    return club


def headings(client, address="/"):
    page = client.get(address).content.decode()
    return [" ".join(text.split()) for text in re.findall(r"<h[12][^>]*>(.*?)</h", page, re.S)]


@pytest.fixture
def other(django_user_model):
    """The organiser of another club."""
    return django_user_model.objects.create_user("other", password="not used here")


@pytest.fixture
def newcomer(django_user_model):
    return django_user_model.objects.create_user("newcomer", password="not used here")


def test_where_there_is_nothing_yet_the_page_has_one_picture_one_sentence_and_one_button(client, db):
    page = client.get("/").content.decode()
    assert "No events yet" in page
    assert page.count(STRONG) == page.count('class="button strong"') == 1
    assert page.count('<svg class="mark"') == 2, "in the head of the page, and as the picture"
    assert 'type="search"' not in page


@pytest.mark.parametrize(
    ("clubs", "who", "title"),
    (
        (0, "visitor", "Events"),
        (0, "newcomer", "Events"),
        (0, "organiser", "My events"),
        (0, "judge", "Events"),
        (1, "visitor", "Lantern"),
        (1, "newcomer", "Lantern"),
        (1, "organiser", "My events"),
        (1, "judge", "Lantern"),
        (2, "visitor", "Events"),
        (2, "newcomer", "Events"),
        (2, "organiser", "My events"),
        (2, "judge", "Events"),
    ),
)
def test_the_front_page_of_sites_with_no_one_and_two_published_clubs(
    client, organiser, other, newcomer, clubs, who, title
):
    event = friday(organiser)
    friday(other)
    for user, name in ((organiser, "Lantern"), (other, "Mill"))[:clubs]:
        publish(user, name)
    if who == "judge":
        _row, client = joined(event, "judge", "judge")
    elif who != "visitor":
        client.force_login({"organiser": organiser, "newcomer": newcomer}[who])
    page = client.get("/").content.decode()
    assert headings(client)[0] == title
    # Somebody with an account creates events, above all on the page of all of them.
    assert (STRONG in page) == (who != "visitor" and title != "Lantern")


def test_tonight_comes_first_for_visitors_of_several_clubs(client, organiser, other):
    announce_in(organiser, "Tomorrow’s cup", 26)
    announce_tonight(other, "At noon")
    paired(friday(organiser), organiser)
    ended_event(other)
    assert headings(client) == ["Events", "Live now", "Tonight", "Upcoming", "Past", "Search"]
    page = text_of(client.get("/"))
    names = ("At noon", "Upcoming", "Tomorrow’s cup", "Past")
    assert sorted(names, key=page.index) == list(names)


def test_tonight_comes_first_for_an_organiser(client, organiser):
    client.force_login(organiser)
    announce_in(organiser, "Next year", 9000)
    announce_in(organiser, "Last year", -9000)
    announce_tonight(organiser, "At noon")
    paired(friday(organiser), organiser)
    assert headings(client) == ["My events", "Now and tonight", "My other events", "Search"]
    page = text_of(client.get("/"))
    tonight, rest = page.split("My other events")
    assert "At noon Today, 12:" in tonight and "Friday night" in tonight
    assert "Next year" in rest and "Last year" in rest


def test_tonight_is_on_the_first_page_of_an_organiser_with_many_dates(client, organiser):
    client.force_login(organiser)
    announce_tonight(organiser, "At noon")
    for number in range(21):
        announce_in(organiser, f"Week {number}", 24 * 7 * (number + 1))
    page = text_of(client.get("/"))
    assert "Now and tonight At noon" in page
    assert "Page 1 of 2" in page


def test_tonight_is_a_day_of_the_place_where_the_event_is(client, organiser):
    now = datetime.now(UTC)
    # Twelve hours from now it is still today on one side of the world, and tomorrow on the other.
    zones = {"Etc/GMT+12": -12, "Etc/GMT-14": 14}
    for zone, hours in zones.items():
        announce_in(organiser, zone, 9, zone)
        local = now + timedelta(hours=hours)
        is_today = (local + timedelta(hours=9)).date() == local.date()
        page = text_of(client.get("/"))
        assert ("Tonight" in page.partition(zone)[0].partition("Upcoming")[0]) == is_today
        Event.objects.all().delete()


@pytest.mark.parametrize("visibility", (UNLISTED, PRIVATE))
def test_hidden_events_of_tonight_are_on_no_front_page_but_the_staffs(client, organiser, other, visibility):
    event = announce_tonight(organiser, "Closed evening")
    change_event(event, actor_of(organiser), visibility=visibility)
    paired(friday(organiser), organiser)
    Event.objects.filter(name="Friday night").update(name="Closed round", visibility=visibility)
    for clubs in range(3):
        if clubs:
            publish(*((organiser, "Lantern"), (other, "Mill"))[clubs - 1])
        for address in ("/", "/events/"):
            page = client.get(address).content.decode()
            assert "Closed evening" not in page and "Closed round" not in page
        friday(other, names=[])
    client.force_login(organiser)
    assert "Closed evening" in client.get("/").content.decode()


@pytest.mark.parametrize("who", ("visitor", "organiser"))
def test_more_events_and_clubs_cost_no_more_queries(client, organiser, other, who):
    if who == "organiser":
        client.force_login(organiser)

    def make_some():
        announce_tonight(organiser, "Tonight")
        announce_tonight(other, "Tonight")
        paired(friday(organiser), organiser)
        paired(friday(other), other)
        ended_event(other)

    def count_queries():
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/").status_code == 200
        return len(queries)

    make_some()
    # The first request of a session stores it.
    client.get("/")
    few = count_queries()
    make_some()
    make_some()
    assert count_queries() == few


def test_a_new_organiser_of_the_only_club_gets_a_page_with_the_button(client, organiser, newcomer):
    friday(organiser)
    club = publish(organiser, "Lantern")
    client.force_login(newcomer)
    assert headings(client)[0] == "Lantern"
    club.staff.create(user=newcomer, role="organiser")
    Event.objects.all().delete()
    assert headings(client)[0] == "Events"
    assert STRONG in client.get("/").content.decode()
