"""The page of all players' links: to copy, to print, as CSV, for organisers only, never stored."""

import csv
import io

import pytest
from django.urls import reverse

from tests.support.database_states import cached_state
from tests.support.desk_events import actor_of, form, fresh, friday
from tournaments.models import Staff
from tournaments.players.actions.players import add_players, change_player


@pytest.fixture
@cached_state
def event(organiser):
    event = friday(organiser)
    change_player(event, actor_of(organiser), "p1", name="=1+1")
    return fresh(event)


def page(event):
    return reverse("player_links", args=[event.slug])


def test_the_page_has_the_name_and_the_link_of_every_player(desk, event):
    body = desk.get(page(event)).content.decode()
    for player in event.players.all():
        assert player.name in body
        assert f"http://testserver/e/{event.slug}/me/{player.token}/</span>" in body


def test_the_links_are_downloaded_as_csv_that_no_spreadsheet_runs(desk, event):
    response = desk.get(page(event), {"format": "csv"})
    rows = dict(list(csv.reader(io.StringIO(response.content.decode())))[1:])
    assert response["Content-Type"].startswith("text/csv")
    token = event.players.get(name="Ben").secret
    assert rows["Ben"] == f"http://testserver/e/{event.slug}/me/{token}/"
    assert "'=1+1" in rows


@pytest.mark.parametrize("query", [{}, {"format": "csv"}])
def test_nothing_of_it_is_stored_on_the_way(desk, event, query):
    cache_control = desk.get(page(event), query)["Cache-Control"]
    assert "no-store" in cache_control and "private" in cache_control


@pytest.mark.parametrize("query", [{}, {"format": "csv"}])
def test_scorekeepers_and_strangers_do_not_see_the_links(client, event, query, django_user_model):
    assert client.get(page(event), query).status_code == 302
    scorekeeper = django_user_model.objects.create_user("sam")
    Staff.objects.create(event=event, user=scorekeeper, role="scorekeeper")
    client.force_login(scorekeeper)
    assert client.get(page(event), query).status_code == 403


def test_the_number_of_queries_does_not_grow_with_the_players(
    desk, organiser, event, django_assert_max_num_queries
):
    desk.get(page(event))
    add_players(event, actor_of(organiser), "\n".join(f"Player {n}" for n in range(60)))
    with django_assert_max_num_queries(14):
        desk.get(page(event))


def test_new_links_replace_all_of_them(desk, event):
    before = set(event.players.values_list("token", flat=True))
    response = desk.post(reverse("renew_links", args=[event.slug]), form(event))
    assert response.url == page(event)
    assert not before & set(event.players.values_list("token", flat=True))
