"""Points of pods, and the columns of multiplayer events: PlayAllTimes, TopDeck, EDH matchmaker."""

import pytest

from tests.rules.pod_notation import pods
from tests.support.case_tables import every
from tournaments.rules.rulebooks import rulebook, settings_of, suggested_rounds
from tournaments.rules.standings.standings import standings
from tournaments.rules.standings.working import explain_value


def values(event, key):
    return {row.player: row.values[key] for row in standings(event.phase(1), tiebreakers=[key]).rows}


def points(event):
    return {row.player: row.points for row in standings(event.phase(1)).rows}


def switched(*rounds, **percentages):
    return pods(*rounds, settings={"percentages": percentages})


# PlayAllTimes algorithms guide, multiplayer


def test_pod_points_are_5_for_a_win_or_bye_1_for_a_draw_and_0_for_a_loss():
    event = pods("a b c d 2, e f g draw, h i j k 1-1-3-4, l bye")
    five, one = ["b", "l"], ["e", "f", "g", "h", "i"]
    assert points(event) == dict.fromkeys("acdjk", 0) | dict.fromkeys(five, 5) | dict.fromkeys(one, 1)


def test_the_columns_follow_the_guide_without_a_floor():
    settings = settings_of("pods-multiplayer", {})
    assert settings.keys == ("points", "mw", "opp_points_avg", "opp_mw_avg")
    assert values(pods("a b c d 1"), "mw")["b"] == 0


def test_match_win_percentage_is_points_without_byes_per_match():
    event = pods("a b c d 1", "b c d a draw", "a bye, b c d 1")
    # Ann: 5 + 1 of two matches; the bye and its five points are left out.
    assert values(event, "mw")["a"] == 6 / 10


def test_byes_can_count_as_matches_without_points():
    event = switched("a b c d 1", "b c d a draw", "a bye, b c d 1", bye_in_matches=True)
    assert values(event, "mw")["a"] == 6 / 15
    assert values(event, "opp_mw_avg")["b"] == pytest.approx((2 * 6 / 15 + 6 * 1 / 15) / 8)


def test_opponents_points_and_match_wins_average_over_all_opponents_at_tables():
    event = pods("a b c d 1", "a e f 2, b c d draw")
    assert values(event, "opp_points_avg")["a"] == (1 + 1 + 1 + 5 + 0) / 5
    assert values(event, "opp_mw_avg")["a"] == pytest.approx((0.1 * 3 + 1 + 0) / 5)


def test_players_eliminated_before_a_draw_get_points_only_if_set():
    assert points(pods("a b c d 1-1-3-1"))["c"] == 0
    event = pods("a b c d 1-1-3-1", settings={"eliminated_draws": True})
    assert points(event) == dict.fromkeys("abcd", 1)
    assert next(row.record for row in standings(event.phase(1)).rows if row.player == "c") == "0-1-0"


def test_losers_of_a_won_pod_do_not_draw():
    assert points(pods("a b c d 1-2-3-4", settings={"eliminated_draws": True}))["b"] == 0


@every(
    ("players", "rounds"),
    [(8, 2), (16, 2), (17, 3), (34, 3), (35, 4), (64, 4), (128, 5), (208, 6), (209, 7), (304, 7), (400, 7)],
)
def test_suggested_rounds_of_commander_events(players, rounds):
    assert suggested_rounds(rulebook("pods-multiplayer").rounds, players) == rounds


def test_hareruya_has_four_random_rounds_and_hidden_standings():
    settings = settings_of("hareruya", {})
    assert [suggested_rounds(settings.rounds_by_size, players) for players in (8, 300)] == [4, 4]
    assert settings.pairing == "random" and settings.hidden_standings
    # 1425 and 864.9 points are one score group.
    assert settings.band > 2000
    assert not settings_of("pods-multiplayer", {}).hidden_standings


# TopDeck: a bye as opponents; win rate


def test_a_bye_counts_as_three_opponents_with_a_win_rate_of_20_percent():
    event = switched("a b c d 1", "a bye, b c d 1", bye_opponents=3, bye_opponent_rate=0.2)
    assert values(event, "opp_mw_avg")["a"] == pytest.approx((0.5 + 0 + 0 + 3 * 0.2) / 6)
    assert values(event, "omw")["a"] == pytest.approx((0.5 + 0 + 0 + 3 * 0.2) / 6)
    # Their points are nobody's.
    assert values(event, "opp_points_avg")["a"] == 5 / 3


def test_the_explanation_shows_the_opponents_that_a_bye_counts_as():
    event = switched("a b c d 1", "a bye, b c d 1", "a late", bye_opponents=3, bye_opponent_rate=0.2)
    lines = explain_value(event.phase(1), "a", "opp_mw_avg").lines
    assert [(line.round, line.opponent, line.term) for line in lines[3:]] == [
        *[(2, None, 0.2)] * 3,
        (3, None, None),
    ]
    assert [line.note for line in lines[3:]] == [
        *["bye, counts as an opponent"] * 3,
        "no opponent, not counted",
    ]


def test_byes_count_in_the_numbers_of_dropped_players():
    frozen = {"bye_opponents": 3, "bye_opponent_rate": 0.2, "frozen_after_drop": True}
    event = pods(
        "a b c d 1", "a bye, b c d 1", "b c d 1", settings={"percentages": frozen}, dropped_after={"a": 2}
    )
    assert values(event, "omw")["a"] == pytest.approx((0.5 + 0 + 0 + 3 * 0.2) / 6)


def test_win_rate_is_matches_won_per_match_played():
    event = pods("a b c d 1", "a b c d draw", "a b c d 2", "a bye, b c d 1")
    assert values(event, "game_win") == {"a": 1 / 3, "b": 0.5, "c": 0, "d": 0}


def test_a_later_average_seat_ranks_higher():
    event = pods("a b c d draw", "d a b c draw", "a bye, b c d draw", settings={"tiebreakers": []})
    rows = standings(event.phase(1), tiebreakers=["average_seat"]).rows
    assert {row.player: row.values["average_seat"] for row in rows} == {
        "a": 1.5,
        "b": 2,
        "c": 3,
        "d": 8 / 3,
    }
    drew = [row.player for row in rows if row.points == 3]
    assert drew == ["c", "d", "b"]


# Columns made for two, at tables of several


def test_a_pod_is_one_head_to_head_match_for_all_its_tied_players():
    event = pods("a b c 1", "a b c 2", "a b c 3")
    assert values(event, "head_to_head") == {"a": 5, "b": 5, "c": 5}


def test_buchholz_adds_up_all_opponents_at_the_table():
    event = pods("a b c d 1, e f g h 1", "a b e f 2, c d g h 1")
    assert values(event, "buchholz")["a"] == (5 + 5 + 0) + (5 + 5 + 0)
