"""The events of a series, and what it says of people: guests, divisions, adjustments, prizes."""

from decimal import Decimal
from fractions import Fraction

from ...access.clubs import MANAGE_CLUB
from ...changes.club_change import ClubChange, club_action
from ...models import Club, Event, Person, Series, SeriesEntry, SeriesMember
from ...rules.errors import RuleViolation, _
from ...rules.history import PUBLIC
from ...rules.players.roster import check_text
from ..pages.event_series import list_kept_series
from .series import check_event_count, get_series

MAX_ADJUSTMENTS = 50
NOT_PUBLIC = _("“{event}” isn’t public, and a public series counts public events only.")


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Events added to the series {series}: {events}"))
def add_events(change: ClubChange, pk: int, events: list[int], kind: str = "", weight: Decimal = Decimal(1)):
    """Add events of the club. RuleViolation for one that is not public, if the series is."""
    series = get_series(change, pk)
    found = list(Event.objects.filter(club=change.club, pk__in=events).order_by("pk"))
    if not found:
        raise RuleViolation(_("Choose one or more events."))
    change.values |= {"events": [event.pk for event in found]}
    add_to_series(change, series, found, kind, weight)


def add_to_series(change: ClubChange, series: Series, events: list[Event], kind: str, weight: Decimal):
    known = set(series.entries.values_list("event", flat=True))
    check_event_count(series, len(events))
    for event in events:
        check_public(series, event)
        if event.pk not in known:
            change.create(SeriesEntry(series=series, event=event, kind=kind, weight=weight))


def check_public(series: Series, event: Event):
    if series.is_public and event.visibility != PUBLIC:
        raise RuleViolation(NOT_PUBLIC, event=event.name)


def keep_series(event: Event, repeated: Event):
    """Let an event that repeats another one count for the newest season of its series, in its kind."""
    SeriesEntry.objects.bulk_create(
        (
            SeriesEntry(series=one.series, event=repeated, kind=one.kind, weight=one.weight)
            for one in list_kept_series(event, repeated.visibility)
            if one.series.ended_at is None
        ),
        ignore_conflicts=True,
    )


def leave_other_clubs(event: Event):
    """Take an event that moves to another club out of the series of the former one, whose final it may be."""
    SeriesEntry.objects.filter(event=event).exclude(series__club=event.club_id).delete()
    Series.objects.filter(final=event).exclude(club=event.club_id).update(final=None)
    Series.objects.filter(play_off=event).exclude(club=event.club_id).update(play_off=None)


def leave_events_of_other_clubs(club: Club):
    """Take events that have moved to another club out of series that an undo has brought back."""
    entries = SeriesEntry.objects.filter(series__club=club).exclude(event=None)
    entries.exclude(event__club=club).delete()
    own = Series.objects.filter(club=club)
    own.exclude(final=None).exclude(final__club=club).update(final=None)
    own.exclude(play_off=None).exclude(play_off__club=club).update(play_off=None)


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Event of the series {series} changed: {event}{evening}"))
def change_entry(change: ClubChange, pk: int, entry_pk: int, **columns):
    """Change kind and weight of an event, or name, date and source of an evening from elsewhere."""
    entry = get_entry(change, pk, entry_pk)
    change.edit(entry, **columns)


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Event removed from the series {series}: {event}{evening}"))
def remove_entry(change: ClubChange, pk: int, entry_pk: int):
    """Remove an event, which stays, or an evening from elsewhere with its results."""
    entry = get_entry(change, pk, entry_pk)
    for result in entry.results.all():
        change.delete(result)
    change.delete(entry)


def get_entry(change: ClubChange, pk: int, entry_pk: int) -> SeriesEntry:
    """Return an event of the series; RuleViolation if it is gone. The log entry is about it."""
    series = get_series(change, pk)
    entry = series.entries.filter(pk=entry_pk).first()
    if entry is None:
        raise RuleViolation(_("This event is not in the series any more."))
    change.values |= {"event": entry.event_id} if entry.event_id else {"evening": entry.name}
    return entry


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Series: {people} changed"))
def change_member(change: ClubChange, pk: int, person_pk: int, is_guest: bool, division: str = ""):
    """Make a person a guest, who plays but scores nothing, or a member of one of the own divisions."""
    member = get_member(change, pk, person_pk)
    check_text(division)
    change.edit(member, is_guest=is_guest, division=division)


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Points of {people} in a series adjusted"))
def adjust_points(change: ClubChange, pk: int, person_pk: int, points: Fraction, reason: str):
    """Add points to the total of a person or take some off, with a reason that everybody can read."""
    member = get_member(change, pk, person_pk)
    check_text(reason)
    if not reason.strip():
        raise RuleViolation(_("Enter the reason for the adjustment."))
    if len(member.adjustments) >= MAX_ADJUSTMENTS:
        raise RuleViolation(_("A person can have at most {most} adjustments."), most=MAX_ADJUSTMENTS)
    row = {"points": str(points), "reason": reason, "at": change.now.isoformat()}
    change.edit(member, adjustments=[*member.adjustments, row])


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Adjustment of {people} in a series removed"))
def remove_adjustment(change: ClubChange, pk: int, person_pk: int, at: str):
    """Remove the adjustment that was made at this time."""
    member = get_member(change, pk, person_pk)
    kept = [row for row in member.adjustments if row["at"] != at]
    if kept == member.adjustments:
        raise RuleViolation(_("This adjustment does not exist any more."))
    change.edit(member, adjustments=kept)


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Prize of {people} handed out"))
def give_prize(change: ClubChange, pk: int, person_pk: int):
    """Note that a person has got the prize of the season."""
    change.edit(get_member(change, pk, person_pk), prize_given_at=change.now)


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Prize of {people} not handed out"))
def take_prize_back(change: ClubChange, pk: int, person_pk: int):
    """Note that a person has not got the prize of the season."""
    change.edit(get_member(change, pk, person_pk), prize_given_at=None)


def get_member(change: ClubChange, pk: int, person_pk: int) -> SeriesMember:
    """Return what the series says of a person, stored if it says nothing yet."""
    series = get_series(change, pk)
    person = Person.objects.filter(club=change.club, pk=person_pk).first()
    if person is None:
        raise RuleViolation(_("This person is not in the club any more."))
    change.values |= {"people": [person.pk]}
    member = SeriesMember.objects.filter(series=series, person=person).first()
    return member or change.create(SeriesMember(series=series, person=person))
