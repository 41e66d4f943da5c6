"""Calendars of events (iCalendar, RFC 5545)."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from icalendar import Calendar
from icalendar import Event as CalendarEvent

from ...models import Event
from ...web.links import absolute_url

PRODUCT = "-//Topcut//Topcut//EN"
CONTENT_TYPE = "text/calendar; charset=utf-8"
# Nobody knows how long an event takes before its players are known.
DURATION = timedelta(hours=4)
# How often a calendar looks for changes.
REFRESH = timedelta(hours=1)


def calendar_response(request, events: Iterable[Event], name: str = "", headers=None) -> HttpResponse:
    """Return the calendar of these events as a file; see `write_calendar`."""
    text = write_calendar(events, lambda event: absolute_url(request, event.get_absolute_url()), name)
    return HttpResponse(text, content_type=CONTENT_TYPE, headers=headers)


def write_calendar(events: Iterable[Event], address_of: Callable[[Event], str], name: str = "") -> bytes:
    """Return the calendar of these events, without those that have no date yet.

    `address_of` returns the whole address of an event's page; `name` is what a subscribed calendar is called.
    """
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    if name:
        calendar.add("x-wr-calname", name)
        calendar.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})
    for event in events:
        if event.starts_at:
            calendar.add_component(entry_of(event, address_of(event)))
    calendar.add_missing_timezones()
    return calendar.to_ical()


def entry_of(event: Event, address: str) -> CalendarEvent:
    """Return the entry of an event. Its UID never changes, and its SEQUENCE grows with each change."""
    entry, start = CalendarEvent(), event.starts_at.astimezone(ZoneInfo(event.timezone))
    entry.add("uid", f"{event.slug}.{event.created_at:%Y%m%d%H%M%S}@topcut")
    entry.add("sequence", event.version)
    entry.add("dtstamp", event.created_at)
    entry.add("dtstart", start)
    entry.add("dtend", start + DURATION)
    entry.add("summary", event.name)
    entry.add("status", "CANCELLED" if event.cancelled else "CONFIRMED")
    entry.add("url", address)
    about = [event.cancelled, " ".join(filter(None, (event.game, event.game_format))), address]
    entry.add("description", "\n".join(filter(None, about)))
    if event.place:
        entry.add("location", event.place)
    return entry
