"""Brackets in an event file that cannot have come about."""

from tests.rules.example_file import example
from tests.rules.test_event_file_refusals import said_of
from tournaments.rules.event_file import read


def test_a_bracket_with_more_rounds_than_its_finals_is_refused():
    data = example()
    rounds = data["phases"][1]["rounds"]
    rounds[0]["state"] = "finished"
    rounds[0]["matches"][1]["seats"][0]["result"] = "win"
    while len(rounds) < 4:
        rounds.append({"number": len(rounds) + 1, "state": "finished", "matches": []})
    assert said_of(read, data) == "phases[1].rounds[2].number: these finals have 2 rounds."


def test_a_bracket_match_without_a_slot_is_refused_where_its_two_do_not_meet():
    data = example()
    data["phases"][1]["entrants"] = ["p1", "p5", "p3", "p7"]
    for match in data["phases"][1]["rounds"][0]["matches"]:
        del match["slot"]
    assert said_of(read, data) == "phases[1]: p1, p5 do not meet in round 1 of these finals."


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
    assert said_of(read, data).startswith("phases[1].rounds[1].matches[0].table: table 4")
