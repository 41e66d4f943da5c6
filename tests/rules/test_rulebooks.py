"""The rulebooks and their changeable settings."""

import pytest

from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.rulebooks import RULEBOOKS, rulebook, settings_of, suggested_rounds


def keys(settings):
    return [column.key for column in settings.columns]


def options(settings):
    return {column.key: dict(column.options) for column in settings.columns}


def refusal(overrides, rulebook_key="magic"):
    with pytest.raises(RuleViolation) as refused:
        settings_of(rulebook_key, overrides, "phases[1].settings")
    return str(refused.value)


@every(
    ("key", "columns", "win", "best_of"),
    [
        ("magic", ["omw", "gw", "ogw"], 3, 3),
        ("battlefy", ["omw", "gw", "oomw"], 3, 3),
        ("hct-2017", ["win_loss_sum", "first_tiebreaker_sum", "timing"], 1, 5),
        ("dreamhack", ["omw", "gw"], 1, 5),
        ("fair-hearthstone", ["omw", "oomw", "gw"], 1, 5),
    ],
)
def test_each_rulebook_ranks_by_its_own_columns(key, columns, win, best_of):
    settings = settings_of(key, {})
    assert keys(settings) == columns
    assert settings.first_column == "points"
    assert settings.points["win"] == settings.points["bye"] == win
    assert settings.best_of == best_of
    assert settings.pairing == settings.first_round_pairing == settings.last_round_pairing == "random"


def test_only_fair_hearthstone_pokemon_and_the_pods_ignore_byes():
    ignoring = {key for key in RULEBOOKS if not settings_of(key, {}).percentages.bye_in_own_mw}
    assert ignoring == {"fair-hearthstone", "pokemon", "pods-multiplayer", "hareruya"}
    assert settings_of("fair-hearthstone", {}).percentages.bye_games == 0
    assert settings_of("magic", {}).percentages.bye_games == 2


def test_every_rulebook_has_a_name_and_a_source():
    for key, one in RULEBOOKS.items():
        assert one.key == key
        assert one.name and one.summary.endswith(".") and one.source and 1990 < one.year < 2100


def test_an_unknown_rulebook_is_refused_with_the_known_ones():
    with pytest.raises(RuleViolation, match=r"Rulebook chess960 doesn’t exist.*magic, pods-multiplayer"):
        rulebook("chess960")


@every(
    ("players", "rounds"),
    [
        *[(2, 1), (4, 3), (8, 3), (9, 5), (16, 5), (17, 5), (32, 5), (33, 6), (64, 6), (65, 7)],
        *[(128, 7), (129, 8), (226, 8), (227, 9), (409, 9), (410, 10), (5000, 10)],
    ],
)
def test_magic_suggests_the_rounds_of_mtr_appendix_e(players, rounds):
    assert suggested_rounds(rulebook("magic").rounds, players) == rounds


@every(("players", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (1000, 10)])
def test_battlefy_suggests_a_round_for_each_doubling(players, rounds):
    assert suggested_rounds(rulebook("battlefy").rounds, players) == rounds


def test_points_override_the_rulebooks_points():
    assert settings_of("magic", {"points": {"win": 2, "draw": 0.5}}).points == {
        "win": 2,
        "draw": 0.5,
        "loss": 0,
        "bye": 3,
    }


def test_points_by_games_replace_all_points_and_their_extremes_fill_in_outcomes():
    points = settings_of("magic", {"points": {"2-0": 2, "2-1": 1, "1-2": 0, "0-2": -1}}).points
    assert (points["2-1"], points["0-2"]) == (1, -1)
    assert (points["win"], points["loss"], points["bye"]) == (2, -1, 2)


def test_an_empty_list_of_tiebreakers_ranks_by_the_first_column_alone():
    assert settings_of("magic", {"tiebreakers": []}).columns == ()


def test_a_plain_key_has_the_default_floor_and_an_explicit_floor_wins():
    assert options(settings_of("magic", {"tiebreakers": ["win_loss_sum"]})) == {"win_loss_sum": {"floor": -3}}
    no_floor = {"tiebreakers": [{"key": "win_loss_sum", "floor": None}]}
    assert options(settings_of("hct-2017", no_floor)) == {"win_loss_sum": {"floor": None}}


def test_the_second_hearthstone_tiebreaker_inherits_the_floor_of_the_first():
    changed = {"tiebreakers": ["first_tiebreaker_sum", {"key": "win_loss_sum", "floor": -2}]}
    assert options(settings_of("hct-2017", changed))["first_tiebreaker_sum"] == {"floor": -2}
    alone = {"tiebreakers": [{"key": "first_tiebreaker_sum", "floor": -1}, "win_loss_sum"]}
    assert options(settings_of("hct-2017", alone)) == {
        "first_tiebreaker_sum": {"floor": -1},
        "win_loss_sum": {"floor": -3},
    }


def test_a_third_is_exact():
    assert settings_of("magic", {"percentages": {"floor": "1/3"}}).percentages.floor == 1 / 3


def test_percentages_change_only_named_keys():
    percentages = settings_of("magic", {"percentages": {"count_rematches": "once"}}).percentages
    assert percentages.count_rematches == "once"
    assert (percentages.floor, percentages.own_gw_floored, percentages.bye_games) == (0.33, True, 2)


