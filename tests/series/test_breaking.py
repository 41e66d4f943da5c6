"""Attacks on series: forged inputs, undo in odd orders, and people who are merged or erased meanwhile."""

import time
from dataclasses import replace

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import actor_of, friday
from tests.support.people import signed_in
from tests.support.series import ACTOR, club_desk, enter_elsewhere, fresh_series, make_series
from tournaments.clubs.actions import get_or_create_club, move_event
from tournaments.models import Club, ClubStaff, ElsewhereResult, Event, Person, SeriesEntry
from tournaments.people.actions.erasing import erase_person, finish_erasing
from tournaments.people.actions.people import merge_people, undo_club_entry
from tournaments.ratings.actions.lists import switch_on_ratings
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import BRACKET, EventHistory, PhaseRecord
from tournaments.rules.series.series_rules import SeriesRules
from tournaments.series.actions.elsewhere import parse_results
from tournaments.series.actions.entries import change_member, remove_entry
from tournaments.series.actions.final import create_final
from tournaments.series.actions.series import create_series, delete_series, start_next_season
from tournaments.series.forms.rules import RulesForm
from tournaments.series.pages.loading import get_series_facts

pytestmark = pytest.mark.django_db
FINALS = EventHistory("Final", "magic", phases=(PhaseRecord(BRACKET, "Final", {"finals": "single"}),))


def at(series, name="series", *more):
    return reverse(name, args=[series.club.slug, series.slug, *more])


def league(organiser, *points):
    """Return a series of the organiser's club with these points from elsewhere."""
    club = get_or_create_club(organiser, None)
    series = create_series(club, ACTOR, "League", "monthly-shop-league")
    names = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn"]
    enter_elsewhere(series, "\n".join(f"{name} {value}" for name, value in zip(names, points, strict=False)))
    return fresh_series(series)


def undo(club, action):
    undo_club_entry(club, ACTOR, club.log.filter(action=action).last().pk)


@pytest.fixture
def series():
    return make_series(2, 4)


def test_points_of_places_with_a_huge_exponent_answer_at_once():
    begin = time.process_time()
    form = RulesForm({"by": "place", "places": "1e30000000"}, rules=SeriesRules())
    assert "is not a number of points" in form.errors["places"][0]
    assert time.process_time() - begin < 1


def test_a_pasted_line_of_blanks_answers_at_once(series):
    begin = time.process_time()
    with pytest.raises(RuleViolation):
        parse_results("a" + " " * 700 + "b" * 250, "points")
    assert parse_results("a" + " " * 700 + "b 1", "points")[0].name == "a b"
    assert time.process_time() - begin < 0.3


def test_wins_from_elsewhere_fit_their_column_of_postgresql(series):
    with pytest.raises(RuleViolation, match="whole number from 0 to 10000"):
        enter_elsewhere(series, "Zoe 40000", "wins")
    assert enter_elsewhere(series, "Zoe 10000", "wins").results.get().wins == 10_000


def test_a_deleted_series_whose_address_another_one_has_waits_until_that_is_gone(series):
    delete_series(series.club, ACTOR, series.pk, "League")
    newer = create_series(series.club, ACTOR, "League", "ten-eight-six")
    with pytest.raises(RuleViolation, match="Remove it first"):
        undo(series.club, "delete_series")
    first = series.club.log.get(action="delete_series")
    delete_series(series.club, ACTOR, newer.pk, "League")
    undo_club_entry(series.club, ACTOR, first.pk)
    assert series.club.series.get().pk == series.pk


def test_a_deleted_season_does_not_come_back_while_another_follows_the_one_before(series):
    following = start_next_season(series.club, ACTOR, series.pk, "Two")
    delete_series(series.club, ACTOR, following.pk, "Two")
    start_next_season(series.club, ACTOR, series.pk, "Three")
    with pytest.raises(RuleViolation, match="Remove it first"):
        undo(series.club, "delete_series")


def test_an_evening_comes_back_after_one_of_its_people_was_erased(series):
    entry = enter_elsewhere(series, "Person 001 5\nZoe 3")
    remove_entry(series.club, ACTOR, series.pk, entry.pk)
    zoe = Person.objects.get(name="Zoe")
    erase_person(series.club, ACTOR, zoe.pk, "Zoe")
    finish_erasing.call(zoe.pk)
    assert not Person.with_merged.filter(pk=zoe.pk).exists()
    undo(series.club, "remove_entry")
    connection.check_constraints()
    facts = get_series_facts(fresh_series(series), timezone.now())
    assert "Zoe" not in [one.row.name for one in facts.table.rows]
    assert ElsewhereResult.objects.filter(person=None).count() == 1


def test_a_series_comes_back_after_one_of_its_people_was_erased(series):
    enter_elsewhere(series, "Person 001 5\nZoe 3")
    zoe = Person.objects.get(name="Zoe")
    change_member(series.club, ACTOR, series.pk, zoe.pk, False, "Juniors")
    delete_series(series.club, ACTOR, series.pk, "League")
    erase_person(series.club, ACTOR, zoe.pk, "Zoe")
    finish_erasing.call(zoe.pk)
    undo(series.club, "delete_series")
    connection.check_constraints()
    assert "Zoe" not in [
        one.row.name for one in get_series_facts(fresh_series(series), timezone.now()).table.rows
    ]


def test_a_series_comes_back_after_one_of_its_events_was_deleted(series):
    delete_series(series.club, ACTOR, series.pk, "League")
    Event.objects.order_by("pk").first().delete()
    undo(series.club, "delete_series")
    connection.check_constraints()
    assert len(get_series_facts(fresh_series(series), timezone.now()).columns) == 1


