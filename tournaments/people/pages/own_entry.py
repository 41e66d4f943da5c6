"""A person's places in events, and what the form of an event is filled in with from their own page."""

from dataclasses import dataclass

from django.db.models import Q

from ...models import Event, Person, Player, Registration
from ...models.player import SECRET
from ...models.registration import OPEN_STATES
from ...rules.history.players import RegistrationSettings
from ...rules.people.linking import BY_NAME
from ...rules.registration import PLAYER_ID, RegistrationEntry
from .club_people import with_merged
from .matching import publisher_of


@dataclass(frozen=True)
class OwnPlace:
    """The person's place in an event; `state` is one of the entry's.

    `secret` opens their page of it; empty if the entry may be a namesake's.
    """

    secret: str
    state: str
    player: str


def fill_in_entry(event: Event, settings: RegistrationSettings, person: Person) -> RegistrationEntry:
    """Return what the form asks for, as far as the person's last entry, or the person, says it."""
    last = (
        Registration.objects.filter(own_entries(person), event__club=person.club_id).order_by("-id").first()
    )
    identifier = person.identifiers.filter(publisher=publisher_of(event)).first()
    answers = {PLAYER_ID: identifier.value} if identifier and settings.player_id else {}
    asked = [name for name in ("email", "club", "division") if last and getattr(settings, name)]
    return RegistrationEntry(person.name, answers=answers, **{name: getattr(last, name) for name in asked})


def own_entries(person: Person) -> Q:
    """Return the condition that an entry is the person's.

    Also one from the page of somebody who was merged into the person. A namesake's contact data is nobody
    else's: what a name alone has linked does not count.
    """
    is_linked = Q(player__person=person, player__is_proposed=False) & ~Q(player__person_reason=BY_NAME)
    return Q(person__in=with_merged(person)) | is_linked


def find_places(person: Person) -> dict[str, OwnPlace]:
    """Return the person's places by address of the event: of their players, and entries from their page.

    Proposals are left out: a stranger may have made them. A player who is the person by name alone counts,
    but opens no page: it may be a namesake's.
    """
    people = with_merged(person)
    entries = Registration.objects.filter(person__in=people, player=None, state__in=OPEN_STATES)
    players = Player.objects.filter(person=person, is_proposed=False, dropped_after=None, disqualified=False)
    players = players.annotate(secret_now=SECRET)
    return {
        slug: OwnPlace(secret, state, "")
        for slug, secret, state in entries.values_list("event__slug", "token", "state")
    } | {
        slug: OwnPlace("" if reason == BY_NAME else secret, Registration.REGISTERED, key)
        for slug, secret, key, reason in players.values_list(
            "event__slug", "secret_now", "public_id", "person_reason"
        )
    }
