"""What the form of an event is filled in with for a person who comes from their own page of the club."""

from django.db.models import Q

from ...models import Event, Person, Registration
from ...rules.history.players import RegistrationSettings
from ...rules.people.linking import BY_NAME
from ...rules.registration import PLAYER_ID, RegistrationEntry
from .club_people import with_merged
from .matching import publisher_of


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
