"""The working behind a number, and the column that parts two neighbours."""

import pytest

from tests.case_tables import every
from tests.rules.round_notation import swiss
from tournaments.rules.errors import RuleViolation
from tournaments.rules.standings.standings import standings
from tournaments.rules.standings.working import deciding_column, explain_value

EVENT = swiss("ann bob 2-0, cid bye", "ann cid 2-1, bob dan 0-2", "ann bye, bob cid 0-2")


def lines(explanation):
    return [
        (line.round, line.opponent, line.term and round(line.term, 4), line.note)
        for line in explanation.lines
    ]


def test_a_mean_over_opponents_names_each_and_leaves_out_the_own_bye():
    explanation = explain_value(EVENT, 1, "ann", "omw")
    assert explanation.aggregate == "mean"
    assert lines(explanation) == [
        (1, "bob", 0.33, "raised to the floor"),
        (2, "cid", 0.6667, ""),
        (3, None, None, "no opponent: not counted"),
    ]
    assert explanation.lines[0].raw_term == 0
    assert explanation.value == pytest.approx((0.33 + 2 / 3) / 2)


def test_a_share_tells_what_each_round_brought_out_of_what():
    explanation = explain_value(EVENT, 1, "bob", "mw", tiebreakers=["mw"])
    assert explanation.aggregate == "ratio"
    assert [(line.term, line.denominator) for line in explanation.lines] == [(0, 3)] * 3
    assert (explanation.aggregated, explanation.value, explanation.note) == (0, 0.33, "raised to the floor")
    assert [line.opponent for line in explanation.lines] == ["ann", "dan", "cid"]


def test_a_bye_that_does_not_count_says_so():
    ignoring = EVENT.with_phase(1, settings={"percentages": {"bye_in_own_mw": False}})
    explanation = explain_value(ignoring, 1, "ann", "mw", tiebreakers=["mw"])
    assert [(line.counted, line.note) for line in explanation.lines] == [
        (True, ""),
        (True, ""),
        (False, "a bye: not counted"),
    ]


def test_a_rematch_counted_once_is_marked():
    event = swiss("ann bob 2-0", "ann bob 2-0", settings={"percentages": {"count_rematches": "once"}})
    notes = [line.note for line in explain_value(event, 1, "bob", "omw").lines]
    assert notes == ["", "met before: counted once"]


def test_a_sum_over_opponents_shows_the_floor():
    explanation = explain_value(
        EVENT, 1, "cid", "win_loss_sum", tiebreakers=[{"key": "win_loss_sum", "floor": -2}]
    )
    assert lines(explanation)[1:] == [(2, "ann", 3, ""), (3, "bob", -2, "raised to the floor")]


def test_a_cut_opponent_and_a_dummy_are_marked():
    event = swiss(
        "ann bob 1-0, cid dan 1-0", "ann cid 1-0, bob dan 1-0", "ann bye, bob cid 1-0", rulebook="chess"
    )
    assert lines(explain_value(event, 1, "ann", "buchholz_cut1")) == [
        (1, "bob", 2, ""),
        (2, "cid", 1, "cut"),
        (3, None, 3, "not played: the own score"),
    ]


def test_a_rule_that_rounds_shows_both_numbers():
    event = swiss("ann bob 1-0", "ann cid 1-0, bob dan 1-0", "ann dan 1-0, bob cid 0-1", rulebook="old-world")
    explanation = explain_value(event, 1, "ann", "sos")
    assert (explanation.value, explanation.decimals) == (0.67, 2)
    assert explanation.aggregated == pytest.approx(2 / 3)


def test_a_soft_score_is_a_line_of_no_round():
    event = swiss("ann bob 1-0", rulebook="old-world", soft={"ann": 5}, settings={"soft_in_tp": True})
    assert lines(explain_value(event, 1, "ann", "tp")) == [(0, None, 5, ""), (1, "bob", 1, "")]


def test_a_lot_has_a_number_and_no_lines():
    explanation = explain_value(EVENT, 1, "ann", "random", tiebreakers=["random"])
    assert explanation.lines == () and explanation.aggregate == ""


def test_a_frozen_mean_shows_what_the_opponents_had_then():
    frozen = {"percentages": {"frozen_after_drop": True}}
    event = swiss("ann bob 2-0, cid dan 2-0", "bob dan 2-0, cid bye", "bob cid 2-0", settings=frozen)
    assert lines(explain_value(event, 1, "ann", "omw")) == [(1, "bob", 0.33, "raised to the floor")]


@every(("player", "key"), [("eve", "omw"), ("ann", "mov"), ("ann", "luck")])
def test_what_does_not_stand_in_the_standings_has_no_working(player, key):
    with pytest.raises(RuleViolation, match=f"no {key} of {player}"):
        explain_value(EVENT, 1, player, key)


def test_the_parting_column_is_the_first_that_differs():
    computed = standings(swiss("ann bob 2-0, cid dan 2-1, eve fay 2-0"), 1)
    ann, eve, cid, *_ = computed.rows
    assert [row.player for row in (ann, eve, cid)] == ["ann", "eve", "cid"]
    assert deciding_column(computed.columns, ann, eve) is None
    assert deciding_column(computed.columns, eve, cid) == "gw"
    assert deciding_column(computed.columns, ann, computed.rows[-1]) == "points"
