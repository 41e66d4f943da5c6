"""Lets the players of an event that moves into another club count for people of that club."""

from datetime import datetime

from ...history.names import CALLED_OTHERWISE
from ...models import Club, Event, Person, PersonAnswer, Player, Registration
from ...rules.people.linking import NEW
from .linking import link_players, store_links


def move_people(event: Event, now: datetime, who: str):
    """Give up the links with people of the former club, and link the players by the rules in the new one.

    Whoever is called otherwise in public stays so: a new person of the new club has these names, and none of
    what the person has agreed to at the former one.
    """
    PersonAnswer.objects.filter(player__event=event).delete()
    Registration.objects.filter(event=event).update(person=None)
    linked = Player.with_removed.filter(event=event).exclude(person=None)
    hidden = linked.filter(CALLED_OTHERWISE, is_proposed=False).select_related("person").distinct()
    copies = {player.pk: copy_of(player.person, event.club) for player in hidden}
    Person.objects.bulk_create(copies.values())
    players = list(linked)
    for player in players:
        player.person, player.is_proposed = copies.get(player.pk), False
        player.person_reason = NEW if player.person else ""
    store_links(players)
    link_players(event, now, who)


def copy_of(person: Person, club: Club) -> Person:
    """Return a new person of another club with the same names and restrictions."""
    names = {"name": person.name, "public_name": person.public_name, "key": person.key}
    return Person(club=club, is_minor=person.is_minor, is_hidden=person.is_hidden, **names)
