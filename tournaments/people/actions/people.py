"""Changes that the staff make to people: names, doubts, merging and splitting, and their undo."""

from ...access.clubs import MANAGE_CLUB
from ...changes.change import increment_layout_versions
from ...changes.club_change import ClubChange, club_action, find_newest_undoable, revert
from ...models import (
    ClubLogEntry,
    Event,
    Person,
    PersonAnswer,
    PersonIdentifier,
    PersonName,
    PersonRating,
    Player,
)
from ...rules.errors import RuleViolation, _
from ...rules.people.linking import BY_STAFF
from ...rules.people.names import name_key
from ...rules.players.roster import check_text
from ...series.actions.elsewhere import add_elsewhere
from ...series.actions.entries import leave_events_of_other_clubs
from ...series.actions.merging import merge_in_series
from ..pages.merging import find_common_event, stricter_settings
from .linking import events_of_namesakes, link_events
from .locks import lock_with_events
from .public_names import check_public_name

MAX_OTHER_NAMES = 20


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Person changed: {people}"))
def change_person(change: ClubChange, pk: int, **columns):
    """Change a person's names, year of birth or being under age.

    A new name keeps the former one, for matching; a public name that was the same changes with it. Raises
    RuleViolation for a public name that is taken for somebody else's.
    """
    person = get_person(change, pk)
    for name in columns.keys() & {"name", "public_name"}:
        check_text(columns[name])
    former, was_public, was_minor = person.name, person.public_name, person.is_minor
    new_name = columns.get("name", former)
    if was_public == former == columns.get("public_name", former):
        columns["public_name"] = new_name
    elif columns.get("public_name", was_public) != was_public:
        check_public_name(person, columns["public_name"], new_name)
    if name_key(new_name) != person.key:
        keep_name(change, person, former, PersonName.FORMER)
    change.edit(person, **columns)
    change.values = {"people": [person.pk]}
    if (person.name, person.public_name, person.is_minor) != (former, was_public, was_minor):
        show_people(change, [person.pk])


def keep_name(change: ClubChange, person: Person, name: str, kind: str):
    """Store another name of a person, for matching, unless it is there."""
    names = PersonName.objects.filter(person=person)
    if name_key(name) == person.key and kind == PersonName.ALIAS:
        return
    if names.filter(key=name_key(name)).exists() or names.count() >= MAX_OTHER_NAMES:
        return
    change.create(PersonName(person=person, kind=kind, name=name, key=name_key(name)))


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("{player} in {event} is {people}"))
def assign_player(change: ClubChange, player_pk: int, person_pk: int):
    """Say who a player is. The name that the player was entered with is known for the person from now on.

    Players of that name in other events, of whom nobody knows who they are, are looked at again.
    Raises RuleViolation if another player of the event is that person.
    """
    player, others = lock_namesakes(change, player_pk, person_pk)
    person = find_person(change, person_pk)
    check_free(player, person)
    former = player.person
    keep_name(change, person, player.name, PersonName.ALIAS)
    set_person(change, player, person)
    if former and former != person and not is_in_use(former):
        change.delete(former)
    change.values = {"people": [person.pk], "player": player.pk, "event": player.event_id}
    link_events(others, change.now, change.actor.who)
    show_people(change, [person.pk])


