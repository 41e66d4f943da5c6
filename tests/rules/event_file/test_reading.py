"""Reading of valid event files."""

import json

from tests.rules.event_file.example_file import EXAMPLE, example
from tournaments.rules.event_file import read, read_match, read_text
from tournaments.rules.history import EventHistory, MatchRecord, PhaseRecord, PlayerRecord, SeatRecord

LEAST = {"format": "topcut/1", "event": {"name": "Friday", "rulebook": "magic"}, "players": []}


def test_the_smallest_file_is_an_event_with_one_swiss_phase():
    assert read(LEAST) == EventHistory("Friday", "magic", phases=(PhaseRecord(),))
    assert read(LEAST | {"phases": [], "log": []}) == read(LEAST)


def test_the_documented_example_is_read():
    event = read(EXAMPLE)
    assert event.name == "HCT Europe Winter 2017"
    assert event.starts_at == "2017-02-25T09:00:00Z"
    assert event.players[0] == PlayerRecord("p1", "Player 1")
    assert [player.order for player in event.players] == list(range(9))
    swiss, finals = event.phases
    assert swiss.rounds[0].matches[1].seats == (
        SeatRecord("p3", result="win"),
        SeatRecord("p4", result="no_show"),
    )
    assert swiss.rounds[0].matches[2] == MatchRecord(
        (SeatRecord("p5", games=1), SeatRecord("p6", games=1)), 3, drawn_games=1
    )
    assert swiss.rounds[0].matches[4] == MatchRecord((SeatRecord("p8", result="loss"),))
    assert finals.entrants == ("p1", "p3", "p7", "p5")
    assert finals.rounds[0].matches[1].slot == "R1-2"
    assert event.log[1].undoes == 1


def test_bytes_and_text_with_or_without_a_byte_order_mark_are_read():
    words = json.dumps(EXAMPLE, ensure_ascii=False)
    assert read_text(words) == read_text(words.encode()) == read_text(words.encode("utf-8-sig"))


def test_missing_table_numbers_are_the_lowest_free_ones():
    data = example()
    matches = data["phases"][0]["rounds"][0]["matches"]
    del matches[0]["table"], matches[1]["table"]
    matches[2]["table"] = 1
    read_matches = read(data).phases[0].rounds[0].matches
    assert [(match.table, match.seats[0].player) for match in read_matches] == [
        (1, "p5"),
        (2, "p1"),
        (3, "p3"),
        (None, "p7"),
        (None, "p8"),
    ]


def test_matches_are_sorted_by_table_and_byes_by_player():
    data = example()
    data["phases"][0]["rounds"][0]["matches"].reverse()
    assert read(data) == read(EXAMPLE)


def test_times_are_converted_to_utc():
    data = example()
    data["event"]["starts_at"] = "2017-02-25T10:00:00+01:00"
    assert read(data) == read(EXAMPLE)


def test_a_bracket_can_have_two_open_rounds():
    data = example()
    data["players"] += [{"id": "p10", "name": "Late"}]
    bracket = data["phases"][1]
    bracket["entrants"] = [f"p{n}" for n in range(1, 9)]
    bracket["settings"] = {"finals": "single"}
    pairs = [("p1", "p8"), ("p4", "p5"), ("p2", "p7"), ("p3", "p6")]
    matches = [
        {"slot": f"R1-{n}", "seats": [{"player": a, "games": 1}, {"player": b}]}
        for n, (a, b) in enumerate(pairs, 1)
    ]
    matches[3]["table"] = 1
    del matches[3]["seats"][0]["games"]
    early = {"slot": "R2-1", "seats": [{"player": "p1"}, {"player": "p4"}]}
    bracket["rounds"] = [
        {"number": 1, "state": "published", "matches": matches},
        {"number": 2, "state": "published", "matches": [early]},
    ]
    first, second = read(data).phases[1].rounds
    assert not first.finished
    assert (first.matches[0].table, first.matches[0].slot) == (1, "R1-4")
    assert second.matches[0].table == 2, "table 1 is still busy, table 2 is free again"


def test_a_bracket_match_without_a_slot_is_matched_by_its_players():
    data = example()
    for match in data["phases"][1]["rounds"][0]["matches"]:
        del match["slot"]
    assert [match.slot for match in read(data).phases[1].rounds[0].matches] == ["", ""]


def test_optional_fields_are_read():
    data = example()
    data["event"]["place"] = "Town hall"
    data["players"][0] |= {"disqualified": True, "soft": 12.5}
    event = read(data)
    assert event.place == "Town hall"
    assert event.players[0].disqualified
    assert event.players[0].soft_score == 12.5


def test_rare_legal_results_are_read():
    both_lose = [{"player": "a", "result": "no_show"}, {"player": "b", "result": "no_show"}]
    points_reported = [{"player": "a", "result": "win", "points": 5}, {"player": "b", "points": -1}]
    no_game = [{"player": "a", "result": "draw", "games": 0}, {"player": "b", "result": "draw", "games": 0}]
    one_seat_reported = [{"player": "a", "result": "conceded"}, {"player": "b"}]
    for seats in (both_lose, points_reported, no_game, one_seat_reported):
        match = read_match({"table": 1, "seats": seats, "drawn_games": 0})
        assert match.reported
