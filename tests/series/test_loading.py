"""A series is read from stored results: who counts, which events, and what they are worth."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.support.series import ACTOR, enter_elsewhere, fresh_series, make_series
from tournaments.models import Event, Person, Player, PlayerResult, SeriesMember
from tournaments.people.actions.people import merge_people, undo_club_entry
from tournaments.rules.people.linking import ERASED
from tournaments.rules.series.presets import PRESETS
from tournaments.series.actions.entries import adjust_points, change_member
from tournaments.series.pages.loading import COMING, MISSED, NOT_PUBLIC, get_series_facts
from tournaments.series.pages.table import get_table_page

pytestmark = pytest.mark.django_db


def facts_of(series):
    return get_series_facts(fresh_series(series), timezone.now())


def totals(series):
    return {one.row.name: one.row.total for one in facts_of(series).table.rows}


def by_hand(series, places=(10, 8, 6, 4, 4, 2, 2, 2, 1, 1)):
    """The totals by name, summed up from the stored places."""
    expected = {}
    for entry in series.entries.exclude(event=None):
        for result in PlayerResult.objects.filter(event=entry.event).select_related("player__person"):
            points = places[result.place - 1] if result.place <= len(places) else 0
            name = result.player.person.public_name
            expected[name] = expected.get(name, 0) + points
    return expected


def test_the_totals_are_the_points_of_the_stored_places():
    series = make_series()
    assert totals(series) == by_hand(series)


@pytest.mark.parametrize("people", [4, 12])
def test_reading_takes_five_queries_at_most_however_many_play(people):
    series = make_series(3, people, "commander-league")
    enter_elsewhere(series, "Person 001 3", "place")
    series = fresh_series(series)
    with CaptureQueriesContext(connection) as queries:
        get_series_facts(series, timezone.now())
    assert len(queries) == 5


def test_a_player_who_is_no_person_of_the_club_has_a_row():
    series = make_series()
    player = Player.objects.filter(event=series.entries.first().event).first()
    Player.objects.filter(pk=player.pk).update(person=None, person_reason="", name="Stranger")
    assert totals(series)["Stranger"] == by_hand_of(player)


def by_hand_of(player):
    return (10, 8, 6, 4, 4, 2, 2, 2)[PlayerResult.objects.get(player=player).place - 1]


def test_an_erased_player_keeps_the_place_without_a_row():
    series = make_series()
    expected = by_hand(series)
    first = PlayerResult.objects.filter(event=series.entries.first().event, place=1).get().player
    Player.objects.filter(pk=first.pk).update(person=None, person_reason=ERASED, name="Erased player")
    expected[first.person.public_name] -= 10
    assert totals(series) == expected


def test_a_guest_scores_nothing_and_those_behind_close_up():
    series = make_series(1, 4)
    winner, second = (
        PlayerResult.objects.get(event=series.entries.get().event, place=place).player.person
        for place in (1, 2)
    )
    change_member(series.club, ACTOR, series.pk, winner.pk, True)
    found = totals(series)
    assert winner.public_name not in found and found[second.public_name] == 10


def test_an_adjustment_has_its_reason_in_the_explanation():
    series = make_series()
    person = series.club.people.first()
    before = totals(series)[person.public_name]
    adjust_points(series.club, ACTOR, series.pk, person.pk, -2, "No decklist")
    assert totals(series)[person.public_name] == before - 2
    assert SeriesMember.objects.get().adjustments[0]["reason"] == "No decklist"


def test_results_from_elsewhere_are_an_event_of_their_own():
    series = make_series()
    before = totals(series)
    enter_elsewhere(series, "person 001; 7\nNewcomer 2.5")
    after = totals(series)
    assert after["Person 001"] == before["Person 001"] + 7 and after["Newcomer"] == 2.5
    assert Person.objects.get(name="Newcomer").club == series.club


def test_only_public_events_count_for_a_public_series():
    series = make_series()
    event = series.entries.first().event
    Event.objects.filter(pk=event.pk).update(visibility="private")
    facts = facts_of(series)
    assert facts.columns[0].state == NOT_PUBLIC and len(facts.events) == 3
    page = get_table_page(facts)
    assert event.name not in [column.name for column in page.columns]
    series.is_public = False
    series.save()
    assert len(facts_of(series).events) == 4


def test_an_event_to_come_is_missed_a_day_after_its_date():
    series = make_series()
    event = series.entries.first().event
    event.player_results.all().delete()
    states = []
    for hours in (-23, -25):
        Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() + timedelta(hours=hours))
        states.append(next(one.state for one in facts_of(series).columns if one.event == event))
    assert states == [COMING, MISSED]


def test_merging_people_brings_their_results_together_and_undoing_parts_them():
    series = make_series()
    enter_elsewhere(series, "P One 5")
    keep, other = Person.objects.get(name="Person 001"), Person.objects.get(name="P One")
    adjust_points(series.club, ACTOR, series.pk, other.pk, 1, "Helped")
    before = totals(series)
    merge_people(series.club, ACTOR, keep.pk, other.pk)
    merged = totals(series)
    assert merged == {name: points for name, points in before.items() if name != "P One"} | {
        "Person 001": before["Person 001"] + 6
    }
    undo_club_entry(series.club, ACTOR, series.club.log.last().pk)
    assert totals(series) == before


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_table(preset):
    series = make_series(2, 6, preset)
    rows = facts_of(series).table.rows
    assert len(rows) == 6 and get_table_page(facts_of(series)).rows
