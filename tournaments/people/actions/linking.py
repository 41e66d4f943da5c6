"""Links players with people of the event's club, after each change of players and rounds."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from ...changes.change import Change, increment_layout_versions, program_actor
from ...changes.club_change import write_log
from ...changes.registry import listens_to_changes, register
from ...models import Club, Event, Person, PersonIdentifier, PersonName, Player, Registration
from ...registration.actions.places import update_entries
from ...rules.errors import RuleViolation, _
from ...rules.history import EMPTY_MAPPING
from ...rules.people.linking import BY_NAME, BY_PAGE, BY_STAFF, LINKED, NEW
from ...rules.people.names import name_key
from ..pages.matching import Undecided, find_undecided, hash_of, identifiers_of
from .locks import lock_people

CHOSEN_ARE_GONE = _("The people of the club have just changed. Choose again.")
LINK_PLAYERS = register(name="link_players", log=_("Players recognised in {event}: {known}, new: {new}"))


@listens_to_changes("player", "round", after=update_entries)
def link_changed_players(change: Change):
    """Link the players who have entered, checked in or played."""
    # Not the name of a player, which the log must not hold.
    who = change.actor.who if change.actor.user else program_actor().who
    link_players(change.event, change.now, who, change.people, new_names(change))


def link_chosen(event: Event, chosen: Mapping[str, int], present: Collection[int]):
    """Link players whom the staff have chosen from the people of the club: id in the event → person.

    Removed players and proposals give the people up; people who are another player of the event stay that.
    `present` are people of the club, locked. Raises RuleViolation if one of the chosen is not among them.
    """
    if not present >= {*chosen.values()}:
        raise RuleViolation(CHOSEN_ARE_GONE)
    others = Player.with_removed.filter(event=event, person__in=chosen.values()).exclude(public_id__in=chosen)
    give_up_people(others.filter(Q(is_proposed=True) | Q(removed_at__isnull=False)))
    taken = set(others.values_list("person", flat=True))
    players = [
        player
        for player in Player.objects.filter(event=event, public_id__in=chosen)
        if chosen[player.public_id] not in taken
    ]
    for player in players:
        player.person_id, player.person_reason, player.is_proposed = chosen[player.public_id], BY_STAFF, False
    store_links(players)


def new_names(change: Change) -> dict[str, tuple[str, str]]:
    """Return (old name, new name) of the players whose name has changed, by their ids in the event."""
    return {
        path.removeprefix("player:"): (old["name"], new["name"])
        for path, (old, new) in change.changes.items()
        if path.startswith("player:") and old and new and old["name"] != new["name"]
    }


def follow_new_names(event: Event, names: Mapping[str, tuple[str, str]]):
    """Let the people, who are locked, follow players whose name the event has changed.

    A person of this one event has the new name, too; whom the rules have recognised by name alone, they
    recognise anew, and an entry from an own page that is its person's no more. Any other link stays, and so
    does the name of the person.
    """
    renamed = Player.objects.filter(
        event=event, public_id__in=names, person_reason__in=(BY_NAME, BY_PAGE, NEW)
    )
    for player in renamed.select_related("person", "registration"):
        old_name, new_name = names[player.public_id]
        person = player.person
        if player.person_reason == BY_PAGE:
            if player.entry and player.entry.person_id is None:
                player.person, player.person_reason = None, ""
                player.save(update_fields=["person", "person_reason"])
        elif player.person_reason == BY_NAME:
            player.person, player.person_reason = None, ""
            player.save(update_fields=["person", "person_reason"])
        elif person.name == old_name and not is_known_elsewhere(person, event):
            columns = ["name", "public_name"] if person.public_name == old_name else ["name"]
            for column in columns:
                setattr(person, column, new_name)
            person.save(update_fields=columns)


def is_known_elsewhere(person: Person, event: Event) -> bool:
    return Player.with_removed.filter(person=person).exclude(event=event).exists()


def link_players(
    event: Event,
    now: datetime,
    who: str,
    chosen: Mapping[str, int] = EMPTY_MAPPING,
    names: Mapping[str, tuple[str, str]] = EMPTY_MAPPING,
):
    """Link the players of an event whom the rules recognise, and make those new people who are.

    First link those `chosen` by the staff (see `link_chosen`), and let people follow players with new `names`
    (see `follow_new_names`). Doubts stay for the organiser to answer. Runs in the transaction of the change
    that it follows. Raises RuleViolation if one of the chosen is not in the club any more.
    """
    if event.club_id is None:
        return
    undecided = find_undecided(event)
    renamed = Player.objects.filter(event=event, public_id__in=names).exclude(person=None)
    people = {*chosen.values(), *renamed.values_list("person", flat=True), *people_to_link(undecided)}
    while people:
        with transaction.atomic():
            present = lock_people(people)
            link_chosen(event, chosen, present)
            follow_new_names(event, names)
            if chosen or names or present != people:
                # While the lock was awaited, somebody was merged, or erased.
                undecided = find_undecided(event)
            more = people_to_link(undecided) - present
            if not more:
                break
            # They may come before the others in the order of locks: give all of them back, and start again.
            transaction.set_rollback(True)
        people |= more
    store_decisions(event, undecided, now, who)


def people_to_link(undecided: list[Undecided]) -> set[int]:
    return {one.decision.people[0] for one in links_to_store(undecided)}


def store_decisions(event: Event, undecided: list[Undecided], now: datetime, who: str):
    """Store what the rules have decided; the people to link players with are locked."""
    known = links_to_store(undecided)
    new = [one for one in undecided if one.decision.kind == NEW]
    # Proposals that the rules do not make any more.
    stale = [one.player.pk for one in undecided if one.decision.kind != LINKED and one.player.person_id]
    Player.objects.filter(pk__in=stale).update(person=None, person_reason="", is_proposed=False)
    set_links(event, known)
    if new:
        create_people(event.club, new, now)
    if known or new:
        values = {"known": len(known), "new": len(new), "event": event.pk}
        write_log(event.club, LINK_PLAYERS, now, who, values)


def link_events(events: list[Event], now: datetime, who: str):
    """Link the players of events outside a change of the event; from now on pages show the people's names."""
    for event in events:
        link_players(event, now, who)
    increment_layout_versions(Event.objects.filter(pk__in=[event.pk for event in events]))


