"""“Who is safe”: of an event before it, while it runs and after it."""

import pytest
from django.urls import reverse

from tests.views.desk_events import actor_of, fresh, friday, paired, played, reported
from tests.views.events.test_public import text_of
from tournaments.actions.rounds import rounds


@pytest.fixture
def event(organiser):
    """Eight players, three rounds, a cut to the top 4."""
    return friday(organiser, finals=("single", 4))


def page(client, event):
    return client.get(reverse("forecast", args=[event.slug]))


def test_before_round_1_the_expected_end_is_shown_and_nobody_is_safe(client, event):
    said = text_of(page(client, event))
    assert "Nobody is in or out for certain yet." in said
    assert "Expected at the end" in said
    assert "In with" not in said


def test_before_the_last_round_the_leaders_need_a_draw_and_the_last_are_out(client, event, organiser):
    said = text_of(page(client, played(event, organiser, rounds=2)))
    assert "Round 2: 4 of 4 results in; Top 4 cut" in said
    # Four with a win each may all win again, against both leaders and the last two.
    assert said.count("a draw") == 2
    assert "Still in it, not in their own hands" in said


def test_with_more_places_than_wins_left_the_leaders_are_in(client, organiser):
    event = played(friday(organiser, finals=("single", 6)), organiser, rounds=2)
    said = text_of(page(client, event))
    assert "2 are in for certain" in said
    assert "In, whatever happens" in said


def test_in_the_last_round_two_who_are_safe_with_a_draw_are_named(client, event, organiser):
    event = paired(played(event, organiser, rounds=2), organiser)
    said = text_of(page(client, event))
    assert "All at the table are in with a draw" in said
    assert "Still in it, not in their own hands" in said


def test_after_the_last_round_it_is_decided(client, event, organiser):
    event = played(event, organiser, rounds=3)
    said = text_of(page(client, event))
    assert "4 are in for certain; 4 are out." in said
    assert "Expected at the end" not in said


def test_once_the_finals_are_drawn_the_bracket_speaks(client, event, organiser):
    event = paired(played(event, organiser, rounds=3), organiser)
    assert "Finals are played" in text_of(page(client, event))


def test_without_a_cut_nobody_has_to_be_safe(client, organiser):
    said = text_of(page(client, played(friday(organiser), organiser)))
    assert "nobody has to be safe" in said
    assert "How many can have so many points" in said


def test_nobody_sees_a_draft_in_it(client, event, organiser):
    event = played(event, organiser, rounds=2)
    rounds.finish_round(event, actor_of(organiser))
    before = text_of(page(client, fresh(event)))
    assert text_of(page(client, paired(fresh(event), organiser, publish=False))) == before


def test_an_event_without_players_says_so(client, organiser):
    assert "Nobody has entered yet" in text_of(page(client, friday(organiser, names=[])))


def test_the_page_asks_again_by_its_etag(client, event, organiser):
    event = paired(event, organiser)
    address = reverse("forecast", args=[event.slug]) + "?part=forecast"
    first = client.get(address)
    assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 304
    reported(event, organiser, count=1)
    assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("name", ["desk", "event", "standings"])
def test_the_way_to_it_stands_on_the_event_s_pages(client, event, organiser, name):
    event = paired(event, organiser)
    client.force_login(organiser)
    address = reverse("forecast", args=[event.slug])
    assert f'href="{address}"' in client.get(reverse(name, args=[event.slug])).content.decode()


def test_the_page_costs_a_few_queries_however_long_the_event(
    client, event, organiser, django_assert_max_num_queries
):
    event = played(event, organiser, rounds=3)
    with django_assert_max_num_queries(13):
        page(client, event)


def test_what_a_player_needs_is_said_in_results(client, organiser):
    names = [f"Player {n:02}" for n in range(1, 17)]
    event = friday(organiser, names=names, rounds=4, finals=("single", 4))
    said = text_of(page(client, played(event, organiser, rounds=2)))
    assert "from 2 rounds" in said
