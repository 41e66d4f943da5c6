"""The people of a club at its desk: the list, and the page of one person."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.humanize.templatetags.humanize import ordinal
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from ...models import Club, Person, PersonName, Player
from ...rules.people.names import name_key
from ...web.status import date_text
from ...web.wording import record_text
from .attendance import NEVER, get_attendance, get_next_events
from .records import record_of

PAGE_SIZE = 50
# People found by another name.
MAX_FOUND = 5000
# Orders of the list: key → columns.
LAST_PLAYED, MOST_FREQUENT, BY_NAME = "last", "most", "name"
# Order → what an attendance is sorted by, before the name.
ORDERS = {
    LAST_PLAYED: lambda one: -one.last.timestamp() if one.last else 0,
    MOST_FREQUENT: lambda one: -one.events,
    BY_NAME: lambda one: 0,
}
PLAYED_AT = Coalesce("players__event__starts_at", "players__event__created_at")
IS_PRESENT = Q(players__isnull=False, players__removed_at=None)


@dataclass(frozen=True)
class PersonEvent:
    """An event of a person: the player, and the event's date as a text."""

    player: Player
    date: str

    @property
    def event(self):
        return self.player.event

    @property
    def result(self):
        """Place and record; None before the event has ended."""
        return getattr(self.player, "result", None)

    @property
    def place(self) -> str:
        return ordinal(self.result.place)

    @property
    def record(self) -> str:
        return record_text(record_of(self.result))


def list_people(club: Club, text: str, order: str, number, now: datetime) -> Page:
    """Return a page of the people whose names contain all words of a text, with how often they have played.

    Each has `events`, `last_played`, `next_event`, None without one to come, and `other_names`: former names
    and names that they were entered with.
    """
    attendance, by = get_attendance(club, now), ORDERS.get(order, ORDERS[LAST_PLAYED])
    found = find_people(club, text).order_by("name", "id").values_list("pk", flat=True)
    pks = sorted(found, key=lambda pk: by(attendance.get(pk, NEVER)))
    page = Paginator(pks, PAGE_SIZE).get_page(number)
    names = {}
    for row in PersonName.objects.filter(person__in=page.object_list):
        names.setdefault(row.person_id, []).append(row.name)
    people, coming = Person.objects.in_bulk(page.object_list), get_next_events(club, page.object_list, now)
    page.object_list = [people[pk] for pk in page.object_list if pk in people]
    for person in page.object_list:
        one = attendance.get(person.pk, NEVER)
        person.events, person.last_played = one.events, one.last
        person.next_event = coming.get(person.pk)
        person.other_names = names.get(person.pk, [])
    return page


def find_people(club: Club, text: str) -> QuerySet[Person]:
    """Return the people of whom one name contains all words of the text; without words, all people."""
    words = name_key(text).split() if text.strip() else []
    people = Person.objects.filter(club=club)
    if not words:
        return people
    has_words = Q()
    for word in words:
        has_words &= Q(key__contains=word)
    others = PersonName.objects.filter(has_words, person__club=club).order_by()
    others = list(others.values_list("person", flat=True)[:MAX_FOUND])
    return people.filter(has_words | Q(public_name__icontains=text.strip()) | Q(pk__in=others))


def find_person(club: Club, public_id: str) -> Person | None:
    """Return the person of the club with this id, or who it was merged into; None if unknown or erased."""
    if not public_id.isprintable():
        return None
    person = Person.with_merged.filter(club=club, public_id=public_id, erased_at=None).first()
    return person and person.current


def with_merged(person: Person) -> list[Person]:
    """Return a person and all who were merged into it, directly or not."""
    found, newest = [person], [person]
    while newest:
        newest = list(Person.with_merged.filter(merged_into__in=newest))
        found += newest
    return found


def list_person_events(person: Person, number) -> Page:
    """Return a page of the club's events of a person, newest first; others may be secret to its staff."""
    players = Player.objects.filter(person=person, event__club=person.club_id)
    players = players.select_related("event", "result").order_by(
        Coalesce("event__starts_at", "event__created_at").desc(), "-id"
    )
    page = Paginator(players, PAGE_SIZE).get_page(number)
    page.object_list = [PersonEvent(player, date_text(player.event)) for player in page.object_list]
    return page
