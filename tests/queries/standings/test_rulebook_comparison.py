"""One event under two rulebooks: the printed five, the invented six, and real events."""

import json
from itertools import product
from pathlib import Path

from tests.case_tables import every
from tournaments.queries.standings.printed import PRINTED, printed_rows
from tournaments.queries.standings.rulebook_comparison import comparison_of, under
from tournaments.rules import event_file
from tournaments.rules.rulebooks import RULEBOOKS
from tournaments.rules.standings.standings import standings

DATA = Path(__file__).parents[2] / "official" / "data"


def places(found):
    return [(row.name, row.first.rank, row.second.rank) for row in found.rows]


def official(name):
    return json.loads((DATA / f"{name}.event.json").read_text())


def test_greensheep_stands_before_twink_by_either_rulebook():
    found = comparison_of(None, "hct-2017", "magic")
    assert found.title == "HCT Europe Winter 2017"
    assert places(found) == [
        ("Neirea", 1, 1),
        ("GreenSheep", 2, 2),
        ("Twink", 3, 3),
        ("M1SA", 4, 4),
        ("Farm4fame", 5, 5),
    ]
    by_sums, by_games = found.reasons
    assert by_sums.endswith("GreenSheep stands before Twink by Opponents' win/loss sum, 57 to 49.")
    assert by_games.endswith("GreenSheep stands before Twink by GW %, 65.50 to 58.10.")
    assert found.summary == "Nobody moves."


def test_what_was_not_printed_is_a_dash():
    found = comparison_of(None, "hct-2017", "magic")
    assert found.rows[1].second.values == ("15", "67.30", "65.50", "–")


def test_rulebooks_whose_columns_were_not_printed_rank_the_invented_six():
    found = comparison_of(None, "hct-2017", "chess")
    assert found.title == "Invented players"
    assert len(found.rows) == 6


@every(("first", "second"), list(product(RULEBOOKS, ("magic", "wargame-wtc"))))
def test_any_two_rulebooks_can_be_compared(first, second):
    found = comparison_of(None, first, second)
    assert [len(side.columns) for side in found.sides] == [
        len(found.rows[0].first.values),
        len(found.rows[0].second.values),
    ]


def test_a_real_event_under_its_own_rulebook_stands_as_it_is(event_from):
    told = official("melee_0083")
    event, ruled = event_from(told), standings(event_file.read(told), 1)
    found = comparison_of(event, "magic", "hct-2017")
    assert [(row.name, row.first.rank) for row in found.rows] == [(row.name, row.rank) for row in ruled.rows]
    assert found.sides[0].remark
    assert not found.sides[1].remark
    assert any(row.moved for row in found.rows)
    assert sum(row.moved == 0 for row in found.rows) + int(found.summary.split()[0]) == len(found.rows)


def test_the_same_rulebook_twice_moves_nobody(event_from):
    found = comparison_of(event_from(official("melee_0083")), "magic", "magic")
    assert found.summary == "Nobody moves."


def test_points_given_at_the_table_are_scored_anew():
    history = event_file.read(official("netrunner_0016"))
    moved = under(history, 1, "magic")
    worth = {row.points - 3 * row.wins - row.draws for row in standings(moved, 1).rows}
    assert worth == {0}
    kept = [[seat.points for match in one.matches for seat in match.seats] for one in history.phase(1).rounds]
    assert any(kept[0])


def test_another_rulebook_keeps_the_pairing_and_drops_the_columns():
    history = event_file.read(official("melee_0083"))
    settings = {"rounds": 6, "tiebreakers": ["gw"], "percentages": {"floor": 0}, "pairing": "fold"}
    history = history.with_phase(1, settings=settings)
    assert under(history, 1, "hct-2017").phase(1).settings == {"rounds": 6, "pairing": "fold"}
    assert under(history, 1, history.rulebook).phase(1).settings == settings


def test_finals_alone_have_nothing_to_compare(event_from):
    told = {
        "format": "topcut/1",
        "event": {"name": "Finals alone", "rulebook": "magic"},
        "players": [{"id": f"p{n}", "name": f"Player {n}"} for n in range(1, 5)],
        "phases": [{"kind": "bracket", "settings": {"finals": "single"}, "rounds": []}],
    }
    found = comparison_of(event_from(told), "magic", "chess")
    assert found.rows == ()
    assert found.missing


def test_it_says_whom_the_cut_would_change(event_from):
    told = official("melee_0083")
    told["phases"] = told["phases"][:1]
    told["phases"].append(
        {"kind": "bracket", "settings": {"cut": {"top": 20}, "finals": "single"}, "rounds": []}
    )
    found = comparison_of(event_from(told), "magic", "hct-2017")
    rows = found.rows
    only = [[row.name for row in rows if row.first.rank <= 20 < row.second.rank]]
    only.append([row.name for row in rows if row.second.rank <= 20 < row.first.rank])
    assert all(only)
    assert found.note == f"Only under A in the cut: {', '.join(only[0])}. Only under B: {', '.join(only[1])}."


@every("key", ("hct-2017", "dreamhack", "magic", "mantis-3"))
def test_the_printed_players_keep_their_order_under_every_rulebook_that_was_printed(key):
    assert [(row.rank, row.name) for row in printed_rows(key)] == list(enumerate(PRINTED, 1))
