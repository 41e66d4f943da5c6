"""The sizes of pods."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.pairing.pods import BYES, FIVES, POD_SIZES, THREES, seats_per_pod


@every(
    ("players", "threes", "fives", "byes"),
    [
        (3, (3,), (3,), (3,)),
        (4, (4,), (4,), (4,)),
        (5, (5,), (5,), (4,)),
        (6, (3, 3), (3, 3), (4,)),
        (7, (4, 3), (4, 3), (4,)),
        (9, (3, 3, 3), (4, 5), (4, 4)),
        (10, (4, 3, 3), (5, 5), (4, 4)),
        (11, (4, 4, 3), (4, 4, 3), (4, 4)),
        (13, (4, 3, 3, 3), (4, 4, 5), (4, 4, 4)),
        (15, (4, 4, 4, 3), (5, 5, 5), (4, 4, 4)),
        (21, (4, 4, 4, 3, 3, 3), (4, 4, 4, 4, 5), (4, 4, 4, 4, 4)),
        (64, (4,) * 16, (4,) * 16, (4,) * 16),
    ],
)
def test_pod_sizes_by_number_of_players(players, threes, fives, byes):
    sizes = tuple(seats_per_pod(players, setting) for setting in (THREES, FIVES, BYES))
    assert sizes == (threes, fives, byes)


@given(st.integers(3, 5000), st.sampled_from(POD_SIZES))
def test_pods_have_three_to_five_seats(players, setting):
    sizes = seats_per_pod(players, setting)
    assert set(sizes) <= {3, 4, 5}
    assert len(set(sizes)) <= 2
    out = players - sum(sizes)
    assert out == (players % 4 if setting == BYES and players > 3 else 0)
    if setting == THREES and players > 5:
        assert sizes.count(3) == -players % 4
        assert 5 not in sizes


@every("players", [0, 1, 2])
@every("setting", POD_SIZES)
def test_fewer_than_three_players_are_refused(players, setting):
    with pytest.raises(RuleViolation, match=f"A pod needs at least 3 players; there are {players}."):
        seats_per_pod(players, setting)
