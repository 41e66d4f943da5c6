"""Players who may be people of the club: the questions that the organiser answers."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Exists, Max, OuterRef, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_noop

from ...models import Club, Event, Person, Player
from ...rules.people.linking import (
    DOUBTFUL,
    NEAR_NAME,
    OTHER_IDENTIFIER,
    OTHER_NAME,
    SAME_NAME,
    SAME_PERSON,
)
from ...web.status import date_text
from .club_people import IS_PRESENT, PLAYED_AT
from .matching import IS_SEEN, Undecided, find_undecided, find_undecided_in, undecided_players

# Events whose doubts are shown at once: the others come up when these are answered.
MAX_EVENTS = 30
# Entries of one page that wait for a confirmed wish to be remembered.
MAX_WISHES = 50
REASONS = {
    NEAR_NAME: gettext_noop("The names are alike."),
    OTHER_NAME: gettext_noop("The identifier is the same, the name is not."),
    OTHER_IDENTIFIER: gettext_noop("The name is the same, the identifier is not."),
    SAME_NAME: gettext_noop("Several people have this name."),
    SAME_PERSON: gettext_noop("Two players of this event may be this person."),
}


@dataclass(frozen=True)
class Doubt:
    """A player who may be one of these people, each with `events` and `last_played`."""

    player: Player
    date: str
    people: list[Person]
    reason: str

    @property
    def event(self) -> Event:
        return self.player.event


def list_event_doubts(event: Event, later: Collection[int] = ()) -> list[Doubt]:
    """Return the doubts about players of an event, without the players whom the organiser has put off."""
    return to_doubts([one for one in find_undecided(event) if one.player.pk not in later])


def list_club_doubts(club: Club) -> list[Doubt]:
    """Return the doubts of the club's newest events that have some, with a fixed number of queries."""
    seen = Player.objects.filter(IS_SEEN, event=OuterRef("pk"), person=None)
    events = Event.objects.filter(Exists(seen), club=club)
    events = events.order_by(Coalesce("starts_at", "created_at").desc(), "-id")
    newest = list(events.values_list("pk", flat=True)[:MAX_EVENTS])
    players = undecided_players(event__in=newest).order_by("order", "id") if newest else []
    doubts = to_doubts(find_undecided_in(club.pk, players))
    return sorted(doubts, key=lambda doubt: newest.index(doubt.player.event_id))


def to_doubts(undecided: list[Undecided]) -> list[Doubt]:
    doubtful = [one for one in undecided if one.decision.kind == DOUBTFUL]
    ids = {pk for one in doubtful for pk in one.decision.people}
    people = Person.objects.filter(pk__in=ids).annotate(
        events=Count("players", filter=IS_PRESENT), last_played=Max(PLAYED_AT, filter=IS_PRESENT)
    )
    by_pk = {person.pk: person for person in people} if ids else {}
    return [
        Doubt(
            one.player,
            date_text(one.player.event),
            [by_pk[pk] for pk in one.decision.people if pk in by_pk],
            REASONS[one.decision.reason],
        )
        for one in doubtful
    ]


def past_events(club: Club) -> QuerySet[Event]:
    """Return the events of the club none of whose players is linked, and some can be, oldest first.

    They were moved into the club, or are from before it knew people.
    """
    linked = Player.objects.filter(event=OuterRef("pk")).exclude(person=None)
    seen = Player.objects.filter(IS_SEEN, event=OuterRef("pk"))
    tried = [pk for values in past_entries(club) for pk in values["events"]]
    events = Event.objects.filter(Exists(seen), ~Exists(linked), club=club).exclude(pk__in=tried)
    return events.order_by(Coalesce("starts_at", "created_at"), "id")


def past_entries(club: Club):
    """Return the values of the entries of the log that say which past events were looked at."""
    return club.log.filter(action="link_past_events").values_list("values", flat=True)


def list_wishes(club: Club) -> list[Player]:
    """Return players who wish to be remembered and count for a person of whom nothing is stored yet."""
    players = Player.objects.filter(
        event__club=club, registration__remember=True, is_proposed=False, person__remembered_at=None
    ).exclude(person=None)
    return list(players.select_related("event", "person", "registration").order_by("-id")[:MAX_WISHES])


def find_wish(person: Person) -> Player | None:
    """Return the newest player of a person who wishes to be remembered, unless the person is already."""
    if person.remembered_at:
        return None
    players = Player.objects.filter(person=person, registration__remember=True, is_proposed=False)
    return players.select_related("event", "registration").order_by("-id").first()
