"""The play-off for the last seats of a final: the event, and who gets the seats by its places."""

import re

import pytest
from django.urls import reverse

from tests.support.desk_events import actor_of, fresh, open_round, paired
from tests.support.people import signed_in
from tests.support.series_finals import invite, loaded, press, series_of, states
from tournaments.models import Event
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.history import BRACKET, ROUND_ROBIN
from tournaments.rules.series.final_seats import Candidate, choose_seats
from tournaments.series.actions.entries import leave_other_clubs
from tournaments.series.pages.final import get_final_page


@pytest.fixture
def pair_at_the_line(organiser):
    return series_of(organiser, 60, 50, 50, 30)


@pytest.fixture
def trio_at_the_line(organiser):
    return series_of(organiser, 60, 50, 50, 50, 20)


def address_of(name, series):
    return reverse(name, args=[series.club.slug, series.slug])


def tie_in(page: str) -> str:
    return re.search(r'name="tie" value="([^"]*)"', page)[1]


def create_from_preview(series, organiser, seats=2) -> Event:
    """Create the play-off with the button of the preview."""
    desk, address = signed_in(organiser), address_of("series_final", series)
    page = desk.get(address, {"seats": seats}).content.decode()
    assert "Create a play-off" in page
    fields = {"tie": tie_in(page), "seats": seats}
    page = desk.post(address_of("series_play_off", series), fields, follow=True).content.decode()
    assert "Play-off created" in page and "League: play-off" in page
    series.refresh_from_db()
    return series.play_off


def play(event, organiser, winners):
    """Play one match of two people, or everybody against everybody of three: who is named first wins 2–0."""
    for number in range(1, 2 if len(winners) == 2 else 4):
        paired(event, organiser)
        for match in open_round(event).matches.exclude(table=None):
            names = [seat.player.name for seat in match.seats.order_by("position")]
            result = "2-0" if winners.index(names[0]) < winners.index(names[1]) else "0-2"
            report_result(fresh(event), actor_of(organiser), 1, number, match.table, result)
        finish_round(fresh(event), actor_of(organiser))


def test_two_people_play_one_match_and_the_winner_is_invited_to_the_new_final(pair_at_the_line, organiser):
    series = pair_at_the_line
    event = create_from_preview(series, organiser)
    assert [phase.kind for phase in event.phases.all()] == [BRACKET]
    assert [player.person.name for player in event.players.order_by("order")] == ["Ben", "Cleo"]
    play(event, organiser, ["Cleo", "Ben"])
    assert states(invite(series, organiser, seats=2)) == {"Anna": "invited", "Cleo": "invited"}


def test_the_winners_of_a_play_off_get_the_open_seats_of_the_final_when_it_ends(trio_at_the_line, organiser):
    series, desk = trio_at_the_line, signed_in(organiser)
    final = invite(series, organiser, seats=3)
    fields = {"tie": loaded(desk, series)["tie"]}
    desk.post(address_of("series_play_off", series), fields)
    series.refresh_from_db()
    assert [phase.kind for phase in series.play_off.phases.all()] == [ROUND_ROBIN]
    assert "Its places will decide" in desk.get(address_of("series_final", series)).content.decode()
    play(series.play_off, organiser, ["Dan", "Cleo", "Ben"])
    assert list(states(final)) == ["Anna", "Dan", "Cleo"]
    assert not get_final_page(series).tied


def test_a_second_play_off_waits_for_the_first_and_for_the_tie_that_was_shown(trio_at_the_line, organiser):
    series, desk = trio_at_the_line, signed_in(organiser)
    first, address = create_from_preview(series, organiser, seats=3), address_of("series_play_off", series)
    page = desk.post(address, {"tie": "1:9", "seats": 3}, follow=True).content.decode()
    assert "has not ended yet" in page and "Create a play-off" not in page
    Event.objects.filter(pk=first.pk).update(cancelled="Snow")
    page = desk.post(address, {"tie": "1:9", "seats": 3}, follow=True).content.decode()
    assert "have changed since you opened this page" in page
    assert Event.objects.count() == 1


def test_places_of_a_play_off_decide_only_between_people_who_all_played_it():
    people = [Candidate(1, 1, 1), Candidate(2, 2, 2), Candidate(3, 2, 3), Candidate(4, 2, 4)]
    played = choose_seats(people, 2, {2: 3, 3: 1, 4: 2})
    assert [(one.person, one.order) for one in played.invited] == [(1, 1), (3, 2)]
    shared = choose_seats(people, 2, {2: 1, 3: 1, 4: 3})
    assert [one.person for one in shared.tied] == [2, 3] and shared.open_seats == 1
    without_one = choose_seats(people, 2, {2: 1, 3: 2})
    assert [one.person for one in without_one.tied] == [2, 3, 4]


def test_a_play_off_that_leaves_the_club_decides_nothing(pair_at_the_line, organiser):
    series = pair_at_the_line
    event = create_from_preview(series, organiser)
    play(event, organiser, ["Cleo", "Ben"])
    Event.objects.filter(pk=event.pk).update(club=None)
    leave_other_clubs(fresh(event))
    series.refresh_from_db()
    final = invite(series, organiser, seats=2)
    assert list(states(final)) == ["Anna"]
    assert "They are invited" in press(
        signed_in(organiser), series, loaded(signed_in(organiser), series), "draw"
    )
