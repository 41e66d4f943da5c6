"""The pages of a series: the table with what it explains, and the desk where it is set up."""

import csv
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import actor_of, fresh, friday, played
from tests.support.own_pages import text_of
from tests.support.series import ACTOR, at, club_desk, enter_elsewhere, first_row, fresh_series, make_series
from tournaments.clubs.actions import publish_club
from tournaments.events.actions.events import change_settings
from tournaments.models import Club, Event, Series
from tournaments.series.actions.entries import add_events, adjust_points
from tournaments.series.actions.series import change_series, create_series, end_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def series():
    return make_series(5, 8, "best-four-of-six")


def test_everybody_sees_a_public_series_of_a_published_club(client, series):
    page = text_of(client.get(at(series)))
    assert (
        "League" in page and "After 5 of 6 events · best 4 count · 8 players" in page and "The race" in page
    )
    for name in ("series_rules", "print_series", "series_screen"):
        assert client.get(at(series, name)).status_code == 200
    assert "Poster" in text_of(client.get(at(series, "print_series") + "?sheet=poster"))


@pytest.mark.parametrize("hidden", ["is_public", "is_published"])
def test_a_series_that_is_not_public_is_for_the_staff_alone(client, series, hidden):
    if hidden == "is_public":
        Series.objects.update(is_public=False)
    else:
        Club.objects.update(is_published=False)
    assert client.get(at(series)).status_code == 404
    assert client.get(at(series, "series_screen")).status_code == 404
    assert club_desk(series, "judge").get(at(series)).status_code == 200


def test_each_number_opens_its_sum(client, series):
    row = first_row(series).row
    cell = next(one for one in row.cells if one.struck_out is None)
    answer = client.get(at(series), {"open": f"{row.person}:{cell.event}"})
    assert answer.content.count(b'<tr class="working"') == 1 and b"&lt;" not in answer.content
    page = text_of(answer)
    assert "Points for this event" in page and "without this result the total would be" in page
    struck = next(one for one in row.cells if one.struck_out)
    page = text_of(client.get(at(series), {"open": f"{row.person}:{struck.event}"}))
    assert "Only the 4 best results count" in page


def test_a_rank_says_what_decided_it_and_a_total_what_it_is_made_of(client, series):
    person = series.club.people.get(public_id=first_row(series).row.person)
    adjust_points(series.club, ACTOR, series.pk, person.pk, 3, "Helped to set up")
    key = person.public_id
    assert "Ahead of" in text_of(client.get(at(series), {"open": f"{key}:rank"}))
    page = text_of(client.get(at(series), {"open": f"{key}:total"}))
    assert "4 of 5 results count" in page and "Helped to set up" in page and "+ 3" in page


def test_the_explanation_alone_is_a_row(client, series):
    row = first_row(series).row
    answer = client.get(at(series), {"open": f"{row.person}:total", "part": "explanation"})
    assert answer.content.startswith(b'<tr class="working"')
    for cell in ("nobody:total", f"{row.person}:nothing", "", "%00:rank"):
        assert client.get(at(series), {"open": cell, "part": "explanation"}).content == b""


def test_a_change_of_name_or_result_shows_at_once_although_the_table_is_kept(client, series):
    before = text_of(client.get(at(series)))
    person = series.club.people.first()
    enter_elsewhere(series, "Newcomer 99")
    assert "Newcomer" in text_of(client.get(at(series))) and "Newcomer" not in before
    desk = club_desk(series)
    address = reverse("club_person", args=[series.club.slug, person.public_id])
    desk.post(address, {"name": person.name, "public_name": "Ann O.", "version": "99"})
    page = text_of(client.get(at(series)))
    assert "Ann O." in page and person.name not in page


def test_what_is_possible_is_said_while_events_are_to_come(client, series):
    event = series.entries.last().event
    event.player_results.all().delete()
    Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() + timedelta(days=3))
    page = text_of(client.get(at(series)))
    assert "What you need" in page and "After 4 of 6 events" in page and "at most +" in page
    end_series(series.club, ACTOR, series.pk)
    assert "What you need" not in text_of(client.get(at(series)))


