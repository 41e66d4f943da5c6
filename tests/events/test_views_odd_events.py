"""Unusual events that a file may contain: every page of them works."""

from itertools import product

import pytest

from tests.support.desk_events import form, fresh
from tests.support.repetitions import count

PAGES = (
    "",
    "standings/",
    "forecast/",
    "bracket/",
    "players/",
    "about/",
    "prizes/",
    "phases/1/",
    "desk/",
    "desk/round/",
    "desk/players/",
    "desk/settings/",
    "desk/prizes/",
    "desk/log/",
)


def with_phases(count, *phases):
    players = [{"id": f"p{n}", "name": f"Player {n:02}"} for n in range(1, count + 1)]
    event = {"name": "Odd", "rulebook": "magic"}
    return {"format": "topcut/1", "event": event, "players": players, "phases": list(phases)}


def match(table, first, second, **more):
    return {"table": table, "seats": [{"player": first, **more}, {"player": second}]}


def finals(*rounds, key="single", **more):
    return {"kind": "bracket", "settings": {"finals": key}, "rounds": list(rounds), **more}


def opened_early():
    """Eight players; round 1 lacks a result, a match of round 2 is already played."""
    pairs = [("p1", "p8"), ("p4", "p5"), ("p2", "p7"), ("p3", "p6")]
    first = [{**match(n, *pair, games=2), "slot": f"R1-{n}"} for n, pair in enumerate(pairs, 1)]
    del first[3]["seats"][0]["games"]
    early = {**match(5, "p1", "p4"), "slot": "R2-1"}
    return finals(
        {"number": 1, "state": "published", "matches": first},
        {"number": 2, "state": "published", "matches": [early]},
    )


def finals_before_swiss():
    first = {"number": 1, "state": "finished", "matches": [match(1, "p1", "p4", games=2)]}
    first["matches"].append(match(2, "p2", "p3", games=2))
    final = {"number": 2, "state": "finished", "matches": [match(1, "p1", "p2", games=2)]}
    swiss = {"kind": "swiss", "settings": {"rounds": 1, "cut": {"top": 3}}}
    return finals(first, final), swiss


def pods_in_part():
    """Ten players; one pod is drawn, two players are left in the other, and the file names no slots."""
    pod = [{"player": f"p{n}", "result": "draw"} for n in (3, 6, 7, 10)]
    matches = [{"table": 1, "seats": pod}, {"table": 2, "seats": [{"player": "p4"}, {"player": "p9"}]}]
    return finals({"number": 1, "state": "published", "matches": matches}, key="pods10")


ODD = {
    "finals of pods": with_phases(10, pods_in_part()),
    "finals of forty in pods": with_phases(40, finals(key="pods40")),
    "nobody at finals": with_phases(0, finals()),
    "one player at finals": with_phases(1, finals()),
    "too many for finals": with_phases(513, finals()),
    "seven for a final eight": with_phases(7, finals(key="mcintyre8")),
    "finals that open early": with_phases(8, opened_early()),
    "finals before swiss": with_phases(4, *finals_before_swiss()),
    "a second phase for nobody": with_phases(
        3, {"kind": "swiss"}, {"kind": "round_robin", "settings": {"cut": {"top": 1}}}
    ),
}


@pytest.mark.parametrize(("which", "page"), [*product(ODD, PAGES)][:: count(7, 1)])
def test_every_page_answers(client, organiser, event_from, which, page):
    client.force_login(organiser)
    assert client.get(f"/e/{event_from(ODD[which]).slug}/{page}").status_code == 200


@pytest.mark.parametrize("which", ["nobody at finals", "too many for finals", "seven for a final eight"])
def test_the_desk_says_why_finals_cannot_begin(client, organiser, event_from, which):
    client.force_login(organiser)
    event = event_from(ODD[which])
    answer = client.post(f"/e/{event.slug}/desk/round/pair/", form(event))
    assert answer.status_code == 422
    assert "players" in answer.content.decode().split("toast failed")[1]


def test_too_many_players_for_the_finals_are_the_next_step(client, organiser, event_from):
    client.force_login(organiser)
    page = client.get(f"/e/{event_from(ODD['too many for finals']).slug}/desk/").content.decode()
    assert "Single elimination takes 2 to 512 players, not 513." in page


def test_the_cut_after_finals_is_drawn_once_they_are_over(client, event_from):
    event = event_from(ODD["finals before swiss"])
    assert "Top 3 cut" in client.get(f"/e/{event.slug}/standings/").content.decode()
    running = with_phases(4, *finals_before_swiss())
    running["phases"][0]["rounds"].pop()
    event = event_from(running)
    assert 'class="cut"' not in client.get(f"/e/{event.slug}/standings/").content.decode()


def test_a_round_that_opened_early_is_filled_at_the_desk(client, organiser, event_from):
    client.force_login(organiser)
    event = event_from(ODD["finals that open early"])
    desk = f"/e/{event.slug}/desk"
    assert "1 result missing" in client.get(f"{desk}/").content.decode()
    client.post(f"{desk}/results/report/", form(event, phase=1, round=1, table=4, result_text="2-0"))
    assert "pair the rest of the semi-finals" in client.get(f"{desk}/").content.decode()
    assert client.post(f"{desk}/round/pair/", form(event)).status_code == 302
    rounds = fresh(event).phases.get().rounds
    assert [r.matches.count() for r in rounds.all()] == [4, 2]
    assert "2 results missing" in client.get(f"{desk}/").content.decode()


def test_a_player_who_waits_in_the_finals_cannot_be_removed(client, organiser, event_from):
    client.force_login(organiser)
    event = event_from(with_phases(6, finals()))
    desk = f"/e/{event.slug}/desk"
    client.post(f"{desk}/round/pair/", form(event))
    client.post(f"{desk}/round/publish/", form(event, phase=1, round=1))
    answer = client.post(f"{desk}/players/remove/p1/", form(event))
    assert "Player 01 is in the top cut" in answer.content.decode()
    answer = client.post(f"{desk}/players/merge/", form(event, keep="p1", remove="p2"))
    assert "Player 01 and Player 02 are both in the top cut" in answer.content.decode()
    assert event.players.count() == 6
    assert client.get(f"/e/{event.slug}/bracket/").status_code == 200


def test_a_late_rating_does_not_change_seeds_of_begun_finals(client, organiser, event_from):
    client.force_login(organiser)
    event = event_from(with_phases(6, finals()))
    desk = f"/e/{event.slug}/desk"
    client.post(f"{desk}/round/pair/", form(event))
    client.post(f"{desk}/players/change/p6/", form(event, name="Player 06", rating=2000))
    assert event.phases.get().entrants == ["p1", "p2", "p3", "p4", "p5", "p6"]
    client.post(f"{desk}/log/undo/", form(event))
    client.post(f"{desk}/log/undo/", form(event))
    assert event.phases.get().entrants is None
