"""Brackets in event files: possible and impossible ones."""

from tests.rules.event_file.example_file import example
from tests.support.case_tables import every
from tests.support.file_changes import refusal_of
from tournaments.rules.event_file import read, text, write
from tournaments.rules.finals import bracket_of


def test_a_bracket_with_more_rounds_than_its_finals_is_refused():
    data = example()
    rounds = data["phases"][1]["rounds"]
    rounds[0]["state"] = "finished"
    rounds[0]["matches"][1]["seats"][0]["result"] = "win"
    while len(rounds) < 4:
        rounds.append({"number": len(rounds) + 1, "state": "finished", "matches": []})
    assert refusal_of(read, data) == "phases[1].rounds[2].number: these finals have 2 rounds."


def test_a_bracket_match_without_a_slot_is_refused_if_its_players_do_not_meet():
    data = example()
    data["phases"][1]["entrants"] = ["p1", "p5", "p3", "p7"]
    for match in data["phases"][1]["rounds"][0]["matches"]:
        del match["slot"]
    assert refusal_of(read, data) == "phases[1]: p1, p5 don’t play each other in round 1 of these finals."


def test_two_open_matches_of_a_bracket_never_share_a_table():
    data = example()
    bracket = data["phases"][1]
    bracket["entrants"] = [f"p{n}" for n in range(1, 9)]
    pairs = [("p1", "p8"), ("p4", "p5"), ("p2", "p7"), ("p3", "p6")]
    matches = [
        {"slot": f"R1-{n}", "table": n, "seats": [{"player": a, "games": 1}, {"player": b}]}
        for n, (a, b) in enumerate(pairs, 1)
    ]
    del matches[3]["seats"][0]["games"]
    early = {"slot": "R2-1", "table": 4, "seats": [{"player": "p1"}, {"player": "p4"}]}
    bracket["rounds"] = [
        {"number": 1, "state": "published", "matches": matches},
        {"number": 2, "state": "published", "matches": [early]},
    ]
    assert refusal_of(read, data).startswith("phases[1].rounds[1].matches[0].table: table 4")


def test_two_no_shows_can_both_lose_a_bracket_match():
    data = example()
    match = data["phases"][1]["rounds"][0]["matches"][0]
    players = [seat["player"] for seat in match["seats"]]
    match["seats"] = [{"player": player, "result": "no_show"} for player in players]
    match.pop("drawn_games", None)
    history = read(data)
    assert text(read(write(history))) == text(history)
    match["seats"] = [{"player": player, "result": "loss"} for player in players]
    assert (
        refusal_of(read, data) == "phases[1].rounds[0].matches[0]: a match in a bracket must have a winner."
    )


def test_finals_settings_and_a_custom_table_are_kept():
    data = example()
    rows = [[1, "SF1", "S1", "S4"], [1, "SF2", "S2", "S3"], [2, "F", "W:SF1", "W:SF2"]]
    data["phases"][1] = {
        "kind": "bracket",
        "name": "Finals",
        "settings": {
            "cut": {"top": 4},
            "finals": {"name": "Our four", "matches": rows, "rounds": ["Semi-finals", "Final"]},
            "third_place": True,
            "best_of_rounds": {"2": 5},
            "places": "shared",
            "after_cut": "next",
        },
        "rounds": [],
    }
    history = read(data)
    assert history.phases[1].overrides == data["phases"][1]["settings"]
    assert text(read(write(history))) == text(history)
    rows[2][2] = "W:F"
    assert refusal_of(read, data) == "phases[1].settings.finals: F can’t take a player from itself."


def of_pods(key, *seats, slot="", size=4):
    """A file of pod finals with one match of these players and these seat fields."""
    data = example()
    data["players"] = [{"id": f"p{n}", "name": f"Player {n}"} for n in range(1, size + 1)]
    match = {"table": 1, "seats": [{"player": player, **fields} for player, fields in seats]}
    if slot:
        match["slot"] = slot
    rounds = [{"number": 1, "state": "published", "matches": [match]}]
    data["phases"] = [{"kind": "bracket", "settings": {"finals": key}, "rounds": rounds}]
    data["log"] = []
    return data


FOUR = [(f"p{n}", {}) for n in (1, 2, 3, 4)]


def test_a_pod_of_finals_needs_no_slot_and_can_be_drawn():
    data = of_pods("pods4", *((player, {"result": "draw"}) for player, _said in FOUR))
    history = read(data)
    assert text(read(write(history))) == text(history)
    assert bracket_of(history.phase(1)).champion == "p1"


def test_a_pod_of_finals_can_have_fewer_players():
    history = read(of_pods("pods4", ("p2", {"result": "win"}), ("p4", {"result": "loss"})))
    assert bracket_of(history.phase(1)).meeting("FP").losers == (4, 1, 3)


FIVE = [*FOUR, ("p5", {})]


@every(
    ("key", "slot", "seats", "words"),
    [
        ("single", "", FOUR[:3], "must have two seats, not 3."),
        ("single", "R1-1", FOUR, "must have two seats, not 4."),
        ("pods10", "A", FIVE, "must have 2 to 4 seats, not 5."),
        ("pods10", "", FIVE, "must have 2 to 4 seats, not 5."),
        ("pods10", "A", [*FIVE, ("p6", {})], "must have two seats, not 6."),
    ],
)
def test_a_finals_match_with_too_many_seats_is_refused(key, slot, seats, words):
    data = of_pods(key, *seats, slot=slot, size=10)
    assert refusal_of(read, data) == f"phases[0].rounds[0].matches[0].seats: {words}"
