"""Explanations: the lines aggregate to the number in the standings."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.case_tables import every
from tests.support.repetitions import count
from tournaments.rules import event_file
from tournaments.rules.standings.standings import standings
from tournaments.rules.standings.working import explain_value
from tournaments.rules.tiebreakers import MEAN, RATIO, TIEBREAKERS
from tournaments.standings.pages.standings import value_text
from tournaments.standings.pages.working import NO_BREAK, distinct_texts, explain_column, explain_rank

DATA = Path(__file__).parents[1] / "official" / "data"
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
    data = json.loads(json.dumps(SMALL))
    phase = data["phases"][0]
    phase["settings"] |= settings
    for one in phase["rounds"]:
        one["state"] = "finished"
        one["matches"] = [match_of(table, fields) for table, fields in enumerate(one["matches"], 1)]
    return event_file.read(data)


def match_of(table, fields):
    if isinstance(fields, str):
        return {"bye": fields}
    first, won, second, lost = fields
    return {"table": table, "seats": [{"player": first, "games": won}, {"player": second, "games": lost}]}


def explain(history, player, key):
    table = standings(history.phase(1))
    row = next(row for row in table.rows if row.player == player)
    return explain_column(history.phase(1), table, row, key, table.after_round)


def reckoned(paper):
    """Evaluate a printed sum."""
    plain = paper.replace("−", "-").replace(NO_BREAK, " ")
    assert re.fullmatch(r"[-0-9.+/() ]+", plain), paper
    return eval(plain, {"__builtins__": {}})


def printed(text):
    return float(text.replace("−", "-"))


def aggregated(explanation):
    counted = [line for line in explanation.lines if line.counted]
    total = sum(line.term for line in counted)
    if explanation.aggregate == RATIO:
        whole = sum(line.denominator for line in counted)
        return total / whole if whole else 0
    return total / len(counted) if explanation.aggregate == MEAN and counted else total


@pytest.mark.parametrize("name", [*REAL][:: count(2, 1)])
def test_the_terms_of_each_column_aggregate_to_its_value(name):
    history = real(name)
    table = standings(history.phase(1), tiebreakers=COLUMNS)
    for row in table.rows[:: count(3, 1)]:
        for key in COLUMNS:
            explanation = explain_value(history.phase(1), row.player, key, tiebreakers=COLUMNS)
            assert explanation.value == row.values[key]
            if not any(line.counted for line in explanation.lines):
                continue
            assert aggregated(explanation) == pytest.approx(explanation.aggregated, abs=1e-9)
            assert (
                bool(explanation.note or explanation.decimals) or explanation.aggregated == explanation.value
            )


@pytest.mark.parametrize("name", [*REAL][:: count(2, 1)])
def test_the_written_sum_equals_its_result(name):
    history = real(name)
    table = standings(history.phase(1), tiebreakers=COLUMNS)
    for row in table.rows[:: count(9, 3)]:
        for key in COLUMNS:
            panel = explain_with_columns(history, table, row, key)
            if not any(line.counts for line in panel.lines) or panel.sum.startswith("0 of 0"):
                continue
            # Each printed term may be half a hundredth off.
            off = 0.005 * (len(panel.lines) + 1) + 1e-9
            scale = 100 if TIEBREAKERS[key].unit == "percent" and "/" in panel.lines[0].term else 1
            assert reckoned(panel.sum) * scale == pytest.approx(printed(panel.aggregated), abs=off)
            assert panel.note or panel.aggregated == panel.value


def explain_with_columns(history, table, row, key):
    """Explain a column as the page does, with COLUMNS as the phase's tiebreakers."""
    phase = history.phase(1)
    phase = phase.replace(overrides={**phase.overrides, "tiebreakers": COLUMNS})
    return explain_column(phase, table, row, key, table.after_round)


def test_a_floor_is_noted_at_the_round_that_it_raises():
    explanation = explain(small(), "a", "omw")
    bo = explanation.lines[0]
    assert (bo.opponent, bo.about, bo.fraction, bo.term) == ("Bo", "0–4", "0 / 12", "33.00")
    assert bo.note == "0.00 raised to the minimum, 33.00"
    assert not explanation.lines[2].note


