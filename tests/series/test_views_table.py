"""The public table of a series: what its numbers add up to, live events, and links to parts of the page."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import friday, paired, played, reported
from tests.support.own_pages import text_of
from tests.support.series import ACTOR, enter_elsewhere, fresh_series, make_series
from tournaments.clubs.actions import publish_club
from tournaments.models import Club, Series
from tournaments.series.actions.entries import add_events, adjust_points
from tournaments.series.actions.series import create_series
from tournaments.series.pages.loading import get_series_facts

pytestmark = pytest.mark.django_db


def at(series, name="series", *more):
    return reverse(name, args=[series.club.slug, series.slug, *more])


def first_row(series):
    return get_series_facts(fresh_series(series), timezone.now()).table.rows[0].row


def live_series(event) -> Series:
    """Return a series in which this event counts, which is played now."""
    publish_club(event.club, ACTOR, "The Lantern", "the-lantern")
    series = create_series(Club.objects.get(), ACTOR, "League", "ten-eight-six")
    add_events(series.club, ACTOR, series.pk, [event.pk])
    return fresh_series(series)


def test_an_explanation_that_is_loaded_alone_leaves_the_address_of_the_whole_page(client):
    series = make_series(4, 6)
    person = first_row(series).person
    for division in ({}, {"now": "1"}):
        answer = client.get(at(series), division | {"open": f"{person}:total", "part": "explanation"})
        assert answer["HX-Push-Url"] == f"{at(series)}?open={person}:total"
    assert client.get(answer["HX-Push-Url"]).content.startswith(b"<!doctype html>")
    closed = client.get(at(series), {"part": "explanation"})
    assert closed["HX-Push-Url"] == at(series)


def test_a_live_event_is_counted_as_soon_as_all_results_of_a_round_are_in(client, organiser):
    event = paired(friday(organiser, ["Ann", "Bob", "Cleo", "Dan"]), organiser)
    series = live_series(event)
    page = text_of(client.get(at(series)))
    assert "Live now" in page and "If it ended now" not in page
    assert "No results yet" in text_of(client.get(at(series), {"now": "1"}))
    event = reported(event, organiser, 1)
    assert "If it ended now" not in text_of(client.get(at(series)))
    reported(event, organiser)
    assert "If it ended now" in text_of(client.get(at(series)))
    rows = client.get(at(series), {"now": "1"}).content.decode()
    # Two have won, two have lost: (10 + 8) / 2 and (6 + 4) / 2.
    assert rows.count("<b>9</b></a></td>") == 2 and rows.count(">5</a></td>") == 4


def test_the_table_has_a_column_for_the_live_event_and_says_nothing_of_what_it_can_bring_twice(
    client, organiser
):
    event = played(friday(organiser, ["Ann", "Bob", "Cleo", "Dan"]), organiser)
    series = live_series(event)
    enter_elsewhere(series, "Ann 3\nBob 2")
    page = client.get(at(series))
    assert page.content.decode().count('class="event ahead" scope="col"') == 1
    assert "at most +10" in text_of(page)
    assert "at most" not in text_of(client.get(at(series), {"now": "1"}))


def test_points_besides_those_of_events_have_a_column_so_that_rows_add_up(client):
    series = make_series(2, 6)
    row = first_row(series)
    assert "Other points" not in text_of(client.get(at(series)))
    person = series.club.people.get(public_id=row.person)
    adjust_points(series.club, ACTOR, series.pk, person.pk, 3, "Helped to set up")
    adjust_points(series.club, ACTOR, series.pk, person.pk, -1, "No decklist")
    page = client.get(at(series))
    assert "Other points: for attendance, or adjustments" in text_of(page)
    assert ">+2</a></td>" in page.content.decode()
    opened = text_of(client.get(at(series), {"open": f"{row.person}:other"}))
    assert "Helped to set up" in opened and "− 1" in opened
    paper = client.get(at(series, "print_series"))
    assert "+2</td>" in paper.content.decode() and "Other points: for" in text_of(paper)
