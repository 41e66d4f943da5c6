"""Records of people: ended events and what came of their matches."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, F, Sum

from ...models import PlayerResult


@dataclass(frozen=True)
class PersonRecord:
    """The record of a person over all ended events of the club; byes count as standings count them."""

    events: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0


NO_RECORD = PersonRecord()


def record_of(result) -> PersonRecord:
    """Return the record of one event from the columns of its PlayerResult."""
    wins, losses = result.won + result.byes, result.lost + result.lost_byes
    return PersonRecord(1, wins, losses, result.drawn + result.half_byes)


def get_records(club: int, people: Iterable[int]) -> dict[int, PersonRecord]:
    """Return the records of people of a club in its events, by their keys, with one query.

    People without an ended event are left out. Proposed links do not count.
    """
    rows = (
        results_of_people(club, people)
        .order_by()
        .values_list("player__person")
        .annotate(
            events=Count("pk"),
            wins=Sum(F("won") + F("byes")),
            losses=Sum(F("lost") + F("lost_byes")),
            draws=Sum(F("drawn") + F("half_byes")),
        )
    )
    return {person: PersonRecord(*numbers) for person, *numbers in rows}


def results_of_people(club: int, people: Iterable[int]):
    """Return the stored results of the club's events that count for these people."""
    return PlayerResult.objects.filter(
        event__club=club, player__person__in=people, player__is_proposed=False, player__removed_at=None
    )