def test_every_setting_of_the_event_file_is_accepted():
    cut = {"top": 8, "min_points": 12, "percent": 50, "at_least": 4, "at_most": 16}
    settings = settings_of(
        "magic",
        {"rounds": 7, "best_of": 2, "pairing": "fold", "last_round_pairing": "by_standing", "cut": cut}
        | {"finals": "mcintyre8"},
    )
    assert (settings.rounds, settings.best_of, settings.finals) == (7, 2, "mcintyre8")
    assert (settings.pairing, settings.last_round_pairing) == ("fold", "by_standing")
    assert settings.cut == cut


@every(
    ("overrides", "words"),
    [
        ({"colour": 1}, ".colour: unknown key"),
        ({"vp_table": "C"}, ".vp_table: must be one of A, B"),
        ({"vp_table": 20}, ".vp_table: must be A, B, or rows"),
        ({"vp_table": []}, ".vp_table: must be A, B, or rows"),
        ({"vp_table": [[5, 10, 10]]}, ".vp_table[0]: must be A, B, or rows"),
        ({"vp_table": [[5, 10], [5, 11]]}, ".vp_table[1]: must be a whole number from 6"),
        ({"vp_table": [[5, 11], [10, 10]]}, ".vp_table[1]: must be a number from 11 to 20"),
        ({"vp_table": [[5, 9]]}, ".vp_table[0]: must be a number from 10"),
        ({"soft_in_tp": 1}, ".soft_in_tp: must be true or false"),
        ({"dummy_capped": "yes"}, ".dummy_capped: must be true or false"),
        ({"rounds_by_size": 3}, ".rounds_by_size: must be rows"),
        ({"rounds_by_size": []}, ".rounds_by_size: must be rows"),
        ({"rounds_by_size": [[8, 3]]}, ".rounds_by_size[0]: must be rows"),
        ({"rounds_by_size": [[None, 3], [8, 4]]}, ".rounds_by_size[0]: must be rows"),
        (
            {"rounds_by_size": [[8, 3], [8, 4], [None, 5]]},
            ".rounds_by_size[1]: must be a whole number from 9",
        ),
        ({"rounds_by_size": [[None, 0]]}, ".rounds_by_size[0]: must be a whole number from 1 to 100"),
        ({"rounds": 0}, ".rounds: must be a whole number from 1 to 100"),
        ({"rounds": True}, ".rounds: must be a whole number"),
        ({"rounds": 3.0}, ".rounds: must be a whole number"),
        ({"best_of": 4}, ".best_of: must be an odd number of games, or 2"),
        ({"points": 3}, ".points: must be an object"),
        ({"points": {"win": True}}, ".points.win: must be a number"),
        ({"points": {"win": float("nan")}}, ".points.win: must be a number"),
        ({"points": {"win": 100_001}}, ".points.win: must be a number"),
        ({"points": {"2:0": 2}}, ".points.2:0: unknown key"),
        ({"tiebreakers": "omw"}, ".tiebreakers: must be a list"),
        ({"tiebreakers": [3]}, ".tiebreakers[0]: must be a tiebreaker key"),
        ({"tiebreakers": ["luck"]}, ".tiebreakers[0]: unknown tiebreaker luck"),
        (
            {"tiebreakers": ["gw", "luck"]},
            ".tiebreakers[1]: unknown tiebreaker luck",
        ),
        (
            {"tiebreakers": ["omw", "omw"]},
            ".tiebreakers[1]: the column omw is listed twice",
        ),
        (
            {"tiebreakers": ["points"]},
            ".tiebreakers[0]: the column points is listed twice",
        ),
        (
            {"tiebreakers": [{"key": "omw", "floor": 0.3}]},
            ".tiebreakers[0].floor: unknown key",
        ),
        (
            {"tiebreakers": [{"key": "win_loss_sum", "floor": "-2"}]},
            ".tiebreakers[0].floor: must be a number",
        ),
        ({"percentages": {"flor": 0.3}}, ".percentages.flor: unknown key"),
        (
            {"percentages": {"floor": 33}},
            ".percentages.floor: must be a number from 0 to 1",
        ),
        ({"percentages": {"floor": "a third"}}, ".percentages.floor: must be a number"),
        (
            {"percentages": {"own_gw_floored": 1}},
            ".percentages.own_gw_floored: must be true",
        ),
        (
            {"percentages": {"count_rematches": "twice"}},
            ".percentages.count_rematches: must",
        ),
        ({"percentages": {"cap": 0.3}}, ".percentages.cap: is below the minimum"),
        (
            {"percentages": {"no_opponent": False}},
            ".percentages.no_opponent: must be one of",
        ),
        ({"pairing": "swiss"}, ".pairing: must be one of random, fold, by_standing"),
        ({"pairing": []}, ".pairing: must be one of"),
        ({"cut": {}}, ".cut: set at least one of top"),
        ({"cut": {"top": 0}}, ".cut.top: must be a whole number"),
        ({"cut": {"percent": 101}}, ".cut.percent: must be a number"),
        ({"cut": {"top": 8, "at_least": 9, "at_most": 4}}, ".cut: at_least must not exceed"),
        ({"finals": 8}, ".finals: must be the key"),
        ({"finals": "nrl12"}, ".finals: Finals system “nrl12” doesn’t exist"),
        ({"finals": "best"}, ".finals: Finals system “best” doesn’t exist"),
        ([], ": must be an object"),
    ],
)
def test_invalid_settings_are_refused_with_their_path(overrides, words):
    assert refusal(overrides).startswith(f"phases[1].settings{words}")
