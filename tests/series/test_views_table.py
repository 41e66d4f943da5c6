"""The public table of a series: what its numbers add up to, live events, and links to parts of the page."""

from datetime import timedelta
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import friday, paired, played, reported
from tests.support.own_pages import text_of
from tests.support.series import ACTOR, club_desk, enter_elsewhere, fresh_series, make_series
from tournaments.clubs.actions import publish_club
from tournaments.models import Club, Event, Series
from tournaments.rules.series.stored_rules import read_rules
from tournaments.series.actions.entries import add_events, adjust_points, change_member
from tournaments.series.actions.series import (
    change_rules,
    change_series,
    create_series,
    end_series,
    start_next_season,
)
from tournaments.series.pages.loading import get_series_facts
from tournaments.series.pages.race import FRAMES, MAX_NAMED, draw_races
from tournaments.web.charts import LETTER_WIDTH

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


def plan_events(series, number):
    rules = read_rules(series.rules | {"planned_events": number})
    change_rules(Club.objects.get(pk=series.club_id), ACTOR, series.pk, rules)


def test_a_season_that_says_how_many_events_it_has_says_what_each_person_needs_without_dates(client):
    series = make_series(3, 6)
    page = text_of(client.get(at(series)))
    assert "What you need" not in page and "3 events · 6 players" in page
    plan_events(series, 5)
    page = text_of(client.get(at(series)))
    assert "What you need" in page and "After 3 of 5 events" in page and "at most +20" in page
    row = first_row(series)
    opened = text_of(client.get(at(series), {"open": f"{row.person}:need"}))
    assert "Best results in 2 events without a date" in opened and "+ 20" in opened
    assert "Total at most" in opened and f"{row.total + 20}" in opened
    assert "With the best results, and if nobody else scores, the rank is 1st." in opened
    end_series(series.club, ACTOR, series.pk)
    assert client.get(at(series), {"open": f"{row.person}:need", "part": "explanation"}).content == b""


def test_a_lead_that_nobody_can_catch_has_won(client):
    series = make_series(1, 6)
    plan_events(series, 2)
    row = first_row(series)
    person = series.club.people.get(public_id=row.person)
    adjust_points(series.club, ACTOR, series.pk, person.pk, 30, "Ran the league")
    page = text_of(client.get(at(series)))
    assert "has won, can’t be caught" in page and "at best 2nd, with +10" in page
    opened = text_of(client.get(at(series), {"open": f"{row.person}:need"}))
    assert "Nobody else can reach first place any more." in opened


def test_the_number_of_events_is_set_with_the_rules_and_the_next_season_has_it_too():
    series = make_series(1, 4, "best-four-of-six")
    assert series.rules["planned_events"] == 6
    desk = club_desk(series)
    form = {"by": "place", "places": "10 8", "tied": "average", "of": "final", "close_up": "on"}
    for prefix in ("steps", "kinds", "achievements", "divisions"):
        form |= {f"{prefix}-TOTAL_FORMS": "0", f"{prefix}-INITIAL_FORMS": "0"}
    desk.post(at(series, "change_series_rules"), form | {"planned_events": "12"})
    assert fresh_series(series).rules["planned_events"] == 12
    start_next_season(series.club, ACTOR, series.pk, "Spring")
    assert Series.objects.get(name="Spring").rules["planned_events"] == 12


def test_a_total_names_the_results_that_count_and_a_rank_the_rows_next_to_it(client):
    series = make_series(5, 6, "best-four-of-six")
    row, second = (one.row for one in get_series_facts(series, timezone.now()).table.rows[:2])
    opened = text_of(client.get(at(series), {"open": f"{row.person}:total"})).partition("Close")[0]
    assert "4 of 5 results count" in opened
    events = {entry.event.slug: entry.event.name for entry in series.entries.select_related("event")}
    for cell in row.cells:
        assert (f"{events[cell.event]}," in opened) == (cell.struck_out is None)
    opened = text_of(client.get(at(series), {"open": f"{row.person}:rank", "part": "explanation"}))
    assert f"2 {second.name}" in opened and row.name in opened


def test_a_place_that_is_better_than_in_the_event_says_that_a_guest_was_ahead(client):
    series = make_series(1, 4)
    winner, second = (one.row for one in get_series_facts(series, timezone.now()).table.rows[:2])
    event = series.entries.get().event.slug
    opened = text_of(client.get(at(series), {"open": f"{second.person}:{event}"}))
    assert "guests score nothing" not in opened
    guest = series.club.people.get(public_id=winner.person)
    change_member(series.club, ACTOR, series.pk, guest.pk, True)
    opened = text_of(client.get(at(series), {"open": f"{second.person}:{event}"}))
    assert "The event has place 2: guests score nothing, and players behind them move up." in opened


def test_the_prizes_of_the_season_are_public_and_name_who_gets_them_at_its_end(client):
    series = make_series(2, 6)
    prizes = [{"first": 1, "last": 1, "text": "a playmat"}, {"first": 2, "last": 3, "text": "a pack"}]
    change_series(Club.objects.get(), ACTOR, series.pk, prizes=prizes)
    rows = [one.row for one in get_series_facts(series, timezone.now()).table.rows]
    page = text_of(client.get(at(series))).partition("Prizes")[2]
    assert "1 a playmat" in page and "2–3 a pack" in page and rows[0].name not in page
    end_series(Club.objects.get(), ACTOR, series.pk)
    page = text_of(client.get(at(series))).partition("Prizes")[2]
    assert f"a playmat {rows[0].name}" in page and f"a pack {rows[1].name}, {rows[2].name}" in page


def test_a_screen_shows_few_people_in_one_column(client):
    assert b'class="panel few"' in client.get(at(make_series(1, 9), "series_screen")).content


def test_the_ended_table_and_its_race_leave_out_events_that_were_not_played(client):
    series = make_series(4, 6)
    event = series.entries.select_related("event").last().event
    event.player_results.all().delete()
    Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() + timedelta(days=300))
    day = (timezone.now() + timedelta(days=300)).strftime("%-d %b")
    assert day in text_of(client.get(at(series)))
    end_series(Club.objects.get(), ACTOR, series.pk)
    assert day not in text_of(client.get(at(series)))


@pytest.mark.parametrize("name", FRAMES)
def test_long_totals_of_the_race_stand_between_their_lines_and_the_names(name):
    series = make_series(3, 6)
    for person, points in zip(series.club.people.order_by("pk")[:2], ("100.25", "-2"), strict=True):
        adjust_points(Club.objects.get(), ACTOR, series.pk, person.pk, Fraction(points), "Prize")
    race = draw_races(get_series_facts(fresh_series(series), timezone.now()))[name]
    totals = [mark for mark in race.marks if mark.shape == "words" and mark.look == "number"]
    names = [mark for mark in race.marks if mark.shape == "words" and mark.look == "name"]
    dots = [mark for mark in race.marks if mark.shape == "dot"]
    assert len(totals[0].text) == 6 and len(totals) == MAX_NAMED
    for total, person, dot in zip(totals, names, dots, strict=True):
        assert dot.x + 28 < total.x - LETTER_WIDTH * len(total.text) and total.x < person.x
        assert person.x + LETTER_WIDTH * len(person.text) <= race.width
