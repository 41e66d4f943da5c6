"""Cuts: who goes on, and what is refused."""

from dataclasses import dataclass

import pytest

from tournaments.rules.cuts import cut
from tournaments.rules.errors import RuleViolation


@dataclass
class Row:
    rank: int
    player: str
    points: float


ROWS = [
    Row(rank, player, points)
    for rank, player, points in [
        (1, "a", 15),
        (2, "b", 12),
        (3, "c", 12),
        (3, "d", 12),
        (5, "e", 9),
        (6, "f", 3),
    ]
]


def through(setting, dropped=frozenset()):
    return "".join(cut(ROWS, setting, dropped).entrants)


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ({"top": 4}, "abcd"),
        ({"min_points": 12}, "abcd"),
        ({"percent": 50}, "abc"),
        ({"percent": 34}, "abc"),
        ({"percent": 33.3}, "ab"),
        ({"top": 5, "min_points": 12}, "abcd"),
        ({"top": 2, "min_points": 12}, "ab"),
        ({"min_points": 12, "at_least": 5}, "abcde"),
        ({"min_points": 9, "at_most": 3}, "abc"),
        (None, "abcdef"),
    ],
)
def test_a_cut_takes_those_for_whom_all_of_it_holds(setting, expected):
    assert through(setting) == expected


def test_those_who_dropped_are_passed_over_and_the_next_move_up():
    assert through({"top": 4}, {"b", "d"}) == "acef"


def test_a_percentage_is_of_all_that_are_listed():
    assert through({"percent": 50}, {"a"}) == "bcd"


def test_a_tie_across_the_line_is_told():
    assert cut(ROWS, {"top": 3}).tied_at_line
    assert not cut(ROWS, {"top": 4}).tied_at_line
    assert not cut(ROWS, {"top": 3}, {"d"}).tied_at_line


@pytest.mark.parametrize("setting", [{"top": 7}, {"min_points": 12, "at_least": 7}])
def test_a_cut_to_more_than_there_are_is_refused(setting):
    with pytest.raises(RuleViolation, match="takes 7 players and only 6 are left"):
        cut(ROWS, setting)


@pytest.mark.parametrize("setting", [{"min_points": 15}, {"min_points": 99}, {"percent": 1}])
def test_a_cut_that_leaves_nobody_to_play_is_refused(setting):
    with pytest.raises(RuleViolation, match="fewer than two"):
        cut(ROWS, setting)
