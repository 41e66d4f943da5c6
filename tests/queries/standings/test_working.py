"""Workings: the lines that are shown fold to the number that is shown, in words and on paper."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.case_tables import every
from tests.repetitions import count
from tournaments.queries.standings.columns import value_text
from tournaments.queries.standings.rank_explanation import apart, rank_shown
from tournaments.queries.standings.working import NO_BREAK, working_shown
from tournaments.rules import event_file
from tournaments.rules.standings.standings import standings
from tournaments.rules.standings.working import working_of
from tournaments.rules.tiebreakers import MEAN, RATIO, TIEBREAKERS

DATA = Path(__file__).parents[2] / "official" / "data"
REAL = ("melee_0012", "chess_0016", "netrunner_0016", "xwing_0012")
COLUMNS = [key for key in TIEBREAKERS if key != "points"]

SMALL = {
    "format": "topcut/1",
    "event": {"name": "Small", "rulebook": "magic"},
    "players": [{"id": name[0].lower(), "name": name} for name in ("Ada", "Bo", "Cleo", "Dan", "Eva")],
    "phases": [
        {
            "kind": "swiss",
            "settings": {"rounds": 5},
            "rounds": [
                {"number": 1, "matches": [["a", 2, "b", 0], ["c", 2, "d", 1], "e"]},
                {"number": 2, "matches": [["a", 2, "c", 1], ["e", 2, "b", 0], "d"]},
                {"number": 3, "matches": [["a", 0, "e", 2], ["d", 2, "b", 0], "c"]},
                {"number": 4, "matches": [["a", 2, "b", 1], ["c", 0, "e", 2], "d"]},
            ],
        }
    ],
}


def real(name):
    return event_file.read(json.loads((DATA / f"{name}.event.json").read_text()))


def small(**settings):
    told = json.loads(json.dumps(SMALL))
    phase = told["phases"][0]
    phase["settings"] |= settings
    for one in phase["rounds"]:
        one["state"] = "finished"
        one["matches"] = [match_of(table, told) for table, told in enumerate(one["matches"], 1)]
    return event_file.read(told)


def match_of(table, told):
    if isinstance(told, str):
        return {"bye": told}
    first, won, second, lost = told
    return {"table": table, "seats": [{"player": first, "games": won}, {"player": second, "games": lost}]}


def shown_of(told, player, key):
    found = standings(told, 1)
    row = next(row for row in found.rows if row.player == player)
    return working_shown(told, 1, found, row, key, found.after_round)


def reckoned(paper):
    """What a sum as on paper comes to."""
    plain = paper.replace("−", "-").replace(NO_BREAK, " ")
    assert re.fullmatch(r"[-0-9.+/() ]+", plain), paper
    return eval(plain, {"__builtins__": {}})


def printed(text):
    return float(text.replace("−", "-"))


def folded(shown):
    counted = [line for line in shown.lines if line.counted]
    total = sum(line.term for line in counted)
    if shown.fold == RATIO:
        whole = sum(line.whole for line in counted)
        return total / whole if whole else 0
    return total / len(counted) if shown.fold == MEAN and counted else total


@pytest.mark.parametrize("name", [*REAL][:: count(2, 1)])
def test_for_every_column_and_player_the_terms_fold_to_the_number(name):
    told = real(name)
    found = standings(told, 1, tiebreakers=COLUMNS)
    for row in found.rows[:: count(3, 1)]:
        for key in COLUMNS:
            shown = working_of(told, 1, row.player, key, tiebreakers=COLUMNS)
            assert shown.value == row.values[key]
            if not any(line.counted for line in shown.lines):
                continue
            assert folded(shown) == pytest.approx(shown.folded, abs=1e-9)
            assert bool(shown.note or shown.decimals) or shown.folded == shown.value


@pytest.mark.parametrize("name", [*REAL][:: count(2, 1)])
def test_the_sum_on_paper_comes_to_what_stands_beside_it(name):
    told = real(name)
    found = standings(told, 1, tiebreakers=COLUMNS)
    for row in found.rows[:: count(9, 3)]:
        for key in COLUMNS:
            told_in = working_shown_of(told, found, row, key)
            if not any(line.counts for line in told_in.lines) or told_in.sum.startswith("0 of 0"):
                continue
            # Each printed term may be half a hundredth off.
            off = 0.005 * (len(told_in.lines) + 1) + 1e-9
            scale = 100 if TIEBREAKERS[key].unit == "percent" and "/" in told_in.lines[0].term else 1
            assert reckoned(told_in.sum) * scale == pytest.approx(printed(told_in.folded), abs=off)
            assert told_in.note or told_in.folded == told_in.value


def working_shown_of(told, found, row, key):
    """As the page asks, of an event whose phase has these columns."""
    phase = replace(told.phase(1), settings={**told.phase(1).settings, "tiebreakers": COLUMNS})
    return working_shown(
        replace(told, phases=(phase, *told.phases[1:])), 1, found, row, key, found.after_round
    )


def test_a_floor_is_said_where_it_acts():
    shown = shown_of(small(), "a", "omw")
    bo = shown.lines[0]
    assert (bo.opponent, bo.about, bo.part, bo.term) == ("Bo", "0–4", "0 / 12", "33.00")
    assert bo.note == "0.00 raised to the floor, 33.00"
    assert not shown.lines[2].note


def test_the_sum_is_that_of_paper():
    shown = shown_of(small(), "a", "omw")
    assert shown.sum.replace(NO_BREAK, " ") == "(33.00 + 50.00 + 100.00 + 33.00) / 4"
    assert (shown.folded, shown.value) == ("54.00", "54.00")


def test_shares_below_zero_and_above_one_are_drawn_at_the_ends_and_take_a_true_minus():
    shown = shown_of(small(points={"loss": -1}), "a", "omw")
    assert (shown.lines[0].note, shown.lines[0].bar.was) == ("−33.33 raised to the floor, 33.00", "0.00")
    shown = shown_of(small(points={"loss": -1}, tiebreakers=["opp_mw_avg"]), "a", "opp_mw_avg")
    assert shown.sum.replace(NO_BREAK, " ").startswith("(−33.33 + ")
    assert all(0 <= float(part) <= 100 for line in shown.lines for part in vars(line.bar).values())


@every("key", ("omw", "esos"))
def test_what_rounds_to_zero_has_no_minus(key):
    assert value_text(key, -0.00001) == value_text(key, -0.0) == value_text(key, 0)
    assert apart("esos", 0, -0.0002) == ("0.0000", "−0.0002")


def test_own_byes_are_left_out_and_said():
    shown = shown_of(small(), "e", "omw")
    bye = shown.lines[0]
    assert (bye.opponent, bye.term, bye.counts) == ("Bye", "–", False)
    assert bye.note == "no opponent: not counted"
    assert len([line for line in shown.lines if line.counts]) == 3


def test_a_rematch_that_counts_again_is_said():
    assert shown_of(small(), "a", "omw").lines[3].note.startswith("0.00 raised")
    again = shown_of(small(percentages={"floor": 0}), "a", "omw").lines
    assert (again[0].note, again[3].note) == ("", "met again: counts again")


def test_a_rematch_that_counts_once_is_said():
    lines = shown_of(small(percentages={"count_rematches": "once"}), "a", "omw").lines
    assert lines[0].counts and not lines[3].counts
    assert lines[3].note == "met before: counted once"


def test_an_own_column_has_a_line_a_round_with_what_happened():
    shown = shown_of(small(), "a", "points")
    assert [line.about for line in shown.lines] == ["won 2–0", "won 2–1", "lost 0–2", "won 2–1"]
    assert (shown.sum, shown.folded) == ("3 + 3 + 0 + 3", "9")


def test_a_ratio_is_a_part_and_its_whole():
    shown = shown_of(small(tiebreakers=["mw"]), "a", "mw")
    assert shown.sum.replace(NO_BREAK, " ") == "(3 + 3 + 0 + 3) / 12"
    assert [line.term for line in shown.lines][:1] == ["3 / 3"]
    assert shown.value == "75.00"


def test_a_floor_of_the_own_number_is_said_below_the_sum():
    shown = shown_of(small(tiebreakers=["mw"]), "b", "mw")
    assert (shown.folded, shown.note, shown.value) == ("0.00", "raised to the floor", "33.00")


def test_points_have_a_working_where_wins_rank_first():
    told = small()
    told = replace(told, rulebook="hct-2017", phases=(replace(told.phases[0], settings={}),))
    assert shown_of(told, "a", "points").value == "3"


def test_a_lot_adds_nothing_up():
    shown = shown_of(small(tiebreakers=["random"]), "a", "random")
    assert not shown.lines and not shown.sum


def test_a_rank_names_the_first_column_that_differs():
    told = small()
    found = standings(told, 1)
    assert [row.name for row in found.rows] == ["Eva", "Ada", "Dan", "Cleo", "Bo"]
    above, below = rank_shown(found, 1).sentences
    assert above == "Behind Eva: 9 points against 12."
    assert below.startswith("Ahead of Dan: both 9 points; OMW % 54.00 against ")


def test_a_shared_rank_says_so():
    told = small(tiebreakers=[])
    found = standings(told, 1)
    words = rank_shown(found, 1).sentences[1]
    assert words == "Level with Dan in every column: they share rank 2, in alphabetical order."


def test_numbers_that_print_alike_are_told_apart():
    assert apart("omw", 0.66666, 0.66668) == ("66.666", "66.668")
    assert apart("mov", 1.0, 2.5) == ("1", "2.5")
