"""“Chances”: of an event before it, while it runs and after it."""

import pytest
from django.urls import reverse

from tests.support.desk_events import NAMES, actor_of, fresh, friday, paired, played, reported
from tests.support.pages import ended_event, text_of
from tournaments.events.actions.events import create_event
from tournaments.players.actions.players import add_players
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.history import BRACKET, SWISS, EventHistory, PhaseRecord

# Pages read only: tests/backups/test_moving compares each of them from both databases.
pytestmark = pytest.mark.any_database


@pytest.fixture
def event(organiser):
    """Eight players, three rounds, a cut to the top 4."""
    return friday(organiser, finals=("single", 4))


def page(client, event):
    return client.get(reverse("forecast", args=[event.slug]))


def test_before_round_1_the_expected_end_is_shown_and_nobody_is_safe(client, event):
    text = text_of(page(client, event))
    assert "Nobody has clinched or been eliminated yet." in text
    assert "Expected at the end" in text
    assert "In with a result" not in text


def test_before_the_last_round_the_leaders_need_a_draw_and_the_last_are_out(client, event, organiser):
    text = text_of(page(client, played(event, organiser, rounds=2)))
    assert "Round 2: 4 of 4 results reported; Top 4 cut" in text
    # Four with a win each may all win again, against both leaders and the last two.
    assert text.count("a draw") == 2
    assert "Still alive, needs help" in text


def test_with_more_places_than_wins_left_the_leaders_are_in(client, organiser):
    event = played(friday(organiser, finals=("single", 6)), organiser, rounds=2)
    text = text_of(page(client, event))
    assert "2 players have clinched" in text
    assert "Clinched" in text


def test_in_the_last_round_two_who_are_safe_with_a_draw_are_named(client, organiser):
    event = paired(played(friday(organiser, finals=("single", 3)), organiser, rounds=2), organiser)
    text = text_of(page(client, event))
    assert "A draw puts both players in" in text
    assert "Still alive, needs help" in text


def test_after_the_last_round_it_is_decided(client, event, organiser):
    event = played(event, organiser, rounds=3)
    text = text_of(page(client, event))
    assert "4 players have clinched; 4 are eliminated." in text
    assert "Expected at the end" not in text


def test_finals_have_no_forecast(client, event, organiser):
    event = paired(played(event, organiser, rounds=3), organiser)
    assert "The finals have started" in text_of(page(client, event))


def test_without_a_cut_nobody_has_to_be_safe(client, organiser):
    text = text_of(page(client, played(friday(organiser), organiser)))
    assert "nothing to clinch" in text
    assert "Players at each score" in text


def test_the_forecast_ignores_drafts(client, event, organiser):
    event = played(event, organiser, rounds=2)
    finish_round(event, actor_of(organiser))
    before = text_of(page(client, fresh(event)))
    assert text_of(page(client, paired(fresh(event), organiser, publish=False))) == before


def test_an_event_without_players_says_so(client, organiser):
    assert "No players yet" in text_of(page(client, friday(organiser, names=[])))


def test_the_forecast_is_revalidated_by_its_etag(client, event, organiser):
    event = paired(event, organiser)
    address = reverse("forecast", args=[event.slug]) + "?part=forecast"
    first = client.get(address)
    assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 304
    reported(event, organiser, count=1)
    assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("name", ["desk", "event", "standings"])
def test_the_events_pages_link_to_the_forecast(client, event, organiser, name):
    event = paired(event, organiser)
    client.force_login(organiser)
    address = reverse("forecast", args=[event.slug])
    assert f'href="{address}"' in client.get(reverse(name, args=[event.slug])).content.decode()


@pytest.mark.parametrize("name", ["desk", "event", "standings"])
@pytest.mark.parametrize("case", ["before round 1", "without a cut", "in the finals"])
def test_where_nobody_can_clinch_there_is_no_link(client, organiser, name, case):
    event = friday(organiser, finals=None if case == "without a cut" else ("single", 4), rounds=2)
    if case == "without a cut":
        event = paired(event, organiser)
    if case == "in the finals":
        event = paired(played(event, organiser, rounds=2), organiser)
    client.force_login(organiser)
    page = client.get(reverse(name, args=[event.slug])).content.decode()
    assert f'href="{reverse("forecast", args=[event.slug])}"' not in page


