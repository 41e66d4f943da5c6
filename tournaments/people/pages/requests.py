"""Requests of people that wait for the staff."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from ...models import Club, Person, PersonRequest

# The law gives a month.
DEADLINE = timedelta(days=30)


@dataclass(frozen=True)
class WaitingRequest:
    """An open request of a person; `due_at` is its deadline."""

    request: PersonRequest
    due_at: datetime
    is_late: bool


def find_deadline(person: Person) -> datetime | None:
    """Return until when the law gives the club time for a person's open request; None without one."""
    row = person.requests.filter(kind=PersonRequest.FORGET, done_at=None).first()
    return row and row.at + DEADLINE


def list_requests(club: Club, now: datetime) -> list[WaitingRequest]:
    """Return the open requests of a club's people, the oldest first."""
    rows = PersonRequest.objects.filter(person__club=club, done_at=None).select_related("person")
    return [WaitingRequest(row, row.at + DEADLINE, now > row.at + DEADLINE) for row in rows]
