"""The page of a season that has ended: the champion, the next places, numbers, the final and prizes."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import actor_of, fresh, paired
from tests.support.series import club_desk, fresh_series, make_series
from tests.support.series_finals import FINALS
from tournaments.events.actions.events import create_event
from tournaments.history.cache import load_history
from tournaments.models import Club, Event, Person, PlayerResult, Series
from tournaments.players.actions.players import add_players
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import finish_round
from tournaments.series.actions.entries import give_prize
from tournaments.series.pages.champion import get_champion_page
from tournaments.series.pages.loading import get_series_facts
from tournaments.web.status import find_winner

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    """A public season of five evenings that has ended."""
    series = make_series(5, 4)
    Club.objects.update(is_published=True)
    prizes = [{"first": 1, "last": 1, "text": "a playmat"}]
    Series.objects.update(ended_at=timezone.now(), prizes=prizes)
    return fresh_series(series)


def page_of(series):
    return get_champion_page(get_series_facts(fresh_series(series), timezone.now()))


def address(series, name="series_champion"):
    return reverse(name, args=[series.club.slug, series.slug])


def test_the_champion_comes_with_every_event_in_order_and_its_place(season):
    page = page_of(season)
    table = get_series_facts(fresh_series(season), timezone.now()).table
    (best,) = page.champions
    assert page.names == (best.name,) == (table.rows[0].row.name,)
    results = PlayerResult.objects.filter(player__person__public_name=best.name).order_by("event__starts_at")
    assert [stop.place.split()[0][:-2] for stop in page.way] == [str(one.place) for one in results]
    assert [stop.column.event.pk for stop in page.way] == [one.event_id for one in results]
    assert [one.name for one in page.podium] == [one.row.name for one in table.rows[1:]]


def test_the_season_in_numbers_is_summed_up_from_the_stored_results(season):
    numbers = dict(page_of(season).numbers)
    results = PlayerResult.objects.all()
    assert numbers["Events"] == "5" and numbers["Players"] == "4" and numbers["Players an event"] == "4"
    winners = results.filter(place=1).values("player__person").distinct().count()
    assert numbers["Winners of events"] == str(winners)
    assert numbers["Most events played"].startswith("5: ")


def test_the_address_leads_to_the_table_until_the_season_has_ended(season, client):
    assert b"Champion of League" in client.get(address(season)).content
    Series.objects.update(ended_at=None)
    answer = client.get(address(season))
    assert answer.status_code == 302 and answer.url == address(season, "series")


def test_the_page_of_the_series_links_to_the_champion(season, client):
    assert address(season) in client.get(address(season, "series")).content.decode()


def test_only_the_staff_read_when_a_prize_was_handed_out(season, client):
    name = page_of(season).names[0]
    desk = club_desk(season)
    assert "handed out" not in desk.get(address(season)).content.decode()
    user = season.club.staff.get(role="organiser").user
    person = Person.objects.get(public_name=name)
    give_prize(season.club, actor_of(user), season.pk, person.pk)
    assert "handed out" in desk.get(address(season)).content.decode()
    page = client.get(address(season)).content.decode()
    assert "a playmat" in page and "handed out" not in page


def test_people_who_share_the_first_place_are_champions_together(season, client):
    PlayerResult.objects.update(place=1, place_shared_by=4)
    Event.objects.update(version=99)
    page = page_of(season)
    assert len(page.names) == 4 and not page.way and not page.podium
    assert b"Champions of League" in client.get(address(season)).content


def test_the_winner_of_the_final_is_there_for_everybody_who_may_see_the_event(season, client, organiser):
    event = create_event(actor_of(organiser), FINALS, season.club)
    add_players(event, actor_of(organiser), "Zara\nYan")
    paired(fresh(event), organiser)
    Series.objects.update(final=event)
    assert b"The final" not in client.get(address(season)).content
    report_result(fresh(event), actor_of(organiser), 1, 1, 1, "2-0")
    finish_round(fresh(event), actor_of(organiser))
    winner = find_winner(load_history(fresh(event)))
    assert winner in ("Zara", "Yan")
    assert f"<b>{winner}</b>" in client.get(address(season)).content.decode()
    Event.objects.filter(pk=event.pk).update(visibility="private")
    assert winner not in client.get(address(season)).content.decode()
    assert winner in club_desk(season).get(address(season)).content.decode()