def test_what_is_possible_by_record_is_known_when_the_rounds_of_the_event_are(client):
    series = make_series(3, 4, "legacy-series")
    event = series.entries.last().event
    event.player_results.all().delete()
    Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() + timedelta(days=3))
    assert "at most" not in text_of(client.get(at(series)))
    # 1 point for taking part and 1 for each win of three rounds.
    change_settings(fresh(event), ACTOR, 1, rounds=3)
    assert "at most +4" in text_of(client.get(at(series)))


def test_the_csv_has_every_event_and_no_formula(client, series):
    person = series.club.people.first()
    person.public_name = "=1+1"
    person.save()
    answer = client.get(at(series), {"format": "csv"})
    rows = list(csv.reader(answer.content.decode().splitlines()))
    assert len(rows) == 9 and len(rows[0]) == 11
    assert "'=1+1" in [row[1] for row in rows]


def test_the_rules_page_says_them_in_sentences_with_the_source(client, series):
    page = text_of(client.get(at(series, "series_rules")))
    assert "Place 1: 10, place 2: 8, place 3: 6" in page
    assert "The best 4 results count." in page and "pittsburghchessclub.org" in page


def test_a_shop_sets_up_its_league_in_two_forms(series):
    desk = club_desk(series)
    club = series.club
    assert "monthly-shop-league" in desk.get(reverse("new_series", args=[club.slug])).content.decode()
    form = {"name": "Autumn league", "preset": "formula-1", "is_public": "on"}
    answer = desk.post(reverse("new_series", args=[club.slug]), form)
    created = Series.objects.get(slug="autumn-league")
    assert answer.url == at(created, "series_desk")
    events = list(club.events.values_list("pk", flat=True))
    desk.post(at(created, "add_series_events"), {"events": events, "weight": "1"})
    assert created.entries.count() == 5
    assert first_row(created).row.name in text_of(desk.get(at(created)))


def test_the_rules_are_changed_in_one_form(series):
    desk = club_desk(series)
    lists = {}
    for prefix, initial in (("steps", 0), ("kinds", 0), ("achievements", 0), ("divisions", 0)):
        lists |= {f"{prefix}-TOTAL_FORMS": "1", f"{prefix}-INITIAL_FORMS": str(initial)}
    form = lists | {
        "by": "place",
        "places": "10 6 3",
        "tied": "higher",
        "of": "final",
        "participation": "0.5",
        "best": "2",
        "close_up": "on",
        "tie_1": "countback",
        "steps-0-first": "2",
        "steps-0-last": "3",
        "steps-0-players": "16",
        "kinds-0-kind": "cup",
        "kinds-0-weight": "1.5",
        "achievements-0-name": "First blood",
        "achievements-0-points": "1",
        "achievements-0-once": "game",
        "divisions-0-name": "Juniors",
        "divisions-0-by": "age",
        "divisions-0-high": "16",
    }
    for word in ("six", "1/3", "1e9999999"):
        bad = desk.post(at(series, "change_series_rules"), form | {"places": f"10 {word}"})
        assert f"“{word}” is not a number of points." in text_of(bad)
    answer = desk.post(at(series, "change_series_rules"), form)
    assert answer.status_code == 302
    rules = fresh_series(series).rules
    assert rules["scoring"]["places"] == [10, 6, 3] and rules["scoring"]["kind_weights"] == {"cup": "3/2"}
    assert rules["counting"] == {"best": 2} and rules["ties"] == ["countback"]
    assert rules["divisions"][0]["name"] == "Juniors" and rules["achievements"][0]["once"] == "game"
    page = text_of(desk.get(at(series)))
    assert "Juniors" in page
    assert desk.get(at(series), {"division": "Juniors"}).status_code == 200
    assert desk.get(at(series), {"division": "Seniors"}).status_code == 404
    assert 'value="10 6 3"' in desk.get(at(series, "change_series_rules")).content.decode()


