"""Locks people and their events in one order, so that no two transactions wait for each other.

The order is: the club (by changes of clubs alone), its events, its people; rows of one kind by primary key.
Whoever links players locks the people first, and whoever changes or merges people their events, too. What was
read before a lock may have changed until it is there: it is read again.
"""

from collections.abc import Collection, Iterable
from contextlib import suppress

from django.db import transaction

from ...models import Club, Event, Person, Player


class LinkedMeanwhileError(Exception):
    """A player of another event was linked with the people before they were locked."""


def lock_people(people: Iterable[int]) -> set[int]:
    """Lock people; return who of them is still there: others were merged, erased or deleted."""
    rows = Person.objects.filter(pk__in={*people}).order_by("pk").select_for_update(no_key=True)
    return set(rows.values_list("pk", flat=True))


def lock_everybody(club: Club) -> set[int]:
    """Lock all people of a club, where nobody knows yet whom the players will be linked with."""
    rows = Person.objects.filter(club=club).order_by("pk").select_for_update(no_key=True)
    return set(rows.values_list("pk", flat=True))


def lock_with_events(
    people: Collection[int], events: Collection[int] = (), everybody_of: Club | None = None
) -> set[int]:
    """Lock these events and those in which people have players, then the people, or everybody of a club.

    Return who is still there.
    """
    players = Player.with_removed.filter(person__in=people)
    while True:
        with suppress(LinkedMeanwhileError), transaction.atomic():
            keys = {*events, *players.values_list("event", flat=True)}
            rows = Event.objects.filter(pk__in=keys).order_by("pk").select_for_update(no_key=True)
            list(rows.values_list("pk", flat=True))
            locked = lock_everybody(everybody_of) if everybody_of else lock_people(people)
            if players.exclude(event__in=keys).exists():
                raise LinkedMeanwhileError
            return locked
