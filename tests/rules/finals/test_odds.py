"""Odds are exact: against the oracle, against each other, and from results so far."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.finals.oracle import ORACLE, finals_of, win_odds
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import odds, table, win_rate
from tournaments.rules.finals.odds import _every_way

SERVED = {"mcintyre8": table("mcintyre8", 8), "single": table("single", 8)}


@pytest.mark.parametrize("entry", ORACLE, ids=lambda entry: entry["key"])
def test_every_table_has_the_odds_of_the_oracle(entry):
    finals = SERVED.get(entry["key"]) or finals_of(entry)
    found = odds(finals)
    assert found.win == win_odds(entry)
    assert [list(pair) for pair in found.impossible_finals] == entry["impossible_finals"]
    assert found.prefinal_rematches == entry["prefinal_rematch_branches"]


def test_seeds_1_and_2_of_the_mcintyre_eight_reach_the_last_four_three_times_in_four():
    rounds = odds(SERVED["mcintyre8"]).rounds
    assert (
        rounds[1]
        == rounds[2]
        == dict(zip((1, 2, 3, 4), map(Fraction, ("1", "1/2", "3/4", "3/8")), strict=True))
    )


def test_a_bye_is_no_match_of_the_first_round():
    rounds = odds(table("single", 6)).rounds
    assert (rounds[1][1], rounds[3][1], rounds[1][2]) == (0, 1, 1)


def test_the_tree_gives_what_playing_every_way_out_gives():
    rate = Fraction(11, 20)
    for size in (2, 3, 5, 6, 8, 11):
        finals = table("single", size)
        results = {"R1-2": (5, 4)} if size in (5, 6, 8) else {}
        assert odds(finals, rate, results) == _every_way(finals, rate, results)


@pytest.mark.parametrize("key", SERVED)
def test_a_better_seed_who_always_wins_makes_seed_1_champion(key):
    finals = SERVED[key]
    found = odds(finals, 1)
    assert found.win[1] == 1
    assert found.impossible_finals == odds(finals).impossible_finals


def test_results_so_far_change_the_odds_to_those_of_what_is_left():
    found = odds(SERVED["mcintyre8"], results={"QF4": (1, 8), "QF3": (2, 7)})
    quarter, eighth = Fraction(1, 4), Fraction(1, 8)
    assert list(found.win.values()) == [quarter, quarter, eighth, eighth, eighth, eighth, 0, 0]


@settings(max_examples=30, deadline=None)
@given(st.fractions(0, 1, max_denominator=40), st.sampled_from(["mcintyre8", "single"]))
def test_chances_add_up_to_one_champion_and_two_finalists(rate, key):
    found = odds(SERVED[key], rate)
    last = max(found.rounds[1])
    assert sum(found.win.values()) == 1
    assert sum(rounds[last] for rounds in found.rounds.values()) == 2


@settings(max_examples=20, deadline=None)
@given(st.fractions(0, 1, max_denominator=20))
def test_odds_before_a_round_are_the_mean_of_the_odds_after_it(rate):
    finals = SERVED["mcintyre8"]
    mean = dict.fromkeys(range(1, 9), Fraction(0))
    for upsets in product((False, True), repeat=4):
        results, weight = {}, Fraction(1)
        for slot, upset in zip(finals.matches[:4], upsets, strict=True):
            better, worse = int(slot.a[1:]), int(slot.b[1:])
            results[slot.id] = (worse, better) if upset else (better, worse)
            weight *= 1 - rate if upset else rate
        for seed, chance in odds(finals, rate, results).win.items():
            mean[seed] += weight * chance
    assert mean == odds(finals, rate).win


@pytest.mark.parametrize("given_", [0.55, "0.55", "11/20", Fraction(11, 20)])
def test_a_win_rate_is_exact_however_it_is_written(given_):
    assert win_rate(given_) == Fraction(11, 20)


@pytest.mark.parametrize(
    "given_", ["half", "", None, "1.01", -0.1, "nan", "inf", "1/0", "1e999999999", "9" * 999]
)
def test_a_win_rate_that_is_no_chance_is_refused(given_):
    with pytest.raises(RuleViolation, match="not a number from 0 to 1"):
        win_rate(given_)
