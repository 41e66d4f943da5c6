"""Erases people, and former names of people, from a club and all its events.

What pages show changes in the action itself. Tasks then delete the names from the events, a few at a time, so
that they go on wherever a worker was stopped.
"""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django_tasks import task

from ...access.clubs import MANAGE_CLUB
from ...changes.change import DuplicateRequest, program_actor
from ...changes.club_change import ClubChange, club_action, path_of
from ...changes.tasks import SIMULATIONS
from ...models import (
    Club,
    Event,
    Person,
    PersonAnswer,
    PersonIdentifier,
    PersonMail,
    PersonName,
    Player,
    Registration,
)
from ...players.actions.erasure import erase_known_player, erase_known_registration, forget_name
from ...players.actions.players import remove_player
from ...ratings.actions.calculation import keep_as_unknown
from ...rules.errors import RuleViolation, _
from ...rules.log.erasure import ERASED_NAME
from ...rules.people.names import is_typed, name_key
from ..pages.club_people import with_merged
from ..pages.erasing import entries_to_come, players_to_come
from .locks import lock_with_events
from .people import find_person, get_person, show_people

# Events of one run of a task.
EVENTS_PER_RUN = 20
# Before simulations, which share the queue.
PRIORITY = 10


@club_action(MANAGE_CLUB, log=_("Person erased"))
def erase_person(change: ClubChange, pk: int, confirmed_name: str):
    """Erase a person, with those who were merged into it: hidden at once, then deleted from all events.

    Results, numbers and places stay; events that have not started lose the player, and others get the place.
    `confirmed_name` is the name, typed to confirm; RuleViolation for another. It cannot be undone, and
    undoing other changes does not bring the name back.
    """
    waiting = entries_to_come(Person(pk=pk, club=change.club))
    # Leaving an event links its other players with whoever they are.
    others = change.club if players_to_come(Person(pk=pk)) else None
    lock_with_events([pk], waiting.values_list("event", flat=True), everybody_of=others)
    person = find_person(change, pk)
    if not is_typed(confirmed_name, person.name):
        raise RuleViolation(_("Type the player’s name, “{name}”, to erase it."), name=person.name)
    for player in players_to_come(person):
        remove_player(player.event, program_actor(change.now), player.public_id)
    people = with_merged(person)
    pks = [one.pk for one in people]
    keep_as_unknown(Player.objects.filter(person__in=pks))
    delete_from_club_log(change.club, people)
    # A proposal is no more than a guess.
    Player.with_removed.filter(person__in=pks, is_proposed=True).update(
        person=None, person_reason="", is_proposed=False
    )
    for model in (PersonIdentifier, PersonAnswer, PersonMail):
        model.objects.filter(person__in=pks).delete()
    for one in people:
        # The task looks for them in the texts of the events.
        names = {one.name, one.public_name}
        PersonName.objects.bulk_create(
            PersonName(person=one, kind=PersonName.FORGET, name=name, key=name_key(name)) for name in names
        )
        hide(one, change.now)
    show_people(change, pks)
    # Pages show the name of an entry without a player as it was entered.
    names = set(PersonName.with_forgotten.filter(person__in=pks).values_list("name", flat=True))
    for entry in waiting:
        erase_known_registration(entry.event, program_actor(change.now), entry.pk, names)
    finish_erasing.enqueue(person.pk)


def hide(person: Person, now: datetime):
    """Let nothing on any page tell who this was."""
    person.name = person.public_name = ERASED_NAME
    person.erased_at = now
    person.account = person.birth_year = person.token = person.calendar_token = person.remembered_at = None
    person.address_hash, person.has_profile = "", False
    person.save()


def delete_from_club_log(club: Club, people: Iterable[Person]):
    """Delete what the log says of changes of these people; their entries can be undone no more."""
    pks, paths = {one.pk for one in people}, {path_of(one) for one in people}
    for entry in club.log.exclude(changes={}).iterator(500):
        is_theirs = not pks.isdisjoint(entry.values.get("people", ()))
        if is_theirs or not paths.isdisjoint(entry.changes):
            entry.changes = {}
            entry.save(update_fields=["changes"])
    # What they did on their own page has their ids.
    club.log.filter(who__in=[one.public_id for one in people]).update(who="")


