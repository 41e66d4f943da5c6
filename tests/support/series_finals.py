"""Finals of series: a season from elsewhere, invitations, answers, and the buttons of the desk."""

import re

from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import actor_of, fresh
from tournaments.changes.change import Actor
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
    """Create the final of a series with these seats, and return its event."""
    create_final(series.club, actor_of(organiser), series.pk, FINALS, seats, **options)
    series.refresh_from_db()
    return series.final


def states(event) -> dict[str, str]:
    """Return the state of each entry by name."""
    return {row.name: row.state for row in event.registrations.order_by("order")}


def token(event, name):
    return event.registrations.get(name=name).token


def answer(event, action, *names):
    """Answer the invitations of these people with an action."""
    for name in names:
        action(fresh(event), Actor(name), token(event, name))


def form_of(page) -> dict:
    """Return the hidden fields of the page's form, without the key that would make a repeated press one."""
    fields = dict(re.findall(r'name="(version|event_version|tie)" value="([^"]*)"', page))
    assert len(fields) == 3
    return fields


def press(desk, series, fields, button):
    """Press a button of the final's page, as loaded with these fields; return the page with its toast."""
    address = reverse("series_final", args=[series.club.slug, series.slug])
    page = desk.post(address, {**fields, "do": button}, follow=True).content.decode()
    return page.replace("&#39;", "’")


def loaded(desk, series) -> dict:
    """Return the fields of the final's page as it is now."""
    return form_of(desk.get(reverse("series_final", args=[series.club.slug, series.slug])).content.decode())
