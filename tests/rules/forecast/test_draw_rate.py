"""The share of drawn matches from which playouts draw the coming ones."""

import pytest

from tests.rules.forecast.running_events import open_matches, running_event, with_endings
from tournaments.rules.forecast.phase_start import start_of


def test_byes_are_no_matches_in_the_share_of_draws():
    history = running_event(5, 2, 1, results=("1-1",), seed=1)
    # Two drawn matches and a bye in round 1, another bye in round 2.
    assert start_of(history.phase(1)).draw_share == 1


def test_no_shows_are_no_matches_in_the_share_of_draws():
    history = running_event(6, 2, 0)
    assert len(open_matches(history)) == 3
    history = with_endings(history, ("2-0", "1-1", "no-show 2"))
    assert start_of(history.phase(1)).draw_share == pytest.approx(1 / 2)
