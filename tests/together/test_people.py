"""People are merged, erased and renamed while players are linked with them, at every moment of each."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import count as numbers

import pytest
from django.db import connection, transaction

from tests.support.desk_events import actor_of, draft_night, fresh, friday
from tests.support.repetitions import count
from tests.together.interleaving import Statements, run, run_interleaved
from tournaments.models import Club, Event, Person, Player
from tournaments.people.actions.erasing import erase_person
from tournaments.people.actions.locks import lock_people
from tournaments.people.actions.people import assign_player, change_person, merge_people
from tournaments.players.actions.players import add_players, change_player
from tournaments.rules.errors import RuleViolation

# Of the moments and the pairs; on SQLite, transactions never wait for each other's rows.
ON_POSTGRESQL = connection.vendor == "postgresql"
EVERY_MOMENT = count(16, 4) if ON_POSTGRESQL else count(60, 6)
EVERY_PAIR = 1 if ON_POSTGRESQL else count(5, 1)
pytestmark = pytest.mark.django_db(transaction=True)


@dataclass(frozen=True)
class Evening:
    """Two people of a club with an event each, and two events of tonight, which neither is in yet."""

    club: Club
    tonight: Event
    also_tonight: Event
    keep: Person
    other: Person
    user: object


def evenings(user) -> Iterator[Evening]:
    """Yield evenings of one club, each with people of its own."""
    for number in numbers():
        keep, other, third = (f"{name}{number}" for name in ("Kestrel", "Osprey", "Plover"))
        friday(user, [keep])
        draft_night(user, [other])
        tonight = friday(user, [third])
        people = [Person.objects.get(name=name) for name in (keep, other)]
        yield Evening(tonight.club, tonight, friday(user, []), *people, user)


def try_to(act: Callable) -> str:
    """Return why an action was refused; empty if it was done."""
    try:
        act()
    except RuleViolation as violation:
        return str(violation)
    return ""


def merge(one: Evening):
    merge_people(one.club, actor_of(one.user), one.keep.pk, one.other.pk)


def merge_the_other_way(one: Evening):
    merge_people(one.club, actor_of(one.user), one.other.pk, one.keep.pk)


def erase(one: Evening):
    erase_person(one.club, actor_of(one.user), one.other.pk, one.other.name)


def rename(one: Evening):
    change_person(one.club, actor_of(one.user), one.other.pk, public_name=f"Somebody {one.other.pk}")


def choose(one: Evening):
    add_players(fresh(one.tonight), actor_of(one.user), "", [one.other.pk])


def choose_both(one: Evening):
    add_players(fresh(one.tonight), actor_of(one.user), "", [one.keep.pk, one.other.pk])


def choose_and_type(one: Evening):
    add_players(fresh(one.tonight), actor_of(one.user), one.keep.name, [one.other.pk])


def choose_and_type_the_other_way(one: Evening):
    add_players(fresh(one.also_tonight), actor_of(one.user), one.other.name, [one.keep.pk])


def type_both(one: Evening):
    add_players(fresh(one.tonight), actor_of(one.user), f"{one.keep.name}\n{one.other.name}")


def type_other(one: Evening):
    add_players(fresh(one.tonight), actor_of(one.user), one.other.name)


def assign(one: Evening):
    player = Player.objects.get(event=one.tonight, name__startswith="Plover")
    assign_player(one.club, actor_of(one.user), player.pk, one.other.pk)


def rename_player(one: Evening):
    player = Player.objects.get(event=one.tonight, name__startswith="Plover")
    change_player(fresh(one.tonight), actor_of(one.user), player.public_id, name=one.other.name)


PAIRS = {
    "merging, and choosing the one that goes": (merge, choose),
    "choosing the one that goes, and merging": (choose, merge),
    "merging, and choosing both": (merge, choose_both),
    "merging, and typing both": (merge_the_other_way, type_both),
    "typing both, and merging": (type_both, merge_the_other_way),
    "erasing, and choosing": (erase, choose),
    "erasing, and typing": (erase, type_other),
    "erasing, and saying who somebody is": (erase, assign),
    "merging, and giving a player the name": (merge, rename_player),
    "a new public name, and typing": (rename, type_both),
    "typing, and a new public name": (type_both, rename),
    "choosing and typing in two events": (choose_and_type, choose_and_type_the_other_way),
}


@pytest.mark.parametrize("pair", [*PAIRS][::EVERY_PAIR])
def test_no_player_counts_for_somebody_who_is_no_more(organiser, pair):
    first, second = PAIRS[pair]
    stages, counted = evenings(organiser), Statements()
    stage = next(stages)
    run(partial(try_to, partial(first, stage)), counted)
    for at in range(1, counted.count + 1, EVERY_MOMENT):
        one = next(stages)
        acts = [partial(try_to, partial(act, one)) for act in (first, second)]
        run_interleaved(*acts, at)
        assert_sound(one, f"at statement {at} of {counted.count}")


def assert_sound(one: Evening, moment: str):
    """Nobody counts for somebody merged, or erased unless erasing has looked at the event."""
    players = Player.with_removed.filter(event__club=one.club).select_related("event", "person")
    assert not players.filter(person__merged_into__isnull=False).exists(), moment
    before = one.tonight.layout_version - one.tonight.version
    for player in players.filter(event=one.tonight, person__erased_at__isnull=False):
        # Without a change of the event, only erasing has incremented it.
        assert player.event.layout_version - player.event.version > before, moment


@contextmanager
def locked(person: Person):
    """Lock a person; on SQLite, which locks no rows, do nothing."""
    with transaction.atomic() if ON_POSTGRESQL else nullcontext():
        lock_people([person.pk] if ON_POSTGRESQL else [])
        yield


def test_adding_a_chosen_regular_waits_for_no_change_of_another(organiser):
    one = next(evenings(organiser))
    with ThreadPoolExecutor(1) as threads, locked(one.keep):
        added = threads.submit(run, partial(choose, one), Statements())
        assert added.result(timeout=20) is None
    assert Player.objects.get(event=one.tonight, name=one.other.name).person == one.other
