"""Seasons at the desk: what comes after the last event, the end, prizes, and the next season."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.support.own_pages import text_of
from tests.support.series import ACTOR, at, club_desk, enter_elsewhere, first_row, fresh_series, make_series
from tournaments.models import Event, Series
from tournaments.rules.errors import RuleViolation
from tournaments.series.actions.series import end_series, start_next_season
from tournaments.series.pages.desk import suggest_next_name

pytestmark = pytest.mark.django_db


@pytest.fixture
def series():
    return make_series(3, 8, "best-four-of-six")


def delay_last_event(series):
    """Let the last event of the series be to come."""
    event = series.entries.last().event
    event.player_results.all().delete()
    Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() + timedelta(days=3))


def test_after_the_last_event_the_strong_button_repeats_it(series):
    page = club_desk(series).get(at(series, "series_desk")).content.decode()
    newest = series.entries.order_by("event__starts_at").last().event
    assert f'<a class="button strong" href="{reverse("repeat_event", args=[newest.slug])}">' in page
    assert f'<a class="button" href="{at(series, "end_series")}">' in page
    delay_last_event(series)
    page = text_of(club_desk(series).get(at(series, "series_desk")))
    assert "Repeat the last event" not in page and "End the season" not in page


def test_after_the_planned_events_the_strong_button_ends_the_season(series):
    Series.objects.update(rules={**series.rules, "planned_events": 3})
    page = club_desk(series).get(at(series, "series_desk")).content.decode()
    assert f'<a class="button strong" href="{at(series, "end_series")}">' in page


def test_after_the_final_the_strong_button_ends_the_season(series):
    final = series.entries.order_by("event__starts_at").last().event
    Series.objects.update(final=final)
    page = club_desk(series).get(at(series, "series_desk")).content.decode()
    assert f'<a class="button strong" href="{at(series, "end_series")}">' in page
    assert "Repeat the last event" not in page


def test_the_end_of_a_season_asks_and_names_what_is_to_come(series):
    desk = club_desk(series)
    assert "still to come" not in text_of(desk.get(at(series, "end_series")))
    delay_last_event(series)
    page = text_of(desk.get(at(series, "end_series")))
    assert "An event is still to come." in page and series.entries.last().event.name in page
    assert not fresh_series(series).ended_at
    assert desk.post(at(series, "end_series")).url == at(series, "series_desk")
    assert fresh_series(series).ended_at
    assert desk.get(at(series, "end_series")).url == at(series, "series_desk")


def test_each_event_says_how_many_played_and_who_won(series):
    enter_elsewhere(series, "Ann 9\nBob 3")
    page = text_of(club_desk(series).get(at(series, "series_desk")))
    assert "8 players" in page and "2 players · won by Ann" in page


def test_prizes_are_handed_out_after_the_season(series):
    desk = club_desk(series)
    form = {"name": "League", "is_public": "on", "prizes": "2–4: a pack\n1: a cup"}
    assert "begin with a rank" in text_of(
        desk.post(at(series, "series_settings"), form | {"prizes": "cup: 1"})
    )
    desk.post(at(series, "series_settings"), form)
    assert fresh_series(series).prizes[0] == {"first": 1, "last": 1, "text": "a cup"}
    assert "Hand them out after the end" in text_of(desk.get(at(series, "series_people")))
    answer = desk.post(at(series, "end_series"))
    assert answer.url == at(series, "series_people")
    assert "Hand out the prizes" in text_of(desk.get(at(series, "series_desk")))
    winner = first_row(series).row.person
    desk.post(at(series, "series_member_button", winner), {})
    assert "handed out" in text_of(desk.get(at(series, "series_people")))
    desk.post(at(series, "next_series"), {"name": "League, spring"})
    assert Series.objects.get(previous=series).name == "League, spring"
    assert "Next season: League, spring" in text_of(desk.get(at(series, "series_desk")))


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Friday league", "Friday league 2"),
        ("Friday league 9", "Friday league 10"),
        ("League, autumn 2026", "League, autumn 2027"),
        ("2026/27 season", "2027/28 season"),
    ],
)
def test_the_next_season_is_suggested_a_name_of_its_own(series, name, following):
    Series.objects.update(name=name)
    assert suggest_next_name(fresh_series(series)) == following


def test_the_next_season_cannot_have_the_name_of_the_one_before(series):
    end_series(series.club, ACTOR, series.pk)
    with pytest.raises(RuleViolation):
        start_next_season(series.club, ACTOR, series.pk, " league ")
    start_next_season(series.club, ACTOR, series.pk, "League 2")
    # A name that another series has is not suggested.
    assert suggest_next_name(fresh_series(series)) == "League 3"
