"""One event under two rulebooks: printed players, the invented example, and real events."""

import json
from itertools import product
from pathlib import Path

from tests.support.case_tables import every
from tournaments.help.pages.comparison import compare_rulebooks, with_rulebook
from tournaments.rules import event_file
from tournaments.rules.rulebooks import RULEBOOKS
from tournaments.rules.standings.standings import standings
from tournaments.standings.pages.published import PRINTED, printed_rows

DATA = Path(__file__).parents[1] / "official" / "data"


def places(comparison):
    return [(row.name, row.first.rank, row.second.rank) for row in comparison.rows]


def official(name):
    return json.loads((DATA / f"{name}.event.json").read_text())


def test_greensheep_ranks_before_twink_under_both_rulebooks():
    comparison = compare_rulebooks(None, "hct-2017", "magic")
    assert comparison.title == "HCT Europe Winter 2017"
    assert places(comparison) == [
        ("Neirea", 1, 1),
        ("GreenSheep", 2, 2),
        ("Twink", 3, 3),
        ("M1SA", 4, 4),
        ("Farm4fame", 5, 5),
    ]
    by_sums, by_games = comparison.reasons
    assert by_sums.endswith("GreenSheep is ahead of Twink on Opponents’ win/loss sum, 57 v 49.")
    assert by_games.endswith("GreenSheep is ahead of Twink on GW %, 65.50 v 58.10.")
    assert comparison.summary == "No ranks change."


def test_values_that_were_not_printed_are_dashes():
    comparison = compare_rulebooks(None, "hct-2017", "magic")
    assert comparison.rows[1].second.values == ("15", "67.30", "65.50", "–")


def test_rulebooks_without_printed_columns_rank_the_example():
    comparison = compare_rulebooks(None, "hct-2017", "chess")
    assert comparison.title == "Example players"
    assert len(comparison.rows) == 6


@every(("first", "second"), list(product(RULEBOOKS, ("magic", "wargame-wtc"))))
def test_any_two_rulebooks_can_be_compared(first, second):
    comparison = compare_rulebooks(None, first, second)
    assert [len(side.columns) for side in comparison.sides] == [
        len(comparison.rows[0].first.values),
        len(comparison.rows[0].second.values),
    ]


def test_an_event_under_its_own_rulebook_keeps_its_ranks(event_from):
    data = official("melee_0083")
    event, ruled = event_from(data), standings(event_file.read(data).phase(1))
    comparison = compare_rulebooks(event, "magic", "hct-2017")
    assert [(row.name, row.first.rank) for row in comparison.rows] == [
        (row.name, row.rank) for row in ruled.rows
    ]
    assert comparison.sides[0].remark
    assert not comparison.sides[1].remark
    assert any(row.moved for row in comparison.rows)
    assert sum(row.moved == 0 for row in comparison.rows) + int(comparison.summary.split()[0]) == len(
        comparison.rows
    )


def test_the_same_rulebook_twice_moves_nobody(event_from):
    comparison = compare_rulebooks(event_from(official("melee_0083")), "magic", "magic")
    assert comparison.summary == "No ranks change."


def test_table_points_are_replaced_by_the_other_rulebooks_points():
    history = event_file.read(official("netrunner_0016"))
    moved = with_rulebook(history.phase(1), "magic")
    worth = {row.points - 3 * row.wins - row.draws for row in standings(moved).rows}
    assert worth == {0}
    points = [
        [seat.points for match in one.matches for seat in match.seats] for one in history.phase(1).rounds
    ]
    assert any(points[0])


def test_another_rulebook_keeps_the_pairing_and_drops_the_columns():
    history = event_file.read(official("melee_0083"))
    settings = {"rounds": 6, "tiebreakers": ["gw"], "percentages": {"floor": 0}, "pairing": "fold"}
    history = history.phase(1).replace(overrides=settings).history
    phase = history.phase(1)
    assert with_rulebook(phase, "hct-2017").overrides == {"rounds": 6, "pairing": "fold"}
    assert with_rulebook(phase, history.rulebook).overrides == settings


def test_finals_alone_have_nothing_to_compare(event_from):
    data = {
        "format": "topcut/1",
        "event": {"name": "Finals alone", "rulebook": "magic"},
        "players": [{"id": f"p{n}", "name": f"Player {n}"} for n in range(1, 5)],
        "phases": [{"kind": "bracket", "settings": {"finals": "single"}, "rounds": []}],
    }
    comparison = compare_rulebooks(event_from(data), "magic", "chess")
    assert comparison.rows == ()
    assert comparison.missing


def test_players_who_make_only_one_cut_are_named(event_from):
    data = official("melee_0083")
    data["phases"] = data["phases"][:1]
    data["phases"].append(
        {"kind": "bracket", "settings": {"cut": {"top": 20}, "finals": "single"}, "rounds": []}
    )
    comparison = compare_rulebooks(event_from(data), "magic", "hct-2017")
    rows = comparison.rows
    only = [[row.name for row in rows if row.first.rank <= 20 < row.second.rank]]
    only.append([row.name for row in rows if row.second.rank <= 20 < row.first.rank])
    assert all(only)
    assert (
        comparison.note
        == f"In the cut only under A: {', '.join(only[0])}. Only under B: {', '.join(only[1])}."
    )


@every("key", ("hct-2017", "dreamhack", "magic", "mantis-3"))
def test_the_printed_players_keep_their_order_under_each_printed_rulebook(key):
    assert [(row.rank, row.name) for row in printed_rows(key)] == list(enumerate(PRINTED, 1))
