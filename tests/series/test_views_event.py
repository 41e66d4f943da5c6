"""From an event to its series and back: links, the event that repeats it, and the person's own row."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.support.club_seasons import make_season
from tests.support.own_pages import text_of
from tests.support.people import signed_in
from tests.support.series import ACTOR, club_desk, fresh_series, make_series
from tournaments.models import Club, ClubStaff, Event, NextSeed, Series, SeriesEntry
from tournaments.models.player import new_token
from tournaments.series.actions.entries import add_events
from tournaments.series.actions.series import create_series, end_series, start_next_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def series():
    series = make_series(3, 6)
    # The page About shows the hash of it.
    NextSeed.objects.bulk_create(NextSeed(event=event, seed="a seed") for event in series.club.events.all())
    return series


def last_event(series):
    return series.entries.select_related("event").last().event


def at(event, name):
    return reverse(name, args=[event.slug])


def next_season(series, name="Spring") -> Series:
    start_next_season(Club.objects.get(pk=series.club_id), ACTOR, series.pk, name)
    return Series.objects.get(name=name)


@pytest.fixture
def organiser_of_club(series, organiser):
    ClubStaff.objects.create(club=series.club, user=organiser, role="owner")
    return organiser


def repeat(event, user):
    """Repeat an event through the page; return the new event's entry in a series, None without one."""
    form = {"name": "Friday 99", "day": "2030-01-04", "start": "19:00", "timezone": "UTC"}
    answer = signed_in(user).post(at(event, "repeat_event"), form)
    assert answer.status_code == 302
    return SeriesEntry.objects.filter(event__name="Friday 99").first()


def test_an_event_leads_to_the_table_of_its_series_from_its_page_about_and_the_desk(
    client, series, organiser_of_club
):
    event, address = last_event(series), reverse("series", args=[series.club.slug, series.slug])
    for name in ("event", "about"):
        assert f'href="{address}"' in client.get(at(event, name)).content.decode()
    assert "Series: League" in text_of(client.get(at(event, "event")))
    desk = signed_in(organiser_of_club).get(at(event, "desk")).content.decode()
    assert f'href="{reverse("series_desk", args=[series.club.slug, series.slug])}"' in desk


def test_a_final_says_whose_it_is_and_its_series_leads_to_it_if_everybody_may_see_it(client, series):
    event = last_event(series)
    series.entries.filter(event=event).delete()
    Series.objects.filter(pk=series.pk).update(final=event)
    assert "Final of: League" in text_of(client.get(at(event, "event")))
    table = reverse("series", args=[series.club.slug, series.slug])
    assert f"Final: {event.name}" in text_of(client.get(table))
    Event.objects.filter(pk=event.pk).update(visibility="private")
    assert f"Final: {event.name}" not in text_of(client.get(table))


@pytest.mark.parametrize("hidden", ["is_public", "is_published"])
def test_a_series_that_is_not_public_is_not_named_on_its_events(client, series, organiser_of_club, hidden):
    model = Series if hidden == "is_public" else Club
    model.objects.update(**{hidden: False})
    event = last_event(series)
    for name in ("event", "about"):
        assert "League" not in text_of(client.get(at(event, name)))
    assert "Series: League" in text_of(signed_in(organiser_of_club).get(at(event, "desk")))


def test_repeating_the_last_event_of_a_season_that_has_ended_counts_for_the_next(series, organiser_of_club):
    event = last_event(series)
    end_series(Club.objects.get(), ACTOR, series.pk)
    page = text_of(signed_in(organiser_of_club).get(at(event, "repeat_event")))
    assert "The season “League” has ended: the event will not count for it." in page
    spring = next_season(series)
    page = text_of(signed_in(organiser_of_club).get(at(event, "repeat_event")))
    assert "The event counts for the series “Spring”." in page
    assert repeat(event, organiser_of_club).series == spring


def test_repeating_an_event_follows_the_seasons_to_the_newest_one(series, organiser_of_club):
    summer = next_season(next_season(series), "Summer")
    assert repeat(last_event(series), organiser_of_club).series == summer


def test_repeating_an_event_of_a_season_that_ended_for_good_counts_for_no_series(series, organiser_of_club):
    end_series(Club.objects.get(), ACTOR, series.pk)
    assert repeat(last_event(series), organiser_of_club) is None


def own_person(series):
    person = series.club.people.first()
    person.token = new_token()
    person.save()
    return person


def test_the_own_page_says_the_rank_and_what_is_needed_and_the_table_marks_the_own_row(client, series):
    person, table = own_person(series), reverse("series", args=[series.club.slug, series.slug])
    assert 'class="mine"' not in client.get(table).content.decode()
    page = text_of(client.get(reverse("own_club_page", args=[series.club.slug, person.token])))
    assert "Series" in page and "League" in page
    marked = client.get(table).content.decode()
    assert f'<tr data-key="{person.public_id}" class="mine">' in marked and marked.count('class="mine"') == 1
    assert 'class="mine"' not in club_desk(series).get(table).content.decode()


def test_the_own_page_takes_the_same_number_of_queries_however_many_play(client):
    numbers = []
    for people in (4, 12):
        series = series_of(f"club-{people}", people)
        address = reverse("own_club_page", args=[series.club.slug, own_person(series).token])
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        numbers.append(len(queries))
    assert numbers[0] == numbers[1]


def series_of(slug, people):
    club = make_season(3, people, slug)
    series = create_series(club, ACTOR, "League", "ten-eight-six")
    add_events(club, ACTOR, series.pk, [event.pk for event in club.events.all()])
    return fresh_series(series)