@club_action(MANAGE_CLUB, log=_("{player} in {event} is not {people}"))
def deny_people(change: ClubChange, player_pk: int, people: list[int]):
    """Say that a player is none of these people: with no more doubt, the player is somebody new."""
    player, others = lock_namesakes(change, player_pk)
    known = Person.objects.filter(club=change.club, pk__in=people)
    answers = [PersonAnswer(player=player, person=person) for person in known]
    PersonAnswer.objects.bulk_create(answers, ignore_conflicts=True)
    people = [person.pk for person in known]
    change.values = {"people": people, "player": player.pk, "event": player.event_id}
    link_events([player.event, *others], change.now, change.actor.who)


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("{other} was merged into {person}"))
def merge_people(change: ClubChange, keep_pk: int, other_pk: int):
    """Make two people one: the other's players, names and identifiers go to the one to keep.

    The stricter setting of both wins. Raises RuleViolation if both play in one event.
    """
    lock_with_events([keep_pk, other_pk])
    keep, other = find_person(change, keep_pk), find_person(change, other_pk)
    if keep == other:
        raise RuleViolation(_("Choose two people."))
    if common := find_common_event(keep, other):
        raise RuleViolation(_("Both play in “{event}”, so they are two people."), event=common.name)
    for player in Player.with_removed.filter(person=other):
        change.edit(player, person_id=keep.pk)
    merge_in_series(change, keep, other)
    keep_name(change, keep, other.name, PersonName.ALIAS)
    for row in PersonName.objects.filter(person=other):
        keep_name(change, keep, row.name, row.kind)
    has_consent = keep.remembered_at and other.remembered_at
    for row in PersonIdentifier.objects.filter(person=other) if has_consent else ():
        values = {"publisher": row.publisher, "value": row.value}
        if not PersonIdentifier.objects.filter(person=keep, **values).exists():
            change.create(PersonIdentifier(person=keep, **values))
    change.edit(keep, **stricter_settings(keep, other))
    change.edit(other, merged_into_id=keep.pk)
    change.values = {"people": [keep.pk, other.pk]}
    show_people(change, [keep.pk])


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("{other} was split off from {person}"))
def split_person(change: ClubChange, pk: int, players: list[int], name: str) -> Person:
    """Make a new person of some players of a person, who is hidden or under age if the person is.

    One of the same name has the same public name.
    """
    check_text(name)
    person = get_person(change, pk)
    moved = list(Player.with_removed.filter(person=person, pk__in=players))
    if not moved or len(moved) == Player.with_removed.filter(person=person).count():
        raise RuleViolation(_("Choose some of the events, but not all."))
    public_name = person.public_name if name_key(name) == person.key else name
    settings = {"is_minor": person.is_minor, "is_hidden": person.is_hidden}
    new = change.create(Person(club=change.club, name=name, public_name=public_name, **settings))
    for player in moved:
        change.edit(player, person_id=new.pk, person_reason=BY_STAFF)
    change.values = {"people": [person.pk, new.pk]}
    show_people(change, [person.pk, new.pk])
    return new


@club_action(MANAGE_CLUB, log=_("Undone: {undone}"))
def undo_club_entry(change: ClubChange, pk: int):
    """Undo a change of people, unless a newer one of the same people must be undone first.

    Players who were linked since then stay with the person they count for.
    """
    entry = ClubLogEntry.objects.filter(club=change.club, pk=pk, undone_by=None).first()
    newest = entry and find_newest_undoable(change.club, entry)
    if newest is None:
        raise RuleViolation(_("This can’t be undone any more."))
    if newest != entry:
        raise RuleViolation(_("Undo the newer change of the same people first."))
    people = entry.values.get("people", [])
    lock_with_events(people, events_of_entry(entry))
    if entry.action == split_person.action.name and has_lived(entry):
        raise RuleViolation(_("The person has done something since then. Merge the two instead."))
    # Before the rows change, and after: the pages of the events of both show something else.
    show_people(change, people)
    kept = Person.with_merged.filter(pk=people[0]).first() if people else None
    # Whom a pasted list has made may have played since then.
    is_pasted = entry.action == add_elsewhere.action.name
    revert(change, entry, lambda row: is_pasted and isinstance(row, Person) and is_in_use(row))
    leave_people_who_are_gone(entry)
    leave_events_of_other_clubs(change.club)
    if entry.action == merge_people.action.name:
        keep_restrictions(change, kept, people[1])
    show_people(change, people)
    change.values = entry.values | {"undone": entry.action, "people": people}


def leave_people_who_are_gone(entry: ClubLogEntry):
    """Let no player count for somebody who was erased, or merged, since the entry that was undone.

    Who was merged is the one that was kept, unless another player of the event is.
    """
    players = Player.with_removed.filter(pk__in=players_of_entry(entry)).exclude(person=None)
    for player in players:
        person = Person.with_merged.filter(pk=player.person_id).first()
        current = person.current if person and person.current.erased_at is None else None
        if current and current.pk == player.person_id:
            continue
        others = Player.with_removed.filter(event=player.event_id, person=current)
        if current is None or others.exists():
            Player.with_removed.filter(pk=player.pk).update(person=None, person_reason="")
        else:
            Player.with_removed.filter(pk=player.pk).update(person=current)


def has_lived(entry: ClubLogEntry) -> bool:
    """Return whether the person whom a split made has done anything since, or plays in another event."""
    _person, new = entry.values["people"]
    later = entry.club.log.filter(pk__gt=entry.pk).values_list("values", flat=True)
    others = Player.with_removed.filter(person=new).exclude(pk__in=players_of_entry(entry))
    return others.exists() or any(new in values.get("people", ()) for values in later)


