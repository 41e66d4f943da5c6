"""Estimated odds lie within their error of the exact ones, and are the same for the same seed."""

from fractions import Fraction

import pytest

from tests.rules.finals.oracle import ORACLE
from tests.support.case_tables import every
from tournaments.rules.finals import build_table, estimate_odds
from tournaments.rules.finals.odds.exact import exact_odds

TABLES = [build_table(entry["key"], len(entry["win_odds"])) for entry in ORACLE] + [build_table("double", 8)]
RATE = Fraction(3, 5)


@every("finals", TABLES)
def test_estimates_lie_within_four_errors_of_the_exact_odds(finals):
    exact, estimate = exact_odds(finals, RATE), estimate_odds(finals, RATE)
    for seed, rounds in exact.rounds.items():
        assert abs(estimate.win[seed] - exact.win[seed]) <= 4 * estimate.error(float(exact.win[seed]))
        for number, chance in rounds.items():
            assert abs(estimate.rounds[seed][number] - chance) <= 4 * estimate.error(float(chance))


def test_the_same_seed_gives_the_same_estimates():
    finals = build_table("double", 32)
    assert estimate_odds(finals, seed=3) == estimate_odds(finals, seed=3) != estimate_odds(finals, seed=4)


def test_standard_error():
    estimate = estimate_odds(build_table("double", 128), runs=400)
    assert sum(estimate.win.values()) == pytest.approx(1)
    assert estimate.error(0.5) == 0.025
    assert estimate.largest_error == estimate.error(max(estimate.win.values()))


def test_estimates_after_some_results_and_choices():
    finals = build_table("super_league8", 8)
    results = {"QPO1": (1, 4), "QPO2": (2, 3), "EPO1": (5, 8), "EPO2": (6, 7)}
    results |= {"PSF1": (3, 6), "PSF2": (4, 5)}
    estimate = estimate_odds(finals, 1, results, {"QSF1": (1, 3)})
    assert estimate.rounds[4][3] == estimate.rounds[2][4] == 1
    assert estimate.win[1] == 1
    assert estimate_odds(finals, 1, results | {"QSF1": (3, 1)}, {"QSF1": (1, 3)}).win[2] == 1


def test_the_unbeaten_winner_plays_no_deciding_match():
    assert estimate_odds(build_table("double", 16), 1).rounds[1][9] == 0
