"""What a pod is worth, and the columns of multiplayer events: PlayAllTimes, TopDeck, EDH matchmaker."""

import pytest

from tests.case_tables import every
from tests.rules.pod_notation import pods
from tournaments.rules.rulebooks import rulebook, settings_of, suggested_rounds
from tournaments.rules.standings.standings import standings
from tournaments.rules.standings.working import explain_value


def values(event, key):
    return {row.player: row.values[key] for row in standings(event, 1, tiebreakers=[key]).rows}


def points(event):
    return {row.player: row.points for row in standings(event, 1).rows}


def switched(*rounds, **percentages):
    return pods(*rounds, settings={"percentages": percentages})


# PlayAllTimes algorithms guide, multiplayer


def test_a_pod_gives_5_to_who_won_1_to_each_who_drew_nothing_to_the_others_and_5_for_a_bye():
    event = pods("a b c d 2, e f g draw, h i j k 1-1-3-4, l bye")
    five, one = ["b", "l"], ["e", "f", "g", "h", "i"]
    assert points(event) == dict.fromkeys("acdjk", 0) | dict.fromkeys(five, 5) | dict.fromkeys(one, 1)


def test_the_columns_stand_in_the_guides_order_and_bind_no_floor():
    settings = settings_of("pods-multiplayer", {})
    assert settings.keys == ("points", "mw", "opp_points_avg", "opp_mw_avg")
    assert values(pods("a b c d 1"), "mw")["b"] == 0


def test_mw_is_points_less_byes_by_matches():
    event = pods("a b c d 1", "b c d a draw", "a bye, b c d 1")
    # Ann: 5 + 1 of two matches; the bye and its five points are left out.
    assert values(event, "mw")["a"] == 6 / 10


def test_a_switch_counts_the_bye_as_a_match_without_points():
    event = switched("a b c d 1", "b c d a draw", "a bye, b c d 1", bye_in_matches=True)
    assert values(event, "mw")["a"] == 6 / 15
    assert values(event, "opp_mw_avg")["b"] == pytest.approx((2 * 6 / 15 + 6 * 1 / 15) / 8)


def test_the_opponents_points_and_match_wins_are_means_over_all_whom_one_sat_with():
    event = pods("a b c d 1", "a e f 2, b c d draw")
    assert values(event, "opp_points_avg")["a"] == (1 + 1 + 1 + 5 + 0) / 5
    assert values(event, "opp_mw_avg")["a"] == pytest.approx((0.1 * 3 + 1 + 0) / 5)


def test_who_was_out_before_the_rest_drew_has_nothing_unless_the_event_says_so():
    assert points(pods("a b c d 1-1-3-1"))["c"] == 0
    told = pods("a b c d 1-1-3-1", settings={"eliminated_draws": True})
    assert points(told) == dict.fromkeys("abcd", 1)
    assert next(row.record for row in standings(told, 1).rows if row.player == "c") == "0-1-0"


def test_a_loser_of_a_pod_that_was_won_has_no_draw():
    assert points(pods("a b c d 1-2-3-4", settings={"eliminated_draws": True}))["b"] == 0


@every(
    ("players", "rounds"),
    [(8, 2), (16, 2), (17, 3), (34, 3), (35, 4), (64, 4), (128, 5), (208, 6), (209, 7), (304, 7), (400, 7)],
)
def test_the_rounds_are_those_before_the_commander_cuts(players, rounds):
    assert suggested_rounds(rulebook("pods-multiplayer"), players) == rounds


def test_hareruya_plays_four_rounds_drawn_by_lot_and_hides_its_standings():
    settings = settings_of("hareruya", {})
    assert [suggested_rounds(settings.rulebook, players) for players in (8, 300)] == [4, 4]
    assert settings.pairing == "random" and settings.hidden_standings
    # 1425 and 864.9 points are one score group.
    assert settings.band > 2000
    assert not settings_of("pods-multiplayer", {}).hidden_standings


# TopDeck: a bye as opponents; win rate


def test_a_bye_stands_for_three_opponents_with_a_rate_of_a_fifth():
    event = switched("a b c d 1", "a bye, b c d 1", bye_opponents=3, bye_opponent_rate=0.2)
    assert values(event, "opp_mw_avg")["a"] == pytest.approx((0.5 + 0 + 0 + 3 * 0.2) / 6)
    assert values(event, "omw")["a"] == pytest.approx((0.5 + 0 + 0 + 3 * 0.2) / 6)
    # Their points are nobody's.
    assert values(event, "opp_points_avg")["a"] == 5 / 3


def test_the_working_shows_the_opponents_that_a_bye_stands_for():
    event = switched("a b c d 1", "a bye, b c d 1", "a late", bye_opponents=3, bye_opponent_rate=0.2)
    lines = explain_value(event, 1, "a", "opp_mw_avg").lines
    assert [(line.round, line.opponent, line.term) for line in lines[3:]] == [
        *[(2, None, 0.2)] * 3,
        (3, None, None),
    ]
    assert [line.note for line in lines[3:]] == [
        *["a bye: counts as an opponent"] * 3,
        "no opponent: not counted",
    ]


def test_a_bye_stands_in_the_numbers_of_who_has_left_as_well():
    frozen = {"bye_opponents": 3, "bye_opponent_rate": 0.2, "frozen_after_drop": True}
    event = pods(
        "a b c d 1", "a bye, b c d 1", "b c d 1", settings={"percentages": frozen}, dropped_after={"a": 2}
    )
    assert values(event, "omw")["a"] == pytest.approx((0.5 + 0 + 0 + 3 * 0.2) / 6)


def test_the_win_rate_is_matches_won_of_matches_played():
    event = pods("a b c d 1", "a b c d draw", "a b c d 2", "a bye, b c d 1")
    assert values(event, "game_win") == {"a": 1 / 3, "b": 0.5, "c": 0, "d": 0}


def test_who_sat_later_on_average_ranks_higher():
    event = pods("a b c d draw", "d a b c draw", "a bye, b c d draw", settings={"tiebreakers": []})
    rows = standings(event, 1, tiebreakers=["average_seat"]).rows
    assert {row.player: row.values["average_seat"] for row in rows} == {
        "a": 1.5,
        "b": 2,
        "c": 3,
        "d": 8 / 3,
    }
    drew = [row.player for row in rows if row.points == 3]
    assert drew == ["c", "d", "b"]


# Columns made for two, at tables of several


def test_a_pod_is_one_match_head_to_head_however_many_of_it_are_tied():
    event = pods("a b c 1", "a b c 2", "a b c 3")
    assert values(event, "head_to_head") == {"a": 5, "b": 5, "c": 5}


def test_buchholz_adds_up_all_who_sat_at_the_table():
    event = pods("a b c d 1, e f g h 1", "a b e f 2, c d g h 1")
    assert values(event, "buchholz")["a"] == (5 + 5 + 0) + (5 + 5 + 0)
