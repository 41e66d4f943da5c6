"""Changes of a series, each with its entry in the club's log, and their undo."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from django.utils import timezone

from tests.support.played_events import ME
from tests.support.series import ACTOR, enter_elsewhere, fresh_series, make_series
from tournaments.clubs.actions import move_event
from tournaments.events.actions.events import repeat_event, to_repeat
from tournaments.history.load import read_history_from_db
from tournaments.models import Club, ClubStaff, ElsewhereResult, Event, Person, Series, SeriesEntry
from tournaments.people.actions.people import change_person, undo_club_entry
from tournaments.rules.errors import RuleViolation
from tournaments.rules.series.presets import PRESETS
from tournaments.series.actions.elsewhere import parse_results
from tournaments.series.actions.entries import (
    add_events,
    adjust_points,
    change_entry,
    change_member,
    give_prize,
    remove_adjustment,
    remove_entry,
    take_prize_back,
)
from tournaments.series.actions.series import (
    change_rules,
    change_series,
    create_series,
    delete_series,
    end_series,
    reopen_series,
    start_next_season,
)
from tournaments.series.pages.loading import get_series_facts

pytestmark = pytest.mark.django_db


def rows_of(series):
    """All rows of a series, to compare before and after."""
    entries = list(SeriesEntry.objects.filter(series=series).order_by("pk").values())
    results = list(ElsewhereResult.objects.filter(entry__series=series).order_by("pk").values())
    members = list(series.members.order_by("pk").values())
    return list(Series.objects.filter(pk=series.pk).values()), entries, results, members


def undo_last(club):
    undo_club_entry(club, ACTOR, club.log.last().pk)


@pytest.fixture
def series():
    series = make_series(3, 4)
    enter_elsewhere(series, "Person 001 5\nPerson 002 3", source="a spreadsheet")
    adjust_points(series.club, ACTOR, series.pk, series.club.people.first().pk, -1, "Late")
    return fresh_series(series)


CHANGES = {
    "name": lambda club, pk, person: change_series(club, ACTOR, pk, name="Autumn"),
    "rules": lambda club, pk, person: change_rules(club, ACTOR, pk, PRESETS["formula-1"].rules),
    "end": lambda club, pk, person: end_series(club, ACTOR, pk),
    "guest": lambda club, pk, person: change_member(club, ACTOR, pk, person, True, "Staff"),
    "points": lambda club, pk, person: adjust_points(club, ACTOR, pk, person, 3, "Helped"),
    "prize": lambda club, pk, person: give_prize(club, ACTOR, pk, person),
    "entry": lambda club, pk, person: change_entry(
        club, ACTOR, pk, SeriesEntry.objects.filter(series=pk).first().pk, kind="cup", weight=Decimal(2)
    ),
    "evening": lambda club, pk, person: change_entry(
        club,
        ACTOR,
        pk,
        SeriesEntry.objects.get(series=pk, event=None).pk,
        name="After",
        date=date(2021, 1, 1),
    ),
    "removal": lambda club, pk, person: remove_entry(
        club, ACTOR, pk, SeriesEntry.objects.get(series=pk, event=None).pk
    ),
    "deletion": lambda club, pk, person: delete_series(club, ACTOR, pk, "League"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_every_change_can_be_undone(series, change):
    club, before = series.club, rows_of(series)
    change(club, series.pk, club.people.first().pk)
    assert rows_of(series) != before
    undo_last(club)
    assert rows_of(series) == before


def test_a_series_is_undone_before_what_was_changed_earlier(series):
    end_series(series.club, ACTOR, series.pk)
    older = series.club.log.filter(action="adjust_points").last()
    with pytest.raises(RuleViolation, match="newer change"):
        undo_club_entry(series.club, ACTOR, older.pk)


def test_a_person_whose_points_were_adjusted_can_still_be_changed_back(series):
    """A change of a series is no change of the people whom it is about."""
    person = series.club.people.first()
    change_person(series.club, ACTOR, person.pk, name="New Name")
    entry = series.club.log.last()
    adjust_points(series.club, ACTOR, series.pk, person.pk, 1, "Helped")
    undo_club_entry(series.club, ACTOR, entry.pk)
    assert Person.objects.get(pk=person.pk).name == "Person 001"


def test_a_public_series_refuses_an_event_that_is_not_public(series):
    event = series.club.events.first()
    SeriesEntry.objects.filter(event=event).delete()
    Event.objects.filter(pk=event.pk).update(visibility="unlisted")
    with pytest.raises(RuleViolation, match="public events only"):
        add_events(series.club, ACTOR, series.pk, [event.pk])


def test_rules_that_cannot_score_what_was_entered_are_refused(series):
    enter_elsewhere(series, "Person 001 1\nPerson 002 2", "place", name="Places")
    with pytest.raises(RuleViolation, match="Places: This series doesn’t score by place"):
        change_rules(series.club, ACTOR, series.pk, PRESETS["legacy-series"].rules)
    assert fresh_series(series).rules["scoring"]["places"]


def test_the_next_season_has_the_same_rules_prizes_and_guests(series):
    club, guest = series.club, series.club.people.last()
    change_member(club, ACTOR, series.pk, guest.pk, True)
    change_series(club, ACTOR, series.pk, prizes=[{"first": 1, "last": 1, "text": "a cup"}])
    following = start_next_season(club, ACTOR, series.pk, "League 2")
    assert (following.rules, following.prizes, following.previous) == (
        series.rules,
        fresh_series(series).prizes,
        series,
    )
    assert [member.person for member in following.members.all()] == [guest]
    with pytest.raises(RuleViolation, match="exists already"):
        start_next_season(club, ACTOR, series.pk, "League 3")


def test_a_season_that_ended_can_go_on(series):
    end_series(series.club, ACTOR, series.pk)
    with pytest.raises(RuleViolation, match="ended already"):
        end_series(series.club, ACTOR, series.pk)
    reopen_series(series.club, ACTOR, series.pk)
    assert fresh_series(series).ended_at is None


def test_removing_an_adjustment_leaves_the_others(series):
    person = series.club.people.first().pk
    adjust_points(series.club, ACTOR, series.pk, person, 4, "Helped")
    at = series.members.get(person=person).adjustments[0]["at"]
    remove_adjustment(series.club, ACTOR, series.pk, person, at)
    assert [row["reason"] for row in series.members.get(person=person).adjustments] == ["Helped"]
    with pytest.raises(RuleViolation):
        remove_adjustment(series.club, ACTOR, series.pk, person, at)


def test_a_prize_is_handed_out_and_taken_back(series):
    person = series.club.people.first().pk
    give_prize(series.club, ACTOR, series.pk, person)
    assert series.members.get(person=person).prize_given_at
    take_prize_back(series.club, ACTOR, series.pk, person)
    assert series.members.get(person=person).prize_given_at is None


def test_two_series_of_one_name_have_two_addresses(series):
    other = create_series(series.club, ACTOR, "League", "formula-1")
    assert (series.slug, other.slug) == ("league", "league-2")


def test_the_name_must_be_typed_to_delete(series):
    with pytest.raises(RuleViolation, match="Type the name"):
        delete_series(series.club, ACTOR, series.pk, "league")
    delete_series(series.club, ACTOR, series.pk, "League")
    assert not Series.objects.exists() and Event.objects.count() == 3


def test_repeating_an_event_keeps_its_series(series, organiser):
    ClubStaff.objects.create(club=series.club, user=organiser, role="owner")
    event = series.entries.exclude(event=None).first().event
    change_entry(series.club, ACTOR, series.pk, series.entries.get(event=event).pk, kind="cup")
    history = to_repeat(read_history_from_db(event), "Friday 9", None, set())
    repeated = repeat_event(replace(ME, user=organiser), event, history)
    assert SeriesEntry.objects.get(event=repeated).kind == "cup"


def test_an_event_that_moves_to_another_club_leaves_the_series(series, organiser):
    other = Club.objects.create(slug="other")
    for club in (series.club, other):
        ClubStaff.objects.create(club=club, user=organiser, role="owner")
    event = series.entries.exclude(event=None).first().event
    move_event(event, replace(ME, user=organiser), other)
    assert not SeriesEntry.objects.filter(event=event).exists()
    assert len(get_series_facts(fresh_series(series), timezone.now()).events) == 3


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("Ann 12\nBob 8.5", "points", [("Ann", 12), ("Bob", 8.5)]),
        ("Ann; 12\nBob\t8", "points", [("Ann", 12), ("Bob", 8)]),
        ("12 Ann\n-1 Bob", "points", [("Ann", 12), ("Bob", -1)]),
        ("1. Ann\n2. Bob", "place", [("Ann", 1), ("Bob", 2)]),
        ("Ann\nBob", "place", [("Ann", 1), ("Bob", 2)]),
        ("de la Vega, Lucía: 3", "wins", [("de la Vega, Lucía", 3)]),
    ],
)
def test_a_pasted_list_is_read(text, column, expected):
    assert [(one.name, float(one.number)) for one in parse_results(text, column)] == expected


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", "points", "Enter 1 to"),
        ("Ann", "points", "Line 1: enter a number"),
        ("Ann 12\n17", "points", "Line 2: enter a name"),
        ("Ann 1.5", "wins", "Line 1: enter a whole number from 0 to 10000"),
        ("Ann 32768", "wins", "Line 1: enter a whole number from 0 to 10000"),
        ("Ann 0", "place", "Line 1: enter a whole number from 1 to 20000"),
        ("Ann 99999999", "points", "Line 1: enter a number from -1000000 to 1000000"),
        ("Ann 0.12345", "points", "Line 1: .* four decimals at most"),
        ("x" * 201 + " 1", "points", "Line 1: the name is too long"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(text, column, words):
    with pytest.raises(RuleViolation, match=words):
        parse_results(text, column)


def test_a_name_of_two_people_and_a_person_twice_are_refused(series):
    one, other = series.club.people.order_by("pk")[:2]
    other.name = one.name
    other.save()
    with pytest.raises(RuleViolation, match="Line 1: 2 people are called"):
        enter_elsewhere(series, "Person 001 4", name="Again")
    with pytest.raises(RuleViolation, match="Line 2: person 003 is in the list already"):
        enter_elsewhere(series, "Person 003 4\nperson 003 2", name="Again")
