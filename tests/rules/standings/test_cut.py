"""Cuts: the selected players, and refused settings."""

from dataclasses import dataclass

import pytest

from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.rulebooks import settings_of
from tournaments.rules.standings.cut import apply_cut


@dataclass
class Row:
    rank: int
    player: str
    points: float
    losses: int


ROWS = [
    Row(rank, player, points, losses)
    for rank, player, points, losses in [
        (1, "a", 15, 0),
        (2, "b", 12, 1),
        (3, "c", 12, 1),
        (3, "d", 12, 1),
        (5, "e", 9, 2),
        (6, "f", 3, 1),
    ]
]


def through(setting, dropped=frozenset(), group_of=None):
    return "".join(apply_cut(ROWS, setting, dropped, group_of).entrants)


@every(
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
        ({"losses": 1}, "abcdf"),
        ({"losses": 1, "min_points": 9}, "abcd"),
        ({"losses": 0, "at_least": 3}, "abc"),
        ({"top": 2, "ties": "ranked"}, "ab"),
        ({"top": 2, "ties": "in"}, "abcd"),
        ({"top": 5, "ties": "in"}, "abcde"),
        ({"percent": 50, "ties": "in"}, "abcd"),
        ({"min_points": 15, "at_least": 2, "ties": "in"}, "abcd"),
        ({"top": 2, "ties": "in", "at_most": 3}, "abc"),
        ({"top": 5, "ties": "out"}, "abcde"),
        ({"percent": 50, "at_least": 2, "ties": "out"}, "ab"),
        ({"min_points": 9, "at_most": 5, "ties": "out"}, "abcde"),
        ({"min_points": 9, "at_most": 3, "at_least": 2, "ties": "out"}, "ab"),
        (None, "abcdef"),
    ],
)
def test_a_cut_takes_players_who_meet_all_conditions(setting, expected):
    assert through(setting) == expected


def test_dropped_players_are_skipped_and_the_next_move_up():
    assert through({"top": 4}, {"b", "d"}) == "acef"


def test_a_percentage_counts_all_listed_players():
    assert through({"percent": 50}, {"a"}) == "bcd"


DIVISIONS = {"b": "Junior", "d": "Junior", "f": "Junior"}


@every(
    ("setting", "expected"),
    [
        ({"top": 1, "per": "division"}, "ab"),
        ({"top": 2, "per": "division"}, "abcd"),
        ({"percent": 50, "per": "division"}, "abcd"),
        ({"losses": 1, "per": "division"}, "abcdf"),
        ({"top": 3, "ties": "ranked"}, "abc"),
    ],
)
def test_a_cut_per_division_seeds_all_firsts_before_all_seconds(setting, expected):
    assert through(setting, group_of=DIVISIONS) == expected


def test_the_first_of_a_weak_division_is_seeded_before_the_second_of_a_strong_one():
    assert through({"top": 2, "per": "division"}, group_of={"e": "B", "f": "B"}) == "aebf"


def test_the_error_names_the_division_with_too_few_players():
    with pytest.raises(RuleViolation, match="takes 2 players of Junior, but only 1 are left"):
        through({"top": 2, "per": "division"}, group_of={"f": "Junior"})


def test_ties_at_the_line_are_compared_by_the_first_column():
    @dataclass
    class ByWins(Row):
        values: dict

    rows = [ByWins(rank, str(rank), 9, 0, {"wins": wins}) for rank, wins in enumerate((3, 2, 2, 1), 1)]
    assert apply_cut(rows, {"top": 2, "ties": "in"}, column="wins").entrants == ("1", "2", "3")
    assert apply_cut(rows, {"top": 2, "ties": "in"}).entrants == ("1", "2", "3", "4")


def test_a_cut_by_hand_is_refused_until_players_are_chosen():
    with pytest.raises(RuleViolation, match="chosen by hand"):
        through({"by_hand": True})


@every(
    ("setting", "words"),
    [
        ({}, "settings.cut: set at least one of top"),
        ({"by_hand": False}, "settings.cut: set at least one of top"),
        ({"by_hand": True, "top": 4}, "settings.cut: by_hand can’t be combined with other rules"),
        ({"top": 0}, "settings.cut.top: must be a whole number from 1"),
        ({"percent": 101}, "settings.cut.percent: must be a number from 0.01 to 100"),
        ({"losses": -1}, "settings.cut.losses: must be a whole number from 0"),
        ({"top": 8, "ties": "maybe"}, "settings.cut.ties: must be one of ranked, in, out"),
        ({"top": 8, "per": "club"}, "settings.cut.per: must be one of division, pool"),
        ({"top": 8, "at_least": 9, "at_most": 8}, "settings.cut: at_least must not exceed at_most"),
        ({"top": 8, "best": 1}, "settings.cut.best: unknown key"),
    ],
)
def test_invalid_cut_settings_are_refused_with_their_path(setting, words):
    with pytest.raises(RuleViolation, match=words):
        settings_of("magic", {"cut": setting})


def test_a_tie_across_the_line_is_reported():
    assert apply_cut(ROWS, {"top": 3}).tied_at_line
    assert not apply_cut(ROWS, {"top": 4}).tied_at_line
    assert not apply_cut(ROWS, {"top": 3}, {"d"}).tied_at_line


@every("setting", [{"top": 7}, {"min_points": 12, "at_least": 7}])
def test_a_cut_to_more_players_than_present_is_refused(setting):
    with pytest.raises(RuleViolation, match="takes 7 players, but only 6 are left"):
        apply_cut(ROWS, setting)


@every("setting", [{"min_points": 15}, {"min_points": 99}, {"percent": 1}])
def test_a_cut_that_leaves_fewer_than_two_players_is_refused(setting):
    with pytest.raises(RuleViolation, match="fewer than two"):
        apply_cut(ROWS, setting)
