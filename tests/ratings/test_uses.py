"""Ratings in the divisions of a series, in the format lab, and in the backup of a site."""

import json
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.backups.archives import backup_of, make_zip
from tests.support.people import signed_in
from tests.support.ratings import ACTOR, NAMES, by_hand, calculate, rated_club, ratings_of
from tournaments.log.actions.backups import restore
from tournaments.models import Club, ClubStaff, Event, PersonRating, RatingList, Series, SimulationRun
from tournaments.rules.errors import RuleViolation
from tournaments.rules.series.divisions import RatingDivision
from tournaments.rules.series.stored_rules import read_rules
from tournaments.series.actions.entries import add_events
from tournaments.series.actions.series import change_rules, create_series
from tournaments.series.pages.loading import get_series_facts
from tournaments.series.pages.table import table_of

pytestmark = pytest.mark.django_db
FORM = {
    "plan-players": "",
    "plan-draws": "0",
    "plan-events": "30",
    "plan-seed": "1",
    "format-TOTAL_FORMS": "4",
    "format-INITIAL_FORMS": "2",
    "format-0-base": "rulebook:chess",
    "format-1-base": "rulebook:magic",
}


@pytest.fixture
def rating_list():
    return rated_club(4)


@pytest.mark.parametrize(("role", "is_offered"), [("organiser", True), ("judge", False)])
def test_the_lab_offers_the_players_of_the_last_event_to_those_who_manage_people(
    rating_list, organiser, role, is_offered
):
    ClubStaff.objects.create(club=rating_list.club, user=organiser, role=role)
    page = signed_in(organiser).get(reverse("lab")).content.decode()
    assert ("Friday 4" in page) == is_offered


def test_a_simulation_plays_with_the_ratings_of_the_last_event_without_names(rating_list, organiser):
    ClubStaff.objects.create(club=rating_list.club, user=organiser, role="owner")
    answer = signed_in(organiser).post(
        reverse("run_simulation"), FORM | {"plan-difference": f"ratings:{rating_list.pk}"}
    )
    assert answer.status_code == 302, answer.content.decode()
    last = PersonRating.objects.filter(rated_event__event__name="Friday 4")
    names = set(last.values_list("person__name", flat=True))
    expected = sorted(
        (round(rating / 10) * 10 for name, rating in ratings_of(rating_list).items() if name in names),
        reverse=True,
    )
    plan = SimulationRun.objects.get().plan
    assert plan["ratings"] == {"list": expected} and plan["players"] == len(expected)
    assert not any(name in json.dumps(plan) for name in names)


def test_nobody_else_can_simulate_with_the_ratings(rating_list, organiser):
    answer = signed_in(organiser).post(
        reverse("run_simulation"),
        FORM | {"plan-difference": f"ratings:{rating_list.pk}", "plan-players": "8"},
    )
    assert answer.status_code == 422 and not SimulationRun.objects.exists()


@pytest.fixture
def series(rating_list):
    """A series of the last two of the four events, with two divisions by rating."""
    series = create_series(rating_list.club, ACTOR, "League", "ten-eight-six")
    later = Event.objects.filter(name__in=["Friday 3", "Friday 4"]).values_list("pk", flat=True)
    add_events(rating_list.club, ACTOR, series.pk, [*later])
    divisions = (RatingDivision("Masters", lowest=1600), RatingDivision("Rest", below=1600))
    rules = replace(read_rules(Series.objects.get().rules), divisions=divisions)
    change_rules(rating_list.club, ACTOR, series.pk, rules)
    return Series.objects.select_related("club").get()


def people_of(series, division):
    facts = get_series_facts(series, timezone.now())
    return {one.row.name for one in table_of(facts, division).rows}


def test_divisions_by_rating_have_the_ratings_before_the_first_event_of_the_series(rating_list, series):
    rows = PersonRating.objects.filter(rated_event__event__name__in=["Friday 1", "Friday 2"]).order_by("pk")
    before = dict(rows.values_list("person__name", "after"))
    masters = {name for name in NAMES if before[name] >= 1600}
    assert masters != {name for name in NAMES if ratings_of(rating_list)[name] >= 1600}
    assert people_of(series, "Masters") == masters and people_of(series, "Rest") == {*NAMES} - masters


@pytest.mark.parametrize("without", ["a list that is on", "the game"])
def test_without_ratings_everybody_is_in_the_lowest_division(series, without):
    if without == "the game":
        Event.objects.update(game="Chess")
    else:
        RatingList.objects.update(is_on=False)
    assert people_of(series, "Masters") == set() and people_of(series, "Rest") == {*NAMES}


def test_the_page_of_a_division_follows_the_ratings_at_once(client, series):
    address = reverse("series", args=[series.club.slug, series.slug]) + "?division=Masters"
    before, name = client.get(address).content.decode(), people_of(series, "Masters").pop()
    PersonRating.objects.filter(person__name=name).update(after=1000)
    after = client.get(address).content.decode()
    assert name in before and name not in after.partition("<table")[2]


def test_the_settings_are_in_the_backup_of_a_site_and_the_ratings_are_calculated_again(rating_list):
    before, settings = ratings_of(rating_list), rating_list.settings
    files = backup_of(*Event.objects.values_list("slug", flat=True))
    assert not any("after" in json.loads(files[name])[0] for name in files if "/ratings/" in name)
    Event.objects.all().delete()
    Club.objects.all().delete()
    restore(make_zip(files))
    restored = RatingList.objects.get()
    assert restored.settings == settings and not PersonRating.objects.exists()
    calculate()
    assert ratings_of(restored) == pytest.approx(before)
    assert by_hand(restored) == pytest.approx(before)
    entry = restored.club.log.get(action="switch_on_ratings")
    assert entry.values == {"rating_list": restored.pk}
    assert list(entry.changes) == [f"ratinglist:{restored.pk}"]


@pytest.mark.parametrize("settings", [{"k": "32"}, {"k": -1}, {"other": 1}, {"k_from": [[2400]]}])
def test_a_backup_with_settings_that_make_no_sense_restores_nothing(rating_list, settings):
    files = backup_of(*Event.objects.values_list("slug", flat=True))
    name = next(name for name in files if "/ratings/" in name)
    files[name] = json.dumps([json.loads(files[name])[0] | {"settings": settings}])
    Event.objects.all().delete()
    Club.objects.all().delete()
    with pytest.raises(RuleViolation):
        restore(make_zip(files))
    assert not RatingList.objects.exists() and not Club.objects.exists()
