"""The words of the rules of a series: in their form, in that of a new series, and on their public page."""

import pytest
from django.urls import reverse

from tests.support.own_pages import text_of
from tests.support.series import ACTOR, club_desk, fresh_series, make_series
from tournaments.models import Series
from tournaments.series.actions.series import end_series

pytestmark = pytest.mark.django_db


def at(series, name="series", *more):
    return reverse(name, args=[series.club.slug, series.slug, *more])


@pytest.fixture
def series():
    return make_series(2, 4, "best-four-of-six")


def test_each_preset_names_the_league_that_it_comes_from(series):
    page = text_of(club_desk(series).get(reverse("new_series", args=[series.club.slug])))
    assert "The best four evenings count. From: Store Commander leagues: griffonest.com" in page
    assert page.index("Best four of six") < page.index("Who sees it")


def test_the_form_of_the_rules_says_what_ties_compare(series):
    page = text_of(club_desk(series).get(at(series, "change_series_rules")))
    assert "Most first places, then most second places" in page
    assert "Who has played in fewer stands below, without a rank." in page
    person = series.club.people.first().public_id
    assert "Leave blank for none." in text_of(club_desk(series).get(at(series, "series_member", person)))


def test_the_public_rules_say_what_a_kind_is_multiplied_by(client, series):
    rules = {**series.rules, "scoring": {**series.rules["scoring"], "kind_weights": {"cup": "3/2"}}}
    Series.objects.update(rules=rules)
    page = text_of(client.get(at(series, "series_rules")))
    assert "The points of events of the kind “cup” are multiplied by 1.5." in page
    assert "The organiser began with the rules of another league." in page


def test_an_ended_season_has_one_strong_button(series):
    end_series(series.club, ACTOR, series.pk)
    page = club_desk(series).get(at(fresh_series(series), "series_desk")).content.decode()
    before_events = page[: page.index("Events of the series")]
    assert before_events.count("button strong") == 1 and "link action" not in before_events
