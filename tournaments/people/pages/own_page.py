"""The own page of a person at a club: next events, the running one, and the record."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q

from ...access import NO_EVENT, ON_THE_LIST
from ...clubs.pages import MAX_DATES, NextDate, next_dates
from ...events.pages.catalogue import EventLine, list_events
from ...history.cache import load_history
from ...history.load import public_history
from ...models import Club, Event, Person
from ...rules.history import PUBLISHED
from .own_entry import OwnPlace, find_places
from .records import NO_RECORD, PersonRecord, get_records


@dataclass(frozen=True)
class OwnDate:
    """An event to come, with the person's place in it; None if they have not registered."""

    date: NextDate
    place: OwnPlace | None


@dataclass(frozen=True)
class RunningEvent:
    """An event that the person plays in now; `table` is None without one."""

    line: EventLine
    place: OwnPlace
    table: int | None


@dataclass(frozen=True)
class OwnClubPage:
    """The page of a person: running events, those to come, and the record."""

    running: list[RunningEvent]
    dates: list[OwnDate]
    record: PersonRecord


def get_own_club_page(club: Club, person: Person, now: datetime) -> OwnClubPage:
    """Return what the person's page shows: beside the club's public events those that the person is in.

    The number of queries grows with the running events alone.
    """
    places = find_places(person)
    visible = ON_THE_LIST & Q(club=club) | Q(slug__in=places.keys())
    lists = list_events(now, listed=visible, mine=NO_EVENT)
    running = {line.slug: line for line in lists.running.object_list if line.slug in places}
    others = [line.slug for line in lists.upcoming.object_list if line.slug not in places][:MAX_DATES]
    own = [line.slug for line in lists.upcoming.object_list if line.slug in places]
    events = Event.objects.filter(slug__in=[*own, *others])
    dates = next_dates(club, list(events.order_by(F("starts_at").asc(nulls_last=True), "-id")), now)
    return OwnClubPage(
        running=[
            RunningEvent(running[event.slug], places[event.slug], table_now(event, places[event.slug]))
            for event in Event.objects.filter(slug__in=running)
        ],
        dates=[OwnDate(date, places.get(date.slug)) for date in dates],
        record=get_records(club.pk, [person.pk]).get(person.pk, NO_RECORD),
    )


def table_now(event: Event, place: OwnPlace) -> int | None:
    """Return the table of the place in the published round; None without one."""
    round_ = public_history(load_history(event)).current_phase.current_round
    match = round_.find_match_of(place.player) if round_ and round_.state == PUBLISHED else None
    return match.table if match else None
