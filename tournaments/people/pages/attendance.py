"""How often the people of a club play."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max
from django.db.models.functions import Coalesce

from ...models import Club, Event, Person, Player

# Who has played in this time is a regular.
RECENT = timedelta(weeks=8)
MAX_REGULARS = 60
STARTS_AT = Coalesce("event__starts_at", "event__created_at")


@dataclass(frozen=True)
class Attendance:
    """The number of a person's events, and when the last one began."""

    events: int
    last: datetime | None


NEVER = Attendance(0, None)


def get_attendance(
    club: Club, now: datetime, since: datetime | None = None, person: Person | None = None
) -> dict[int, Attendance]:
    """Return the attendance of the club's people who have played, since a time if one is given; by key.

    With `person`, of this one alone.
    Who is on the list of an event to come, or of a cancelled one, has not been there.
    """
    players = Player.objects.filter(event__club=club, event__cancelled="").exclude(person=None).order_by()
    players = players.alias(at=STARTS_AT).filter(at__lte=now)
    if since:
        players = players.filter(at__gte=since)
    if person:
        players = players.filter(person=person)
    rows = players.values_list("person").annotate(count=Count("pk"), last=Max(STARTS_AT))
    return {person: Attendance(count, last) for person, count, last in rows}


def get_next_events(club: Club, people: Iterable[int], now: datetime) -> dict[int, datetime]:
    """Return when the next event begins that each of these people of the club is entered in, if one is."""
    coming = Event.objects.filter(club=club, cancelled="", starts_at__gt=now)
    starts = dict(coming.order_by().values_list("pk", "starts_at"))
    players = Player.objects.filter(person__in=people, event__in=starts, dropped_after=None).order_by()
    next_events = {}
    for person, event in players.values_list("person", "event"):
        next_events[person] = min(starts[event], next_events.get(person, starts[event]))
    return next_events


@dataclass(frozen=True)
class Regular:
    """A person with all their events; `last` is when the last one began, None without one."""

    person: Person
    events: int
    last: datetime | None


def list_regulars(club: Club, now: datetime, event: Event | None = None) -> list[Regular]:
    """Return who has played in the last weeks, the most frequent first, but for the players of an event."""
    recent = get_attendance(club, now, since=now - RECENT)
    if event:
        for person in Player.objects.filter(event=event).values_list("person", flat=True):
            recent.pop(person, None)
    order = sorted(recent, key=lambda pk: (-recent[pk].events, -recent[pk].last.timestamp()))
    if not order:
        return []
    people = Person.objects.in_bulk(order[:MAX_REGULARS])
    totals = get_attendance(club, now)
    found = [Regular(people[pk], totals[pk].events, totals[pk].last) for pk in order if pk in people]
    return sorted(
        found, key=lambda one: (-recent[one.person.pk].events, -one.events, one.person.name.casefold())
    )
