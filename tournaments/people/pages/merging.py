"""What merging two people, or splitting one, would change."""

from dataclasses import dataclass

from django.core.paginator import Page

from ...models import Event, Person, PersonIdentifier, PersonName, Player
from ...web.status import date_text
from .club_people import PersonEvent, list_person_events

# Events of a person that can be chosen on one page.
MAX_EVENTS = 300


@dataclass(frozen=True)
class MergePreview:
    """The person to keep, the other one, and what the one to keep gets.

    `common` is an event in which both play, so that they cannot be one. `settings` are those of the one to
    keep after merging.
    """

    keep: Person
    other: Person
    common: Event | None
    events: Page
    names: list[str]
    identifiers: int
    settings: dict

    @property
    def loses_identifiers(self) -> bool:
        """Whether identifiers of the other one are dropped, because only the other one has agreed."""
        return bool(self.other.remembered_at and not self.keep.remembered_at)


def get_merge_preview(keep: Person, other: Person, number) -> MergePreview:
    """Return what merging `other` into `keep` changes; `number` is the page of the other's events."""
    names = PersonName.objects.filter(person=other).values_list("name", flat=True)
    is_remembered = keep.remembered_at and other.remembered_at
    return MergePreview(
        keep,
        other,
        common=find_common_event(keep, other),
        events=list_person_events(other, number),
        names=list(dict.fromkeys([other.name, *names])),
        identifiers=PersonIdentifier.objects.filter(person=other).count() if is_remembered else 0,
        settings=stricter_settings(keep, other),
    )


def stricter_settings(keep: Person, other: Person) -> dict:
    """Return the settings of the one to keep after merging: of the two, that which shows less.

    A public name that was chosen wins over one that is the name.
    """
    has_chosen = keep.public_name != keep.name or other.public_name == other.name
    wishes = {keep.has_profile, other.has_profile}
    return {
        "public_name": keep.public_name if has_chosen else other.public_name,
        "has_profile": False if False in wishes else None if None in wishes else True,
        "is_hidden": keep.is_hidden or other.is_hidden,
        "is_minor": keep.is_minor or other.is_minor,
        "birth_year": keep.birth_year or other.birth_year,
    }


def find_common_event(one: Person, other: Person) -> Event | None:
    """Return an event in which both have a player, removed ones too; None without one."""
    events = Player.with_removed.filter(person=one).values("event")
    player = Player.with_removed.filter(person=other, event__in=events).select_related("event").first()
    return player and player.event


def list_all_events(person: Person) -> list[PersonEvent]:
    """Return the newest events of a person to choose from."""
    players = Player.objects.filter(person=person).select_related("event").order_by("-event")
    players = players.only("name", "event__name", "event__starts_at", "event__timezone")
    return [PersonEvent(player, date_text(player.event)) for player in players[:MAX_EVENTS]]