def test_an_event_that_moved_does_not_come_back_into_the_series_of_its_former_club(series, organiser):
    event = Event.objects.order_by("pk").first()
    delete_series(series.club, ACTOR, series.pk, "League")
    other = Club.objects.create(slug="other", name="Other")
    for club in (series.club, other):
        ClubStaff.objects.create(club=club, user=organiser, role="owner")
    move_event(event, replace(ACTOR, user=organiser), other)
    undo(series.club, "delete_series")
    assert not SeriesEntry.objects.filter(event=event).exists()


def test_results_come_back_to_the_person_into_whom_somebody_was_merged(series):
    entry = enter_elsewhere(series, "Zoe 5")
    remove_entry(series.club, ACTOR, series.pk, entry.pk)
    zoe, keep = Person.objects.get(name="Zoe"), Person.objects.get(name="Person 001")
    merge_people(series.club, ACTOR, keep.pk, zoe.pk)
    undo(series.club, "remove_entry")
    facts = get_series_facts(fresh_series(series), timezone.now())
    assert "Zoe" not in [one.row.name for one in facts.table.rows]


@pytest.fixture
def final(organiser):
    """The series of six people whose first four are invited to its final."""
    series = league(organiser, 60, 50, 40, 30, 20, 10)
    create_final(series.club, actor_of(organiser), series.pk, FINALS, 4)
    series.refresh_from_db()
    return series.final


def test_whoever_is_invited_cannot_give_the_seat_to_somebody_else(client, final):
    row = final.registrations.first()
    answer = client.post(reverse("edit_registration", args=[final.slug, row.token]), {"name": "Mallory"})
    assert answer.status_code == 422 and "for the person whom they name" in answer.content.decode()
    client.post(reverse("accept_invitation", args=[final.slug, row.token]))
    client.post(reverse("edit_registration", args=[final.slug, row.token]), {"name": "Mallory"})
    assert final.players.get().person_id == row.person_id and final.players.get().name == row.name


def test_two_people_of_one_name_can_both_accept(client, organiser):
    series = league(organiser, 60, 50)
    anna, ben = series.club.people.order_by("pk")
    Person.objects.filter(pk=ben.pk).update(name="Anna", key=anna.key, public_name="Anna B.")
    create_final(series.club, actor_of(organiser), series.pk, FINALS, 2)
    series.refresh_from_db()
    for row in series.final.registrations.all():
        client.post(reverse("accept_invitation", args=[series.final.slug, row.token]))
    assert {player.person_id for player in series.final.players.all()} == {anna.pk, ben.pk}


@pytest.mark.parametrize("days", [{"answer_by": "9999-12-31"}, {"day": "9999-12-31"}, {"day": "0001-01-01"}])
@pytest.mark.parametrize("zone", ["America/New_York", "Pacific/Apia"])
def test_days_at_the_end_of_time_are_refused(organiser, days, zone):
    series = league(organiser, 60, 50)
    Event.objects.filter(pk=friday(organiser).pk).update(club=series.club, timezone=zone)
    values = {"seats": "2", "ties": "all", "finals": "single", "rulebook": "magic", "name": "Final"}
    address = reverse("series_final", args=[series.club.slug, series.slug])
    answer = signed_in(organiser).post(address, values | days)
    assert "too far from today" in answer.content.decode()


@pytest.mark.parametrize("name", ["ﷺ" * 20, "ß" * 200])
def test_the_key_of_a_name_that_becomes_longer_fits_its_column(organiser, name):
    event = friday(organiser, [name, "Ann"])
    person = event.club.people.exclude(name="Ann").get()
    person.full_clean()
    assert enter_elsewhere(league(organiser, 3), f"{name} 5").results.get().person == person


def test_a_game_whose_lower_case_is_too_long_has_no_ratings(series):
    Event.objects.update(game="ß" * 60)
    with pytest.raises(RuleViolation, match="too long"):
        switch_on_ratings(series.club, ACTOR, "ß" * 60)


@pytest.mark.parametrize("method", ["get", "post"])
def test_finals_of_no_choice_are_no_error_of_the_page(series, method):
    answer = getattr(club_desk(series), method)(at(series, "series_final"), {"finals": "{{7*7}}"})
    assert answer.status_code == (200 if method == "get" else 422)


def test_a_superuser_makes_the_final_in_the_club_of_the_series(series, admin_user):
    values = {"seats": "2", "ties": "all", "finals": "single", "rulebook": "magic", "name": "Final"}
    answer = signed_in(admin_user).post(at(series, "series_final"), values)
    assert answer.status_code == 302
    assert fresh_series(series).final.club_id == series.club_id


def test_undoing_a_pasted_list_keeps_the_people_who_have_played_since_then(organiser):
    series = league(organiser, 3)
    enter_elsewhere(series, "Zoe 5\nYan 4")
    event = friday(organiser, ["Zoe", "Ann"])
    assert event.club_id == series.club_id
    undo(series.club, "add_elsewhere")
    assert event.players.get(name="Zoe").person.name == "Zoe"
    assert not series.club.people.filter(name="Yan").exists()


def test_a_series_has_a_bounded_number_of_evenings_from_elsewhere(organiser):
    series = league(organiser, 3)
    day = timezone.localdate()
    evenings = [SeriesEntry(series=series, name=f"Evening {number}", date=day) for number in range(499)]
    SeriesEntry.objects.bulk_create(evenings)
    with pytest.raises(RuleViolation, match="at most 500"):
        enter_elsewhere(series, "Zoe 5")