def test_a_draw_of_two_who_have_clinched_is_not_mentioned(client, organiser):
    event = paired(played(friday(organiser, finals=("single", 6)), organiser, rounds=2), organiser)
    text = text_of(page(client, event))
    tables = text.partition("A draw puts both players in")[2].partition("Clinched")[0]
    clinched = text.partition("Clinched")[2].partition("In with a result")[0]
    leaders = [name for name in NAMES if name in clinched]
    assert len(leaders) == 2 and tables
    assert not any(name in tables for name in leaders)


@pytest.mark.parametrize(
    ("cut", "reason"),
    [
        ({"min_points": 9}, "No cut is possible: it would leave fewer than two players. Make it larger."),
        ({"top": 9}, "The cut takes 9 players, but only 8 are left. Make it smaller."),
    ],
)
def test_a_cut_that_cannot_be_made_is_said_to_be_impossible(client, with_cut, organiser, cut, reason):
    event = paired(with_cut(cut), organiser)
    text = text_of(page(client, event))
    assert reason in text
    assert "Clinched" not in text and "100 %" not in text


def test_forecast_queries_do_not_grow_with_the_event(client, event, organiser, django_assert_max_num_queries):
    event = played(event, organiser, rounds=3)
    with django_assert_max_num_queries(13):
        page(client, event)


def test_needed_points_are_shown_as_results(client, organiser):
    names = [f"Player {n:02}" for n in range(1, 17)]
    event = friday(organiser, names=names, rounds=4, finals=("single", 4))
    text = text_of(page(client, played(event, organiser, rounds=2)))
    assert "from 2 rounds" in text


@pytest.fixture
def with_cut(organiser):
    """Return a function that makes an event with this cut after three rounds and plays two of them."""

    def make(cut):
        phases = (PhaseRecord(SWISS, "Swiss", {"rounds": 3}), PhaseRecord(BRACKET, "Finals", {"cut": cut}))
        event = create_event(actor_of(organiser), EventHistory("Cut", "magic", phases=phases))
        add_players(event, actor_of(organiser), "\n".join(NAMES))
        return played(fresh(event), organiser, rounds=2)

    return make


@pytest.mark.parametrize(
    ("cut", "texts"),
    [
        ({"top": 4, "ties": "ranked"}, ("Top 4 cut", "Based on points only")),
        ({"top": 4, "ties": "in"}, ("Top 4 cut", "Everyone tied on points at the cut line is in.")),
        ({"top": 4, "ties": "out"}, ("Everyone tied on points at the cut line is out.",)),
        ({"losses": 1}, ("At most 1 loss", "Based on points and losses", "no more losses", "are eliminated")),
        ({"losses": 2}, ("At most 2 losses", "6 players have clinched", "no more losses")),
        (
            {"by_hand": True},
            ("Cut by hand", "The organiser chooses by hand who advances, so nobody can clinch."),
        ),
    ],
)
def test_every_cut_says_who_has_clinched_or_why_nobody_can(client, with_cut, cut, texts):
    text = text_of(page(client, with_cut(cut)))
    assert "nothing to clinch" not in text
    for part in texts:
        assert part in text


def test_ties_that_are_all_in_clinch_earlier(client, with_cut, organiser):
    event = played(with_cut({"top": 3, "ties": "in"}), organiser)
    assert "Decided by tiebreakers" not in text_of(page(client, event))


def test_after_the_event_it_leads_to_the_final_standings(client, organiser):
    event = ended_event(organiser)
    response = page(client, event)
    assert "The event is over. Final standings" in text_of(response)
    assert "The finals have started" not in text_of(response)
    assert f'href="{reverse("standings", args=[event.slug])}">Final standings' in response.content.decode()