# Events in which one answer about a name can link more players.
MAX_NAMESAKES = 50


def events_of_namesakes(player: Player) -> list[Event]:
    """Return the other events of the club in which nobody knows who the player of this name is."""
    others = Player.objects.filter(event__club=player.event.club_id, name=player.name, person=None)
    events = others.exclude(event=player.event_id).order_by("-event")[:MAX_NAMESAKES].values("event")
    rows = Event.objects.filter(pk__in=list(events.values_list("event", flat=True)))
    return list(rows.order_by("pk").select_related("club"))


def links_to_store(undecided: list[Undecided]) -> list[Undecided]:
    return [one for one in undecided if one.decision.kind == LINKED and is_news(one)]


def is_news(one: Undecided) -> bool:
    """Return whether a link is not stored yet, or only as a proposal though the player has been seen."""
    is_same = one.player.person_id == one.decision.people[0]
    return not is_same or (one.player.is_proposed and one.candidate.is_seen)


def set_links(event: Event, links: list[Undecided]):
    """Store links with people, who are locked. A removed player gives up a person whom another one is now."""
    people = [one.decision.people[0] for one in links]
    give_up_people(Player.with_removed.filter(event=event, person__in=people).exclude(removed_at=None))
    for one in links:
        one.player.person_id, one.player.person_reason = one.decision.people[0], one.decision.reason
        one.player.is_proposed = not (one.candidate.is_seen or one.decision.reason == BY_PAGE)
    store_links([one.player for one in links])


def give_up_people(players: QuerySet[Player]):
    """Take their people from proposals, and from removed players whom another player is now.

    The people keep the names of removed players, by which erasing finds the rows.
    """
    for player in players.filter(is_proposed=False).select_related("person"):
        known = PersonName.with_forgotten.filter(person=player.person_id)
        key = name_key(player.name)
        if key not in {player.person.key, *known.values_list("key", flat=True)}:
            PersonName.objects.create(person=player.person, kind=PersonName.ALIAS, name=player.name)
    players.update(person=None, person_reason="", is_proposed=False)


def store_links(players: list[Player]):
    Player.objects.bulk_update(players, ["person", "person_reason", "is_proposed"], 200)


def create_people(club: Club, new: list[Undecided], now: datetime):
    """Make players people of the club, with what they have agreed to be remembered by."""
    people = []
    for one in new:
        name = one.player.name
        person = Person(club=club, name=name, public_name=name, key=name_key(name))
        people.append(person)
        if is_to_be_remembered(one.player.entry):
            person.remembered_at, person.address_hash = now, hash_of(one.player.entry)
    Person.objects.bulk_create(people, 500)
    identifiers = []
    for one, person in zip(new, people, strict=True):
        one.player.person, one.player.person_reason, one.player.is_proposed = person, NEW, False
        if person.remembered_at:
            facts = identifiers_of(one.player.event, one.player.entry)
            identifiers += [PersonIdentifier(person=person, publisher=key, value=facts[key]) for key in facts]
    PersonIdentifier.objects.bulk_create(identifiers, 500)
    store_links([one.player for one in new])


def is_to_be_remembered(entry: Registration | None) -> bool:
    return bool(entry and entry.remember)
