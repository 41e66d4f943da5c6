"""What erasing a person reaches."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from ...access import MANAGE, POLICY
from ...models import ClubStaff, Event, Person, Phase, Player, Registration, Staff
from ...rules.people.names import name_key
from .club_people import with_merged

# Events to come, and events elsewhere, that are named.
MAX_NAMED = 20
# Events of the user that are searched for the name.
MAX_SEARCHED = 100


@dataclass(frozen=True)
class Reach:
    """How many events of the club erasing reaches, and names of those to come and of the user's others."""

    events: int
    to_come: list[str]
    elsewhere: list[str]


def get_reach(person: Person, user) -> Reach:
    """Return what erasing reaches. Elsewhere: events that the user may manage with a player of this name."""
    events = Player.with_removed.filter(person=person, is_proposed=False).values("event").distinct().count()
    players = Player.with_removed.filter(event__in=list_managed_elsewhere(person, user))
    rows = players.order_by("-event").values_list("name", "event__name")
    names = dict.fromkeys(event for name, event in rows if name_key(name) == person.key)
    coming = [row.event.name for row in (*players_to_come(person), *entries_to_come(person))]
    return Reach(events, coming[:MAX_NAMED], list(names)[:MAX_NAMED])


def players_to_come(person: Person) -> list[Player]:
    """Return the players of a person in events whose round 1, or pods, are not drawn."""
    begun = Phase.objects.filter(Q(rounds__isnull=False) | ~Q(pods=[]), event=OuterRef("event"))
    players = Player.objects.filter(~Exists(begun), person=person, is_proposed=False)
    return list(players.select_related("event").order_by("event"))


def entries_to_come(person: Person) -> QuerySet[Registration]:
    """Return the entries from the person's own page that have no player."""
    entries = Registration.objects.filter(person__club=person.club, player=None)
    return entries.filter(person__in=with_merged(person)).select_related("event")


def list_managed_elsewhere(person: Person, user) -> list[int]:
    """Return the keys of the newest events outside the person's club that the user runs."""
    roles = POLICY[MANAGE][1]
    own = Staff.objects.filter(user=user, role__in=roles).values_list("event", flat=True)
    clubs = ClubStaff.objects.filter(user=user, role__in=roles).exclude(club=person.club_id)
    in_clubs = Event.objects.filter(club__in=list(clubs.values_list("club", flat=True)))
    found = {*own.exclude(event__club=person.club_id), *in_clubs.values_list("pk", flat=True)}
    return sorted(found, reverse=True)[:MAX_SEARCHED]