def test_points_are_adjusted_and_a_guest_is_named(series):
    desk, person = club_desk(series), series.club.people.first()
    address = at(series, "series_member", person.public_id)
    desk.post(address, {"points": "-1.5", "reason": "No decklist"})
    assert "−1.5" in text_of(desk.get(address)) and "No decklist" in text_of(
        desk.get(at(series, "series_people"))
    )
    at_time = series.members.get(person=person).adjustments[0]["at"]
    desk.post(at(series, "series_member_button", person.public_id), {"adjustment": at_time})
    assert series.members.get(person=person).adjustments == []
    desk.post(address, {"is_guest": "on", "division": "Staff"})
    member = series.members.get(person=person)
    assert member.is_guest and member.division == "Staff"
    assert person.public_name not in text_of(desk.get(at(series)))


def test_a_series_is_deleted_after_its_name_was_typed(series):
    desk = club_desk(series)
    assert "Type the name" in text_of(desk.post(at(series, "delete_series"), {"name": "no"}))
    desk.post(at(series, "delete_series"), {"name": "League"})
    assert not Series.objects.exists()


def test_only_organisers_change_a_series(client, series):
    for role in ("judge", "scorekeeper"):
        assert club_desk(series, role).get(at(series, "series_desk")).status_code == 403
    assert client.get(at(series, "series_desk")).status_code == 302


def test_a_series_of_another_club_is_not_found(series):
    other = Club.objects.create(slug="other", name="Other", is_published=True)
    assert club_desk(series).get(reverse("series", args=[other.slug, series.slug])).status_code == 404


def test_a_changed_series_keeps_its_address(series):
    change_series(series.club, ACTOR, series.pk, name="New name")
    assert fresh_series(series).slug == "league"


def test_a_live_event_shows_what_the_table_would_be_if_it_ended_now(client, organiser):
    event = played(friday(organiser, ["Ann", "Bob", "Cleo", "Dan"]), organiser)
    club = event.club
    publish_club(club, ACTOR, "The Lantern", "the-lantern")
    series = create_series(Club.objects.get(), ACTOR, "League", "ten-eight-six")
    add_events(series.club, ACTOR, series.pk, [event.pk])
    series = fresh_series(series)
    page = text_of(client.get(at(series)))
    assert "If it ended now" in page and "No results yet" in page
    page = text_of(client.get(at(series), {"now": "1"}))
    assert "As if the live events ended now" in page and "Ann" in page
    assert "No results yet" in text_of(client.get(at(series)))
    # The race has a live event, too, and each number opens its sum.
    enter_elsewhere(series, "Zed 3")
    enter_elsewhere(series, "Zed 2", name="Before that")
    page = client.get(at(series), {"now": "1"})
    assert "The race" in text_of(page) and "?now=1&amp;open=" in page.content.decode()
    ann = series.club.people.get(name="Ann").public_id
    opened = {"now": "1", "open": f"{ann}:{event.slug}"}
    assert "Points for this event" in text_of(client.get(at(series), opened))
    change_settings(fresh(event), actor_of(organiser), 1, hidden_standings=True)
    assert "If it ended now" not in text_of(client.get(at(series)))
    assert "Ann" not in text_of(client.get(at(series), {"now": "1"}))


def test_the_end_of_a_season_names_its_champion(client, series):
    champion = first_row(series).row.name
    assert "Champion" not in text_of(client.get(at(series)))
    end_series(series.club, ACTOR, series.pk)
    page = text_of(client.get(at(series)))
    assert "Champion" in page and page.index(champion) < page.index("The race")


def test_a_weight_of_a_hundred_reads_as_one(series):
    desk, entry = club_desk(series), series.entries.first()
    desk.post(at(series, "series_entry", entry.pk), {"kind": "cup", "weight": "100"})
    assert "cup · × 100" in text_of(desk.get(at(series, "series_desk")))
    assert 'value="100"' in desk.get(at(series, "series_entry", entry.pk)).content.decode()
