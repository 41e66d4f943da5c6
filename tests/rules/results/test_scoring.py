"""Outcomes and match points of results."""

from tests.support.case_tables import every
from tournaments.rules.history import MatchRecord, SeatRecord
from tournaments.rules.results.scoring import outcomes, points_of
from tournaments.rules.rulebooks import settings_of

MAGIC = settings_of("magic", {})
BY_GAMES = settings_of("magic", {"points": {"2-0": 2, "2-1": 1, "1-2": 0, "0-2": -1, "bye": 2}})


def match(first, second, drawn_games=0):
    return MatchRecord(
        (SeatRecord("a", **first), SeatRecord("b", **second)), table=1, drawn_games=drawn_games
    )


@every(
    ("first", "second", "expected"),
    [
        ({"games": 2}, {"games": 1}, ("win", "loss")),
        ({"games": 1}, {"games": 1}, ("draw", "draw")),
        ({"games": 0}, {"games": 0}, ("draw", "draw")),
        ({"games": 2}, {}, ("win", "loss")),
        ({"games": 2, "result": "loss"}, {"games": 0}, ("loss", "win")),
        ({"result": "win"}, {}, ("win", "loss")),
        ({"result": "draw"}, {}, ("draw", "draw")),
        ({}, {"result": "loss"}, ("win", "loss")),
        ({"result": "loss"}, {"result": "loss"}, ("loss", "loss")),
        ({"result": "no_show"}, {}, ("loss", "win")),
        ({}, {"result": "forfeit"}, ("win", "loss")),
        ({"result": "conceded"}, {}, ("loss", "win")),
        ({"result": "disqualified", "games": 1}, {"games": 0}, ("loss", "win")),
        ({"score": 40}, {"score": 75}, ("loss", "win")),
        ({"points": 6}, {"points": 0}, ("win", "loss")),
        ({"points": 3}, {"points": 3}, ("draw", "draw")),
    ],
)
def test_outcomes_of_a_match(first, second, expected):
    assert outcomes(match(first, second)) == expected


def test_an_unreported_match_has_no_outcomes_and_no_points():
    assert outcomes(match({}, {})) == ()
    assert points_of(match({}, {}), MAGIC) == ()


def test_a_table_of_four_has_one_winner_or_a_draw_among_the_first():
    four = [SeatRecord(player, place=place) for player, place in (("a", 2), ("b", 1), ("c", 3), ("d", 4))]
    assert outcomes(MatchRecord(tuple(four))) == ("loss", "win", "loss", "loss")
    equal = [SeatRecord(player, place=place) for player, place in (("a", 1), ("b", 1), ("c", 3), ("d", 3))]
    assert outcomes(MatchRecord(tuple(equal))) == ("draw", "draw", "loss", "loss")
    winner_said = [
        SeatRecord("a"),
        SeatRecord("b", result="win"),
        SeatRecord("c"),
        SeatRecord("d", result="no_show"),
    ]
    assert outcomes(MatchRecord(tuple(winner_said))) == ("loss", "win", "loss", "loss")


def test_magic_gives_three_for_a_win_and_one_for_a_draw():
    assert points_of(match({"games": 2}, {"games": 1}), MAGIC) == (3, 0)
    assert points_of(match({"games": 1}, {"games": 1}, drawn_games=1), MAGIC) == (1, 1)
    assert points_of(match({"result": "loss"}, {"result": "loss"}), MAGIC) == (0, 0)


@every(("result", "points"), [("bye", 3), ("draw", 1), ("loss", 0)])
def test_points_of_each_kind_of_bye(result, points):
    assert points_of(MatchRecord((SeatRecord("a", result=result),)), MAGIC) == (points,)


def test_points_by_games_follow_the_score():
    assert points_of(match({"games": 2}, {"games": 0}), BY_GAMES) == (2, -1)
    assert points_of(match({"games": 1}, {"games": 2}), BY_GAMES) == (0, 1)


def test_points_by_games_fall_back_on_the_outcome_for_unlisted_scores():
    assert points_of(match({}, {"result": "no_show"}), BY_GAMES) == (2, -1)
    assert points_of(match({"games": 1}, {"games": 0, "result": "conceded"}), BY_GAMES) == (2, -1)


def test_points_by_games_never_reward_the_games_of_a_disqualified_player():
    ahead = match({"games": 2, "result": "disqualified"}, {"games": 0})
    assert points_of(ahead, BY_GAMES) == (-1, 2)


def test_reported_points_take_precedence():
    assert points_of(match({"points": 6}, {"points": 0}), MAGIC) == (6, 0)


def test_a_rulebook_without_draws_still_counts_a_recorded_one():
    hct = settings_of("hct-2017", {})
    assert not hct.rulebook.draws
    assert points_of(match({"result": "draw"}, {}), hct) == (0, 0)
