"""What erasing a person reaches."""

from dataclasses import dataclass

from ...access import MANAGE, POLICY
from ...models import ClubStaff, Event, Person, Player, Staff
from ...rules.people.names import name_key

# Events elsewhere that are named.
MAX_ELSEWHERE = 20
# Events of the user that are searched for the name.
MAX_SEARCHED = 100


@dataclass(frozen=True)
class Reach:
    """How many events of the club erasing reaches, and names of other events of the user."""

    events: int
    elsewhere: list[str]


def get_reach(person: Person, user) -> Reach:
    """Return what erasing reaches. Elsewhere: events that the user may manage with a player of this name."""
    events = Player.with_removed.filter(person=person, is_proposed=False).values("event").distinct().count()
    players = Player.with_removed.filter(event__in=list_managed_elsewhere(person, user))
    rows = players.order_by("-event").values_list("name", "event__name")
    names = dict.fromkeys(event for name, event in rows if name_key(name) == person.key)
    return Reach(events, list(names)[:MAX_ELSEWHERE])


def list_managed_elsewhere(person: Person, user) -> list[int]:
    """Return the keys of the newest events outside the person's club that the user runs."""
    roles = POLICY[MANAGE][1]
    own = Staff.objects.filter(user=user, role__in=roles).values_list("event", flat=True)
    clubs = ClubStaff.objects.filter(user=user, role__in=roles).exclude(club=person.club_id)
    in_clubs = Event.objects.filter(club__in=list(clubs.values_list("club", flat=True)))
    found = {*own.exclude(event__club=person.club_id), *in_clubs.values_list("pk", flat=True)}
    return sorted(found, reverse=True)[:MAX_SEARCHED]