def test_the_sum_is_written_as_on_paper():
    explanation = explain(small(), "a", "omw")
    assert explanation.sum.replace(NO_BREAK, " ") == "(33.00 + 50.00 + 100.00 + 33.00) / 4"
    assert (explanation.aggregated, explanation.value) == ("54.00", "54.00")


def test_bars_are_clamped_and_negative_shares_have_a_true_minus():
    explanation = explain(small(points={"loss": -1}), "a", "omw")
    assert (explanation.lines[0].note, explanation.lines[0].bar.share) == (
        "−33.33 raised to the minimum, 33.00",
        "0.00",
    )
    explanation = explain(small(points={"loss": -1}, tiebreakers=["opp_mw_avg"]), "a", "opp_mw_avg")
    assert explanation.sum.replace(NO_BREAK, " ").startswith("(−33.33 + ")
    assert all(0 <= float(part) <= 100 for line in explanation.lines for part in vars(line.bar).values())


@every("key", ("omw", "esos"))
def test_zero_after_rounding_has_no_minus(key):
    assert value_text(key, -0.00001) == value_text(key, -0.0) == value_text(key, 0)
    assert distinct_texts("esos", 0, -0.0002) == ("0.0000", "−0.0002")


def test_own_byes_are_left_out_with_a_note():
    explanation = explain(small(), "e", "omw")
    bye = explanation.lines[0]
    assert (bye.opponent, bye.term, bye.counts) == ("Bye", "–", False)
    assert bye.note == "no opponent, not counted"
    assert len([line for line in explanation.lines if line.counts]) == 3


def test_a_rematch_that_counts_again_has_a_note():
    assert explain(small(), "a", "omw").lines[3].note.startswith("0.00 raised")
    again = explain(small(percentages={"floor": 0}), "a", "omw").lines
    assert (again[0].note, again[3].note) == ("", "rematch, counts again")


def test_a_rematch_that_counts_once_has_a_note():
    lines = explain(small(percentages={"count_rematches": "once"}), "a", "omw").lines
    assert lines[0].counts and not lines[3].counts
    assert lines[3].note == "played before, counts once"


def test_a_column_of_own_results_has_a_line_with_the_result_of_each_round():
    explanation = explain(small(), "a", "points")
    assert [line.about for line in explanation.lines] == ["won 2–0", "won 2–1", "lost 0–2", "won 2–1"]
    assert (explanation.sum, explanation.aggregated) == ("3 + 3 + 0 + 3", "9")


def test_a_ratio_is_a_part_and_its_whole():
    explanation = explain(small(tiebreakers=["mw"]), "a", "mw")
    assert explanation.sum.replace(NO_BREAK, " ") == "(3 + 3 + 0 + 3) / 12"
    assert [line.term for line in explanation.lines][:1] == ["3 / 3"]
    assert explanation.value == "75.00"


def test_a_floor_of_the_sum_is_noted_below_it():
    explanation = explain(small(tiebreakers=["mw"]), "b", "mw")
    assert (explanation.aggregated, explanation.note, explanation.value) == (
        "0.00",
        "raised to the minimum",
        "33.00",
    )


def test_points_are_explained_even_if_wins_rank_first():
    history = small()
    history = replace(history, rulebook="hct-2017", phases=(replace(history.phases[0], overrides={}),))
    assert explain(history, "a", "points").value == "3"


def test_a_random_tiebreaker_has_no_sum():
    explanation = explain(small(tiebreakers=["random"]), "a", "random")
    assert not explanation.lines and not explanation.sum


def test_a_rank_names_the_first_column_that_differs():
    history = small()
    table = standings(history.phase(1))
    assert [row.name for row in table.rows] == ["Eva", "Ada", "Dan", "Cleo", "Bo"]
    above, below = explain_rank(table, 1).sentences
    assert above == "3 points behind Eva (9 v 12)."
    assert below.startswith("Ahead of Dan: both on 9 points; OMW % 54.00 v ")


def test_a_shared_rank_is_explained():
    history = small(tiebreakers=[])
    table = standings(history.phase(1))
    words = explain_rank(table, 1).sentences[1]
    assert words == "Tied with Dan on every tiebreaker. They share rank 2 and are listed alphabetically."


def test_equal_looking_numbers_get_more_decimals():
    assert distinct_texts("omw", 0.66666, 0.66668) == ("66.666", "66.668")
    assert distinct_texts("mov", 1.0, 2.5) == ("1", "2.5")
