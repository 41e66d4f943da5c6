"""What erasing a person reaches."""

from dataclasses import dataclass

from ...access import managed_events_filter
from ...models import Event, Person, Player
from ...rules.people.names import name_key

# Events elsewhere that are named.
MAX_ELSEWHERE = 20


@dataclass(frozen=True)
class Reach:
    """How many events of the club erasing reaches, and names of other events of the user."""

    events: int
    elsewhere: list[str]


def get_reach(person: Person, user) -> Reach:
    """Return what erasing reaches. Elsewhere: events that the user may manage with a player of this name."""
    events = Player.with_removed.filter(person=person, is_proposed=False).values("event").distinct().count()
    managed = Event.objects.filter(managed_events_filter(user)).exclude(club=person.club_id)
    word = max(person.name.split(), key=len)
    players = Player.with_removed.filter(event__in=managed, name__icontains=word)
    rows = players.order_by("-event").values_list("name", "event__name")[: MAX_ELSEWHERE * 10]
    names = dict.fromkeys(event for name, event in rows if name_key(name) == person.key)
    return Reach(events, list(names)[:MAX_ELSEWHERE])
