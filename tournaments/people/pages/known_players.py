"""Players of an event as people of its club, for the list of players at the desk."""

from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import ordinal
from django.db.models import Count

from ...models import Event, Player
from ...web.wording import record_text
from .records import get_records


@dataclass(frozen=True)
class KnownPlayer:
    """A player who counts for a person; `number` counts the person's events up to this one.

    `record` is the person's over all ended events, empty without one.
    """

    person: str
    name: str
    number: int
    record: str
    reason: str
    is_proposed: bool

    @property
    def is_new(self) -> bool:
        return self.number == 1

    @property
    def ordinal(self) -> str:
        return ordinal(self.number)


def get_known_players(event: Event) -> dict[str, KnownPlayer]:
    """Return the players of an event who count for people, by their id in the event, with three queries."""
    players = list(Player.objects.filter(event=event).exclude(person=None).select_related("person"))
    people = [player.person_id for player in players]
    # With the club, this reads its events alone: a person can have played in one that has left it.
    past = Player.objects.filter(person__in=people, event__club=event.club_id, event__lte=event.pk)
    numbers = dict(past.order_by().values_list("person").annotate(number=Count("pk")))
    records = get_records(event.club_id, people)
    return {
        player.public_id: KnownPlayer(
            person=player.person.public_id,
            name=player.person.name,
            number=numbers.get(player.person_id, 0),
            record=record_text(records[player.person_id]) if player.person_id in records else "",
            reason=player.get_person_reason_display(),
            is_proposed=player.is_proposed,
        )
        for player in players
    }
