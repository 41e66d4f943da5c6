"""Requests of people that wait for the staff."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from ...models import Club, Person, PersonRequest
from .club_people import with_merged

# The law gives a month.
DEADLINE = timedelta(days=30)


@dataclass(frozen=True)
class WaitingRequest:
    """An open request of a person; `due_at` is its deadline."""

    request: PersonRequest
    due_at: datetime
    is_late: bool


def open_requests(person: Person) -> QuerySet[PersonRequest]:
    """Return the open requests of a person, and of those merged into it, to be forgotten; oldest first."""
    people = with_merged(person)
    return PersonRequest.objects.filter(person__in=people, kind=PersonRequest.FORGET, done_at=None)


def find_deadline(person: Person) -> datetime | None:
    """Return until when the law gives the club time for a person's open request; None without one."""
    row = open_requests(person).first()
    return row and row.at + DEADLINE


def list_requests(club: Club, now: datetime) -> list[WaitingRequest]:
    """Return the open requests of a club's people, the oldest first; not of those who are being erased."""
    rows = PersonRequest.objects.filter(person__club=club, person__erased_at=None, done_at=None)
    rows = rows.select_related("person")
    return [WaitingRequest(row, row.at + DEADLINE, now > row.at + DEADLINE) for row in rows]
