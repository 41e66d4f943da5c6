"""A club with a series of Friday nights, made as rows without playing them."""

from datetime import date
from decimal import Decimal

from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils import timezone

from tests.support.club_seasons import make_season
from tests.support.people import signed_in
from tournaments.changes.change import Actor
from tournaments.models import Club, ClubStaff, Series
from tournaments.series.actions.elsewhere import add_elsewhere, parse_results
from tournaments.series.actions.entries import add_events
from tournaments.series.actions.series import create_series
from tournaments.series.pages.loading import get_series_facts

ACTOR = Actor("Ann")


def make_series(events=4, people=8, preset="ten-eight-six", in_series=None, **columns) -> Series:
    """Return a series with these events of a new club, in each of which all its people play."""
    club = make_season(events, people)
    series = create_series(club, ACTOR, "League", preset, **columns)
    chosen = club.events.order_by("pk")[: in_series or events]
    add_events(club, ACTOR, series.pk, [event.pk for event in chosen])
    return fresh_series(series)


def fresh_series(series: Series) -> Series:
    return Series.objects.select_related("club").get(pk=series.pk)


def at(series: Series, name="series", *more) -> str:
    return reverse(name, args=[series.club.slug, series.slug, *more])


def first_row(series: Series):
    return get_series_facts(fresh_series(series), timezone.now()).table.rows[0]


def enter_elsewhere(series: Series, text: str, column="points", weight=1, **facts):
    """Enter an evening from elsewhere as a pasted list; its numbers are of this column."""
    values = {"name": "Before", "date": date(2020, 12, 4)} | facts
    results = parse_results(text, column)
    club = Club.objects.get(pk=series.club_id)
    return add_elsewhere(club, ACTOR, series.pk, results, column, weight=Decimal(weight), **values)


def club_desk(series: Series, role="organiser"):
    """Return the browser of somebody with a role in the club of the series."""
    user = get_user_model().objects.get_or_create(username=f"club {role}")[0]
    ClubStaff.objects.get_or_create(club=series.club, user=user, defaults={"role": role})
    return signed_in(user)
