"""A series of six people, and its final."""

from django.utils import timezone

from tests.support.desk_events import actor_of
from tournaments.clubs.actions import get_or_create_club
from tournaments.models import ElsewhereResult, Person, Series, SeriesEntry
from tournaments.rules.history import BRACKET, EventHistory, PhaseRecord
from tournaments.rules.series.presets import find_preset
from tournaments.rules.series.stored_rules import write_rules
from tournaments.series.actions.final import create_final

NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn"]
FINALS = EventHistory("Final", "magic", phases=(PhaseRecord(BRACKET, "Final", {"finals": "single"}),))


def series_of(organiser, *points):
    """A series with these points of an evening from elsewhere."""
    club = get_or_create_club(organiser, None)
    rules = write_rules(find_preset("monthly-shop-league").rules)
    series = Series.objects.create(club=club, slug="league", name="League", rules=rules)
    day = timezone.localdate()
    entry = SeriesEntry.objects.create(series=series, name="Evening", date=day)
    for name, value in zip(NAMES, points, strict=False):
        person = Person.objects.create(club=club, name=name, public_name=name, key=name.casefold())
        ElsewhereResult.objects.create(entry=entry, person=person, points=value)
    return series


def invite(series, organiser, seats=4, **options):
    create_final(series.club, actor_of(organiser), series.pk, FINALS, seats, **options)
    series.refresh_from_db()
    return series.final


def token(event, name):
    return event.registrations.get(name=name).token