@task(queue_name=SIMULATIONS, priority=PRIORITY)
def finish_erasing(pk: int):
    """Erase a person from some events, and queue the task again; delete the row after the last one."""
    person = Person.with_merged.exclude(erased_at=None).filter(pk=pk).first()
    if person is None:
        return
    people = with_merged(person)
    names = set(PersonName.with_forgotten.filter(person__in=people).values_list("name", flat=True))
    players = Player.with_removed.filter(person__in=people).select_related("event").order_by("event_id")
    entries = Registration.objects.filter(person__in=people, player=None).select_related("event")
    rows = [*players[:EVENTS_PER_RUN], *entries.order_by("event_id")[:EVENTS_PER_RUN]]
    for row in rows:
        erase = erase_known_player if isinstance(row, Player) else erase_known_registration
        # Somebody may have deleted the row or its event meanwhile.
        with suppress(DuplicateRequest, Event.DoesNotExist):
            erase(row.event, program_actor(), row.pk, names)
    with transaction.atomic():
        if rows:
            finish_erasing.enqueue(pk)
        else:
            Person.with_merged.filter(pk__in=[one.pk for one in people]).delete()


@club_action(MANAGE_CLUB, log=_("Former name forgotten: {people}"))
def forget_former_name(change: ClubChange, pk: int, name_pk: int):
    """Forget a former name of a person: it serves nothing at once, and is then deleted from all events.

    Raises RuleViolation if it is no former name any more, or the name of today.
    """
    person = get_person(change, pk)
    row = PersonName.objects.filter(pk=name_pk, person=person, kind=PersonName.FORMER).first()
    if row is None:
        raise RuleViolation(_("This name is forgotten already."))
    if row.key in (person.key, name_key(person.public_name)):
        raise RuleViolation(_("The person is still called “{name}”. Change the name first."), name=row.name)
    people = with_merged(person)
    PersonName.objects.filter(person__in=people, key=row.key).exclude(pk=row.pk).delete()
    row.kind = PersonName.FORGET
    row.save(update_fields=["kind"])
    for one in people:
        forget_in_club_log(change.club, one, row.key)
    change.values = {"people": [person.pk]}
    show_people(change, [person.pk])
    finish_forgetting.enqueue(row.pk)


def forget_in_club_log(club: Club, person: Person, key: str):
    """Replace a former name of a person in the changes of the log with that of today.

    `key` is the name_key of the former one.
    """
    own, names = path_of(person), f"{PersonName._meta.model_name}:"
    for entry in club.log.exclude(changes={}).iterator(500):
        changes = {
            path: [side and forget_in_row(side, person, key) if path == own else side for side in sides]
            for path, sides in entry.changes.items()
            if not (path.startswith(names) and any(is_name(side, person, key) for side in sides if side))
        }
        changes = {path: sides for path, sides in changes.items() if sides[0] != sides[1]}
        if changes != entry.changes:
            entry.changes = changes
            entry.save(update_fields=["changes"])


def forget_in_row(columns: dict, person: Person, key: str) -> dict:
    """Return the columns of a person in the log without a former name."""
    return {
        name: getattr(person, name) if isinstance(value, str) and name_key(value) == key else value
        for name, value in columns.items()
    }


def is_name(columns: dict, person: Person, key: str) -> bool:
    """Return whether these are the columns of this other name of a person."""
    return columns.get("person_id") == person.pk and name_key(str(columns.get("name"))) == key


@task(queue_name=SIMULATIONS, priority=PRIORITY)
def finish_forgetting(name_pk: int, after: int = 0):
    """Delete a former name from some events, those after the one with this key, and queue the task again.

    After the last event, delete the row.
    """
    names = PersonName.with_forgotten.filter(pk=name_pk, kind=PersonName.FORGET, person__erased_at=None)
    row = names.select_related("person").first()
    if row is None:
        return
    players = Player.with_removed.filter(person=row.person, is_proposed=False, event__gt=after)
    players = list(players.select_related("event").order_by("event_id")[:EVENTS_PER_RUN])
    for player in players:
        with suppress(DuplicateRequest, Event.DoesNotExist):
            forget_name(player.event, program_actor(), player.pk, row.name, row.person.name)
    with transaction.atomic():
        if players:
            finish_forgetting.enqueue(name_pk, players[-1].event_id)
        else:
            row.delete()


def finish_later():
    """Queue again what tasks that were lost have left: people to erase, and names to forget."""
    for pk in Person.with_merged.exclude(erased_at=None).values_list("pk", flat=True):
        finish_erasing.enqueue(pk)
    names = PersonName.with_forgotten.filter(kind=PersonName.FORGET, person__erased_at=None)
    for pk in names.values_list("pk", flat=True):
        finish_forgetting.enqueue(pk)
