"""Deletes what clubs remember of people who have not been there for long."""

from datetime import datetime

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce, Greatest

from ...changes.change import program_actor
from ...changes.club_change import ClubChange, club_action
from ...models import Club, ElsewhereResult, Person, PersonIdentifier, Player, Registration
from ...rules.errors import _
from ..pages.club_people import PLAYED_AT, with_merged
from .consent import forget_what_was_agreed
from .locks import lock_with_events
from .people import show_people

# What makes a person more than a name with results.
IS_REMEMBERED = (
    Q(token__isnull=False)
    | Q(calendar_token__isnull=False)
    | Q(account__isnull=False)
    | Q(remembered_at__isnull=False)
    | Q(has_profile=True)
    | Exists(PersonIdentifier.objects.filter(person=OuterRef("pk")))
)
HAS_PLAYED = Exists(Player.with_removed.filter(person=OuterRef("pk"))) | Exists(
    ElsewhereResult.objects.filter(person=OuterRef("pk"))
)


def forget_absent_people(now: datetime) -> int:
    """Delete what is remembered of people without an event for the months that their club has set.

    Names and results stay; rows for which no player counts any more are deleted. Return the number of people.
    """
    count = 0
    for club in Club.objects.filter(Exists(Person.objects.filter(club=OuterRef("pk")))).order_by("pk"):
        absent = absent_people(club, now)
        people = list(absent.filter(IS_REMEMBERED | ~HAS_PLAYED).values_list("pk", flat=True))
        if people:
            forget_people(club, program_actor(now), people)
            count += len(people)
    return count


def absent_people(club: Club, now: datetime) -> QuerySet[Person]:
    """Return the people whose last event began, and who became people of the club, before these months.

    Nor may they have entered an event since then, or be entered in one that comes: on its waitlist, say.
    """
    since = months_before(now, club.keep_months)
    entries = Registration.objects.filter(Q(at__gte=since) | Q(event__starts_at__gte=since), event__club=club)
    entered = {entry.person.current.pk for entry in entries.exclude(person=None).select_related("person")}
    people = Person.objects.filter(club=club).annotate(last=Max(PLAYED_AT))
    seen = Greatest(F("created_at"), Coalesce("last", "created_at"))
    return people.annotate(seen=seen).filter(seen__lt=since).exclude(pk__in=entered)


def months_before(now: datetime, months: int) -> datetime:
    """Return the first day of the month that began so many months before this one."""
    year, month = divmod(now.year * 12 + now.month - 1 - months, 12)
    return now.replace(year=year, month=month + 1, day=1, hour=0, minute=0, second=0, microsecond=0)


@club_action(None, log=_("No event for {months} months: deleted what {count} people were remembered by"))
def forget_people(change: ClubChange, pks: list[int]):
    """Delete identifiers, the hash of the address, links, account and profile of people, and unused rows."""
    lock_with_events(pks)
    # Somebody may have come back meanwhile.
    pks = list(absent_people(change.club, change.now).filter(pk__in=pks).values_list("pk", flat=True))
    change.values = {"months": change.club.keep_months, "count": len(pks)}
    Person.objects.filter(~HAS_PLAYED, pk__in=pks).delete()
    people = Person.objects.filter(pk__in=pks)
    rows = [row.pk for person in people for row in with_merged(person)]
    forget_what_was_agreed(change.club, rows)
    forgotten = Person.with_merged.filter(pk__in=rows)
    forgotten.update(token=None, calendar_token=None, account=None)
    # Who has switched it off keeps it off.
    forgotten.filter(has_profile=True).update(has_profile=None)
    show_people(change, rows)
