"""Calendars: an event's date, and those of a club, as a calendar program reads them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from icalendar import Calendar

from tests.support.desk_events import actor_of, fresh, friday
from tests.support.people import at
from tournaments.clubs.actions import publish_club
from tournaments.events.actions.cancelling import cancel_event
from tournaments.events.actions.events import change_event
from tournaments.models import Event

SUMMER = datetime(2026, 7, 3, 18, tzinfo=UTC)


@pytest.fixture
def event(organiser):
    event = friday(organiser)
    facts = {
        "starts_at": SUMMER.isoformat(),
        "timezone": "Europe/Lisbon",
        "place": "Rua do Almada; 118, Porto",
    }
    change_event(event, actor_of(organiser), **facts)
    publish_club(event.club, actor_of(organiser), "The Lantern", "the-lantern")
    return fresh(event)


def entries(response) -> list:
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    calendar = Calendar.from_ical(response.content)
    assert not calendar.errors
    return calendar.walk("VEVENT")


def test_an_event_has_its_time_zone_place_and_address(client, event):
    response = client.get(at(event, "event_calendar"))
    [entry] = entries(response)
    assert entry["summary"] == "Friday night" and entry["location"] == "Rua do Almada; 118, Porto"
    assert entry.decoded("dtstart") == SUMMER and "TZID=Europe/Lisbon" in response.content.decode()
    assert str(entry.decoded("dtstart").tzinfo) == str(ZoneInfo("Europe/Lisbon"))
    assert "BEGIN:VTIMEZONE" in response.content.decode()
    assert entry["url"] == f"http://testserver/e/{event.slug}/"
    assert all(len(line.encode()) <= 75 for line in response.content.decode().split("\r\n"))


def test_its_uid_stays_and_its_sequence_grows_when_it_is_cancelled(client, organiser, event):
    [before] = entries(client.get(at(event, "event_calendar")))
    cancel_event(event, actor_of(organiser), "The shop is flooded.")
    [after] = entries(client.get(at(event, "event_calendar")))
    assert before["uid"] == after["uid"] and before["sequence"] < after["sequence"]
    assert (before["status"], after["status"]) == ("CONFIRMED", "CANCELLED")
    assert "The shop is flooded." in after["description"]


def test_a_club_lists_its_public_events_of_the_last_weeks_and_to_come(client, organiser, event):
    now = timezone.now()
    for name, days, visibility in (
        ("Soon", 3, "public"),
        ("Last week", -7, "public"),
        ("Long ago", -100, "public"),
        ("For friends", 3, "unlisted"),
        ("Secret", 3, "private"),
    ):
        one = friday(organiser)
        facts = {"name": name, "starts_at": now + timedelta(days=days), "visibility": visibility}
        Event.objects.filter(pk=one.pk).update(**facts)
    Event.objects.filter(pk=event.pk).update(starts_at=None)
    names = [str(entry["summary"]) for entry in entries(client.get("/c/the-lantern/calendar.ics"))]
    assert names == ["Last week", "Soon"]
    assert (
        'href="webcal://testserver/c/the-lantern/calendar.ics"'
        in client.get("/c/the-lantern/").content.decode()
    )


def test_a_private_events_calendar_is_for_those_who_see_it(client, organiser, event):
    change_event(event, actor_of(organiser), visibility="private")
    assert client.get(at(event, "event_calendar")).status_code == 404
    client.force_login(organiser)
    assert len(entries(client.get(at(event, "event_calendar")))) == 1


def test_a_club_without_a_page_has_no_calendar(client, organiser):
    event = friday(organiser)
    assert client.get(f"/c/{event.club.slug}/calendar.ics").status_code == 404
