"""Means, their errors, and paired differences, against published and recomputed numbers."""

import numpy as np
import pytest

from tournaments.rules.simulation.measures import compare, summarise

NAN = float("nan")


def test_the_error_of_a_mean_is_1_96_standard_errors():
    # The standard deviation of 1, 2, 3, 4 is 1.290994; 1.959964 · 1.290994 / 2 = 1.265151.
    assert summarise(np.array([1.0, 2, 3, 4])) == {"mean": 2.5, "error": 1.265151}
    assert summarise(np.array([7.0])) == {"mean": 7, "error": None}


def test_the_error_of_a_share_is_wilson_s():
    # Of 10 matches 5: 0.2366 to 0.7634. Of 10 none: 0 to 0.2775, half of which is 0.1388.
    for share, values, error in ((0.5, [0.0, 1] * 5, 0.2634), (0, [0.0] * 10, 0.1388)):
        summary = summarise(np.array(values), is_share=True)
        assert summary == {"mean": share, "error": pytest.approx(error, abs=5e-5)}


def test_events_to_which_a_measure_does_not_apply_are_left_out():
    assert summarise(np.array([NAN, 1, 2, 3, 4])) == summarise(np.array([1.0, 2, 3, 4]))
    assert summarise(np.array([NAN, NAN])) is None
    assert summarise(None) is None
    for nothing in (None, np.full(2, NAN)):
        assert compare(nothing, np.ones(2)) is compare(np.ones(2), nothing) is None


def test_the_error_of_a_difference_comes_from_the_differences_of_single_events():
    one, other = np.array([5.0, 6, 9, 12]), np.array([4.0, 4, 6, 8])
    assert compare(one, other) == summarise(one - other)
    assert compare(one, one + 3) == {"mean": -3, "error": 0}


def test_a_difference_of_measures_of_different_events_has_the_right_error():
    random, differences, errors = np.random.default_rng(4), [], []
    for _repetition in range(600):
        shared = random.random(150)
        one, other = ((shared + random.random(150) < 1).astype(float) for _format in range(2))
        one[random.random(150) < 0.4], other[random.random(150) < 0.2] = NAN, NAN
        difference = compare(one, other)
        assert difference["mean"] == pytest.approx(np.nanmean(one) - np.nanmean(other), abs=1e-6)
        differences.append(difference["mean"])
        errors.append(difference["error"])
    covered = np.abs(differences) <= errors
    assert 0.92 < covered.mean() < 0.98
