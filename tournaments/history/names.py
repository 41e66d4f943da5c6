"""The names of people of a club in the place of those that players were entered with."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import F, Q

from ..models import Event, Player
from ..rules.people.public_names import PublicNames

# Players whose person is called otherwise than the row, or has another name besides the public one.
CALLED_OTHERWISE = (
    ~Q(name=F("person__public_name"))
    | ~Q(person__name=F("person__public_name"))
    | Q(person__names__isnull=False)
)


def read_public_names(events: Iterable[Event]) -> dict[int, PublicNames]:
    """Return the names of the players of these events, removed ones too, by event id, with one query.

    An event that has left its club still shows the names that people chose there. A proposed link of a player
    with a person changes no name.
    """
    names = defaultdict(PublicNames)
    if not (ids := [event.pk for event in events]):
        return names
    players = Player.with_removed.filter(CALLED_OTHERWISE, event__in=ids, is_proposed=False)
    players = players.exclude(person=None)
    columns = ("event", "public_id", "person__public_name", "person__name", "name", "person__names__name")
    for event, key, public, desk, *others in players.order_by().values_list(*columns):
        names[event].public[key] = public
        if desk != public:
            names[event].desk[key] = desk
        for other in (desk, *others):
            if other and other.casefold() != public.casefold():
                names[event].others[other.casefold()] = public
    return names