def events_of_entry(entry: ClubLogEntry) -> list[int]:
    """Return the keys of the events whose players an entry has changed."""
    players = Player.with_removed.filter(pk__in=players_of_entry(entry))
    return list(players.values_list("event", flat=True))


def players_of_entry(entry: ClubLogEntry) -> list[int]:
    return [int(path.partition(":")[2]) for path in entry.changes if path.startswith("player:")]


def keep_restrictions(change: ClubChange, kept: Person, other_pk: int):
    """Let what was restricted while two people were one hold for the one who comes back, too."""
    other = Person.objects.get(pk=other_pk)
    restricted = {"is_hidden": kept.is_hidden, "is_minor": kept.is_minor}
    columns = {name: True for name, value in restricted.items() if value}
    if kept.has_profile is False:
        columns["has_profile"] = False
    change.edit(other, **columns)


def set_person(change: ClubChange, player: Player, person: Person):
    """Link a player; a removed player of the event gives the person up."""
    removed = Player.with_removed.filter(event=player.event_id, person=person).exclude(removed_at=None)
    for row in removed.exclude(pk=player.pk):
        # Erasing finds the row by the name.
        keep_name(change, person, row.name, PersonName.ALIAS)
        change.edit(row, person_id=None, person_reason="")
    change.edit(player, person_id=person.pk, person_reason=BY_STAFF, is_proposed=False)


# Columns of somebody of whom the club knows nothing but the name.
UNKNOWN = {
    "token": None,
    "calendar_token": None,
    "account": None,
    "remembered_at": None,
    "has_profile": None,
    "birth_year": None,
    "is_minor": False,
    "is_hidden": False,
}


WITHOUT_USE = (PersonAnswer, PersonRating)


def is_in_use(person: Person) -> bool:
    """Return whether anything refers to a person, or is known of them beside the name."""
    if not Person.objects.filter(pk=person.pk, public_name=person.name, **UNKNOWN).exists():
        return True
    # Answers about somebody who is nobody any more go with the row, and so do ratings, which follow.
    relations = [one for one in Person._meta.related_objects if one.related_model not in WITHOUT_USE]
    return any(
        one.related_model._base_manager.filter(**{one.field.name: person}).exists() for one in relations
    )


def check_free(player: Player, person: Person):
    """Raise RuleViolation if another player of the event is this person."""
    others = Player.objects.filter(event=player.event_id, person=person, is_proposed=False)
    if other := others.exclude(pk=player.pk).first():
        text = _("{other} of this event is {person} already. Two players are never one person.")
        raise RuleViolation(text, other=other.name, person=person.name)
    # A proposal gives way to what the staff say.
    Player.objects.filter(event=player.event_id, person=person).exclude(pk=player.pk).update(
        person=None, person_reason="", is_proposed=False
    )


def show_people(change: ClubChange, people: list[int]):
    """Let the pages of the events of people show what has changed."""
    events = Player.with_removed.filter(person__in=people).values("event")
    increment_layout_versions(Event.objects.filter(pk__in=events))


def get_person(change: ClubChange, pk: int) -> Person:
    """Return a person of the club, locked with their events. RuleViolation if there is none any more."""
    lock_with_events([pk])
    return find_person(change, pk)


def find_person(change: ClubChange, pk: int) -> Person:
    """Return a person of the club, who is locked. RuleViolation if there is none any more."""
    person = Person.objects.filter(club=change.club, pk=pk).first()
    if person is None:
        raise RuleViolation(_("This person is not in the club any more."))
    return person


def find_player(change: ClubChange, pk: int) -> Player:
    """Return a player of an event of the club. RuleViolation if there is none."""
    player = Player.objects.filter(event__club=change.club, pk=pk).select_related("event").first()
    if player is None:
        raise RuleViolation(_("This player is not in the event any more."))
    return player


def lock_namesakes(change: ClubChange, pk: int, person: int | None = None) -> tuple[Player, list[Event]]:
    """Return a player, and the other events in which nobody knows who the player of this name is; locked.

    So is `person`; with other events everybody of the club, whom their players may be linked with.
    """
    player = find_player(change, pk)
    others = events_of_namesakes(player)
    people = {person, player.person_id} - {None} if person else ()
    events = {player.event_id, *(event.pk for event in others)}
    lock_with_events(people, events, everybody_of=change.club if others else None)
    return find_player(change, pk), others
