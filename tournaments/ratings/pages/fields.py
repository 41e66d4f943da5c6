"""The players of a club's last event as a field of the format lab: their ratings, without names."""

from dataclasses import dataclass

from django.db.models import Max
from django.utils.translation import gettext

from ...access.clubs import CLUB_POLICY, MANAGE_CLUB
from ...models import ClubStaff, RatedEvent, RatingList
from ...rules.simulation import MAX_PLAYERS
from .lists import newest_ratings

MAX_FIELDS = 10
# Ratings are rounded, because anybody with the address of a simulation can read them.
ROUNDED_TO = 10


@dataclass(frozen=True)
class ClubField:
    """The ratings of the players of an event, the highest first; `key` is the value of its choice."""

    key: str
    label: str
    ratings: tuple[int, ...]


def list_club_fields(user) -> list[ClubField]:
    """Return the fields of the last rated event of each game, in the clubs that a user manages."""
    if not user.is_authenticated:
        return []
    roles = CLUB_POLICY[MANAGE_CLUB][1]
    clubs = ClubStaff.objects.filter(user=user, role__in=roles).values("club")
    lists = RatingList.objects.filter(club__in=clubs, is_on=True).order_by("-pk")[:MAX_FIELDS]
    fields = (club_field(rating_list) for rating_list in lists)
    return [field for field in fields if field and 2 <= len(field.ratings) <= MAX_PLAYERS]


def club_field(rating_list: RatingList) -> ClubField | None:
    """Return the field of the last rated event of a list; None without one."""
    rated = RatedEvent.objects.filter(rating_list=rating_list, ratings__isnull=False)
    last = rated.annotate(newest=Max("ratings")).order_by("-newest").first()
    if last is None:
        return None
    people = last.ratings.values("person")
    ratings = newest_ratings(rating_list).filter(person__in=people).values_list("after", flat=True)
    rounded = sorted((round(rating / ROUNDED_TO) * ROUNDED_TO for rating in ratings), reverse=True)
    label = gettext("{event}: {n} players by their ratings").format(event=last.event.name, n=len(rounded))
    return ClubField(f"ratings:{rating_list.pk}", label, tuple(rounded))
