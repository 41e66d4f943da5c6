"""Explanations of values, and the column that separates two players."""

import pytest

from tests.rules.round_notation import swiss
from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.standings.standings import standings
from tournaments.rules.standings.working import deciding_column, explain_value

EVENT = swiss("ann bob 2-0, cid bye", "ann cid 2-1, bob dan 0-2", "ann bye, bob cid 0-2")


def lines(explanation):
    return [
        (line.round, line.opponent, line.term and round(line.term, 4), line.note)
        for line in explanation.lines
    ]


def test_a_mean_over_opponents_lists_each_opponent_and_leaves_out_the_bye():
    explanation = explain_value(EVENT.phase(1), "ann", "omw")
    assert explanation.aggregate == "mean"
    assert lines(explanation) == [
        (1, "bob", 0.33, "raised to the minimum"),
        (2, "cid", 0.6667, ""),
        (3, None, None, "no opponent, not counted"),
    ]
    assert explanation.lines[0].raw_term == 0
    assert explanation.value == pytest.approx((0.33 + 2 / 3) / 2)


def test_a_ratio_shows_the_term_and_denominator_of_each_round():
    explanation = explain_value(EVENT.phase(1), "bob", "mw", tiebreakers=["mw"])
    assert explanation.aggregate == "ratio"
    assert [(line.term, line.denominator) for line in explanation.lines] == [(0, 3)] * 3
    assert (explanation.aggregated, explanation.value, explanation.note) == (0, 0.33, "raised to the minimum")
    assert [line.opponent for line in explanation.lines] == ["ann", "dan", "cid"]


def test_a_bye_that_does_not_count_is_noted():
    ignoring = EVENT.phase(1).replace(overrides={"percentages": {"bye_in_own_mw": False}}).history
    explanation = explain_value(ignoring.phase(1), "ann", "mw", tiebreakers=["mw"])
    assert [(line.counted, line.note) for line in explanation.lines] == [
        (True, ""),
        (True, ""),
        (False, "bye, not counted"),
    ]


def test_a_rematch_counted_once_is_noted():
    event = swiss("ann bob 2-0", "ann bob 2-0", settings={"percentages": {"count_rematches": "once"}})
    notes = [line.note for line in explain_value(event.phase(1), "bob", "omw").lines]
    assert notes == ["", "played before, counts once"]


def test_a_sum_over_opponents_shows_the_floor():
    explanation = explain_value(
        EVENT.phase(1), "cid", "win_loss_sum", tiebreakers=[{"key": "win_loss_sum", "floor": -2}]
    )
    assert lines(explanation)[1:] == [(2, "ann", 3, ""), (3, "bob", -2, "raised to the minimum")]


def test_a_cut_opponent_and_a_dummy_are_noted():
    event = swiss(
        "ann bob 1-0, cid dan 1-0", "ann cid 1-0, bob dan 1-0", "ann bye, bob cid 1-0", rulebook="chess"
    )
    assert lines(explain_value(event.phase(1), "ann", "buchholz_cut1")) == [
        (1, "bob", 2, ""),
        (2, "cid", 1, "cut"),
        (3, None, 3, "not played, own score counts"),
    ]


def test_a_rounded_value_shows_both_numbers():
    event = swiss("ann bob 1-0", "ann cid 1-0, bob dan 1-0", "ann dan 1-0, bob cid 0-1", rulebook="old-world")
    explanation = explain_value(event.phase(1), "ann", "sos")
    assert (explanation.value, explanation.decimals) == (0.67, 2)
    assert explanation.aggregated == pytest.approx(2 / 3)


def test_a_soft_score_is_a_line_without_a_round():
    event = swiss("ann bob 1-0", rulebook="old-world", soft_score={"ann": 5}, settings={"soft_in_tp": True})
    assert lines(explain_value(event.phase(1), "ann", "tp")) == [(0, None, 5, ""), (1, "bob", 1, "")]


def test_a_random_tiebreaker_has_a_number_and_no_lines():
    explanation = explain_value(EVENT.phase(1), "ann", "random", tiebreakers=["random"])
    assert explanation.lines == () and explanation.aggregate == ""


def test_a_frozen_mean_shows_the_opponents_values_of_that_time():
    frozen = {"percentages": {"frozen_after_drop": True}}
    event = swiss("ann bob 2-0, cid dan 2-0", "bob dan 2-0, cid bye", "bob cid 2-0", settings=frozen)
    assert lines(explain_value(event.phase(1), "ann", "omw")) == [(1, "bob", 0.33, "raised to the minimum")]


@every(("player", "key"), [("eve", "omw"), ("ann", "mov"), ("ann", "luck")])
def test_unlisted_players_and_columns_have_no_explanation(player, key):
    with pytest.raises(RuleViolation, match=f"no {key} for {player}"):
        explain_value(EVENT.phase(1), player, key)


def test_the_deciding_column_is_the_first_that_differs():
    computed = standings(swiss("ann bob 2-0, cid dan 2-1, eve fay 2-0").phase(1))
    ann, eve, cid, *_ = computed.rows
    assert [row.player for row in (ann, eve, cid)] == ["ann", "eve", "cid"]
    assert deciding_column(computed.columns, ann, eve) is None
    assert deciding_column(computed.columns, eve, cid) == "gw"
    assert deciding_column(computed.columns, ann, computed.rows[-1]) == "points"
