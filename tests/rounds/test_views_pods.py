"""Public pages of rounds of pods: tables of three to five, by table, by name, and of each player."""

import pytest

from tests.support import pod_events
from tests.support.desk_events import actor_of, form, fresh, paired, reported
from tests.support.pages import text_of
from tests.support.played_events import make
from tournaments.events.actions.events import create_event, import_event
from tournaments.players.actions.players import add_players
from tournaments.rules import event_file
from tournaments.rules.history import BRACKET, PODS, EventHistory, PhaseRecord

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


def seats(players, results=None, places=None):
    seats = [{"player": player} for player in players]
    for key, values in (("result", results), ("place", places)):
        for seat, value in zip(seats, values or (), strict=False):
            seat[key] = value
    return seats


@pytest.fixture
def pods(db):
    """Eight players: a round of a four, a three and a bye is over, two pods are played."""
    over = [
        {"table": 1, "seats": seats("abcd", ("loss", "win", "no_show", "loss"))},
        {"table": 2, "seats": seats("efg", places=(2, 1, 3))},
        {"bye": "h"},
    ]
    running = [{"table": 1, "seats": seats("bfha")}, {"table": 2, "seats": seats("cdeg", ["draw"] * 4)}]
    rounds = [{"number": 1, "matches": over}, {"number": 2, "state": "published", "matches": running}]
    points = {"win": 5, "draw": 1, "loss": 0, "bye": 5}
    return import_event(
        event_file.read(
            {
                "format": "topcut/1",
                "event": {"name": "Pods", "rulebook": "magic"},
                "players": [{"id": key, "name": name} for key, name in zip("abcdefgh", NAMES, strict=True)],
                "phases": [{"kind": "pods", "settings": {"rounds": 3, "points": points}, "rounds": rounds}],
            }
        ),
    )


def test_by_table_every_pod_lists_its_seats_in_order(client, pods):
    page = text_of(client.get(f"/e/{pods.slug}/?by=table"))
    assert "seat 1 Bo 1–0" in page
    assert "seat 4 Ann 0–1" in page
    assert page.index("Bo") < page.index("Flo") < page.index("Hal") < page.index("Ann")
    assert "Waiting" in page
    assert page.count("drew") >= 4


def test_the_list_by_name_has_table_seat_and_opponents(client, pods):
    page = text_of(client.get(f"/e/{pods.slug}/?by=name"))
    assert "Ann v Bo, Flo and Hal" in page
    assert "Table 1 seat 4" in page
    card = text_of(client.get(f"/e/{pods.slug}/?find=ann"))
    assert "seat 4, against Bo, Flo and Hal" in card


def test_a_finished_round_shows_winners_and_the_bye(client, pods):
    page = text_of(client.get(f"/e/{pods.slug}/rounds/1/?by=table"))
    assert "seat 2 won" in page
    assert "2–1–3" in page
    assert "Bye" in page
    assert "5 points" in page


def test_a_players_page_names_everybody_at_the_table(client, pods):
    page = text_of(client.get(f"/e/{pods.slug}/players/b/"))
    assert "seat 1, against Flo, Hal, Ann" in page
    assert "beat Ann , Cy , Di table 1, seat 2" in page
    assert "lost, with Flo , Gus table 2, seat 1" in text_of(client.get(f"/e/{pods.slug}/players/e/"))


def test_the_standings_count_what_each_seat_is_worth(client, pods):
    page = text_of(client.get(f"/e/{pods.slug}/standings/"))
    assert "1–0 5" in page
    assert page.index("Bo") < page.index("Ann")


def test_the_about_page_explains_bets(client, db):
    event = make(8, rulebook="hareruya", kind="pods")
    page = text_of(client.get(f"/e/{event.slug}/about/"))
    assert "starts with 1000 points and bets 7 % of their points each round" in page
    assert "if nobody wins, the bets are lost" in page
    assert "at random, regardless of points" in page
    assert "100000" not in page


def test_pods_by_standing_are_described_as_tables_of_neighbours(client, event_from):
    event = event_from(pod_events.pods(pairing="by_standing", last_round_pairing="by_standing"))
    page = text_of(client.get(f"/e/{event.slug}/about/"))
    assert "neighbours in the standings at the same table; round 1: at random" in page
    assert "first against second" not in page and "First seat" not in page


def test_pages_of_pods_mention_no_best_of_and_no_single_opponent(desk, organiser):
    phases = (
        PhaseRecord(PODS, "Pods", {"rounds": 2}),
        PhaseRecord(BRACKET, "Finals", {"finals": "pods7", "cut": {"top": 7}}),
    )
    event = create_event(actor_of(organiser), EventHistory("Night", "magic", phases=phases))
    add_players(event, actor_of(organiser), "\n".join(NAMES))
    event = reported(paired(fresh(event), organiser), organiser, result_text="1")
    first = event.players.order_by("id").first().public_id
    for page in (
        "about/",
        "desk/settings/",
        "desk/settings/format/",
        "desk/settings/finals/",
        f"standings/?open={first}:points",
    ):
        text = text_of(desk.get(f"/e/{event.slug}/{page}"))
        assert "est of 3" not in text
        assert "Match length by round" not in text and "Opponent " not in text
    assert "Opponents" in text
    page = f"/e/{event.slug}/desk/settings/format/"
    sent = form(event, rounds="3", win="5", draw="1", loss="0", bye="5")
    assert desk.post(page, sent).status_code == 302
    assert "best_of" not in event.phases.get(number=1).settings


def test_a_phase_of_pods_is_planned_without_a_best_of(desk, organiser):
    event = fresh(create_event(actor_of(organiser), EventHistory("Night", "magic", phases=(PhaseRecord(),))))
    page = f"/e/{event.slug}/desk/phases/add/?kind=pods"
    assert "A match is" not in text_of(desk.get(page))
    assert desk.post(page, form(event, name="Pods", rounds="2")).status_code == 302
    assert event.phases.get(number=2).settings == {"rounds": 2}
