"""Players of an event as people of its club, for the list of players at the desk."""

from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import ordinal
from django.db.models import Count, OuterRef, Subquery

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
    """Return the players of an event who count for people, by their id in the event, with two queries."""
    past = Player.objects.filter(person=OuterRef("person"), event__lte=event.pk).order_by()
    number = Subquery(past.values("person").annotate(number=Count("event")).values("number"))
    rows = Player.objects.filter(event=event).exclude(person=None).select_related("person")
    players = list(rows.annotate(person_events=number))
    records = get_records(event.club_id, [player.person_id for player in players])
    return {
        player.public_id: KnownPlayer(
            person=player.person.public_id,
            name=player.person.name,
            number=player.person_events,
            record=record_text(records[player.person_id]) if player.person_id in records else "",
            reason=player.get_person_reason_display(),
            is_proposed=player.is_proposed,
        )
        for player in players
    }
