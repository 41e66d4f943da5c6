"""Every page of an event counts the same players, and lists of events say who won."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.commands import play_by_commands
from tests.support.database_states import cached_state
from tests.support.desk_events import actor_of, fresh, friday, played
from tests.support.pages import ended_event, text_of
from tests.support.played_events import finals_of
from tests.support.pod_events import a_file, tables
from tournaments.history.cache import load_history
from tournaments.players.actions.players import disqualify_player, drop_player
from tournaments.prizes.actions import set_prizes
from tournaments.results.actions.results import report_result
from tournaments.rules.standings.final import final_standings

# Pages read only: tests/backups/test_moving compares each of them from both databases.
pytestmark = [pytest.mark.any_database, pytest.mark.django_db]

NINETEEN = [f"Player {number:02}" for number in range(1, 20)]
# Page → what precedes and follows the number of players.
COUNTS = {
    "/": (r"Magic, ", r" players"),
    "/e/friday-night/": (r"Players ", r"\b"),
    "/e/friday-night/players/": (r"Players ", r" players, 3 dropped"),
    "/e/friday-night/prizes/": (r"€5 × ", r" entries"),
    "/e/friday-night/desk/": (r"Players ", r"\b"),
    "/e/friday-night/desk/players/": (r"Players ", r" players, 3 dropped, 1 withdrew before round 1"),
    "/e/friday-night/desk/registration/": (r"· ", r" players registered"),
    "/e/friday-night/desk/registration/?show=registered": (r"Registered ", r" "),
    "/e/friday-night/desk/prizes/": (r"€5 × ", r" entries"),
    "/e/friday-night/desk/again/": (r"Create with all ", r" players"),
    "/e/friday-night/desk/settings/delete/": (r"Players ", r" Rounds"),
}


@pytest.fixture
def evening(organiser):
    return build_evening(organiser)


@cached_state
def build_evening(organiser):
    """Nineteen players register, one withdraws, one drops in round 1, one after it, one is disqualified."""
    event, actor = friday(organiser, NINETEEN), actor_of(organiser)
    drop_player(event, actor, "p19")
    event = played(fresh(event), organiser)
    drop_player(event, actor, "p1")
    event = played(fresh(event), organiser)
    drop_player(event, actor, "p2")
    disqualify_player(fresh(event), actor, "p3")
    set_prizes(
        fresh(event), actor, {"fee": 5, "currency": "€"}, {1: {"rows": [{"places": [1, 1], "sum": 20}]}}
    )
    return fresh(event)


@pytest.mark.parametrize("address", COUNTS)
def test_all_pages_of_an_event_count_the_same_players(client, organiser, evening, address):
    before, after = COUNTS[address]
    client.force_login(organiser)
    page = text_of(client.get(address))
    assert re.search(f"{before}18{after}", page), page


def test_the_standings_and_the_list_of_players_have_a_row_for_each_of_them(client, evening):
    listed = client.get("/e/friday-night/players/").content.decode()
    assert len(re.findall(r"data-player=", listed)) == 18 and "Player 19" not in listed
    # Disqualified players are in no standings.
    ranked = client.get("/e/friday-night/standings/").content.decode()
    assert len(set(re.findall(r'data-player="(\w+)"', ranked))) == 17


def test_all_pages_count_the_same_players_before_round_1(client, organiser):
    event = friday(organiser, NINETEEN)
    drop_player(event, actor_of(organiser), "p19")
    client.force_login(organiser)
    assert "18 players so far" in text_of(client.get("/e/friday-night/"))
    assert "18 players" in text_of(client.get("/e/friday-night/desk/"))
    for address, words in (("", "Players 18"), ("players/", "18 players"), ("desk/players/", "18 players")):
        assert words in text_of(client.get(f"/e/friday-night/{address}"))
    assert "18 players" in text_of(client.get("/"))


def finished_file(*matches, **settings):
    """An event file of one finished round of these matches."""
    return a_file("magic", "swiss", ("finished", list(matches)), players=4, rounds=1, **settings)


def match(table, first, second, result):
    seats = [{"player": first, "result": result}, {"player": second}]
    return {"table": table, "seats": seats}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (finished_file(match(1, "p1", "p2", "win"), match(2, "p3", "p4", "draw")), "Won by Anna"),
        (
            finished_file(match(1, "p1", "p2", "win"), match(2, "p3", "p4", "win"), tiebreakers=[]),
            "Won by Anna and Cleo",
        ),
        (
            finished_file(match(1, "p1", "p2", "draw"), match(2, "p3", "p4", "draw"), tiebreakers=[]),
            "no winner: 4 players",
        ),
        (
            a_file(
                "pods-multiplayer", "pods", ("finished", tables(4, 4, 4, won=2)), rounds=1, tiebreakers=[]
            ),
            "Won by Ben, Finn and Jia",
        ),
        (
            a_file("pods-multiplayer", "pods", ("finished", tables(4, won=3)), players=4, rounds=1),
            "Won by Cleo",
        ),
    ],
)
def test_a_finished_event_says_who_won(client, event_from, data, words):
    event_from(data)
    assert text_of(client.get("/")).count(words) == 1


def test_a_corrected_result_changes_the_winner(client, event_from, organiser):
    event = event_from(finished_file(match(1, "p1", "p2", "win"), match(2, "p3", "p4", "draw")))
    assert "Won by Anna" in text_of(client.get("/"))
    report_result(event, actor_of(organiser), 1, 1, 1, "0-2")
    assert "Won by Ben" in text_of(client.get("/"))


@pytest.mark.parametrize("key", ["single", "mcintyre8", "super_league8"])
def test_a_finished_bracket_says_who_won(client, key):
    event = finals_of(key, 8)
    play_by_commands(event)
    assert f"Won by {final_standings(load_history(fresh(event)))[0].name}" in text_of(client.get("/"))


def test_winners_are_read_once(client, organiser):
    ended_event(organiser)
    numbers = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            client.get("/")
        numbers.append(len(queries))
    assert numbers[1] < numbers[0]
