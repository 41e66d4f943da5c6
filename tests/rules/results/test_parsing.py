"""Parsing of typed results, and their descriptions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import MatchRecord, SeatRecord
from tournaments.rules.results.notation import abbreviate_result, describe_result
from tournaments.rules.results.parsing import apply_result, has_too_many_games

NAMES = {"c": "corncrake", "d": "dovetail"}
OPEN = MatchRecord((SeatRecord("c"), SeatRecord("d")), table=12)


def games(first, second, drawn_games=0):
    return MatchRecord((SeatRecord("c", games=first), SeatRecord("d", games=second)), 12, drawn_games)


def with_outcomes(first, second):
    return MatchRecord((SeatRecord("c", result=first), SeatRecord("d", result=second)), 12)


# typed, the match it makes, how it is read back, how it stands in a table
TYPED = [
    ("2-1", games(2, 1), "corncrake 2–1 dovetail", "2–1"),
    ("2 1", games(2, 1), "corncrake 2–1 dovetail", "2–1"),
    ("2:1", games(2, 1), "corncrake 2–1 dovetail", "2–1"),
    ("2–1", games(2, 1), "corncrake 2–1 dovetail", "2–1"),
    (" 2 - 1 ", games(2, 1), "corncrake 2–1 dovetail", "2–1"),
    (["2", "1"], games(2, 1), "corncrake 2–1 dovetail", "2–1"),
    ("0-2", games(0, 2), "corncrake 0–2 dovetail", "0–2"),
    ("2-1-1", games(2, 1, 1), "corncrake 2–1–1 dovetail", "2–1–1"),
    ("2 1 1", games(2, 1, 1), "corncrake 2–1–1 dovetail", "2–1–1"),
    ("1-1-1", games(1, 1, 1), "corncrake and dovetail draw 1–1–1", "1–1–1"),
    ("0-0-3", games(0, 0, 3), "corncrake and dovetail draw 0–0–3", "0–0–3"),
    ("0-0", games(0, 0), "corncrake and dovetail draw 0–0", "0–0"),
    ("draw", with_outcomes("draw", "draw"), "corncrake and dovetail draw", "draw"),
    ("D", with_outcomes("draw", "draw"), "corncrake and dovetail draw", "draw"),
    ("no-show 2", with_outcomes("win", "no_show"), "dovetail didn’t show up: corncrake wins", "win–no-show"),
    (
        ["No", "Show", "1"],
        with_outcomes("no_show", "win"),
        "corncrake didn’t show up: dovetail wins",
        "no-show–win",
    ),
    ("concede 2", with_outcomes("win", "conceded"), "dovetail concedes: corncrake wins", "win–conceded"),
    ("double-loss", with_outcomes("loss", "loss"), "double loss", "double loss"),
    ("clear", OPEN, "no result yet", ""),
]


@every(("typed", "match", "read_back", "short"), TYPED)
def test_typed_results_are_parsed_and_described(typed, match, read_back, short):
    assert apply_result(OPEN, typed) == match
    assert describe_result(match, NAMES) == read_back
    assert abbreviate_result(match) == short


@every(
    ("typed", "words"),
    [
        ("", "2-1, 2-1-1, draw"),
        ("won", "“won” isn’t a result. Type one of: 2-1"),
        ("21", "2-1 or 2 1"),
        ("2-1-1-1", "isn’t a result"),
        ("-1-2", "isn’t a result"),
        ("2-x", "isn’t a result"),
        ("2.5-1", "isn’t a result"),
        ("no-show", "no-show 1 or no-show 2"),
        ("no-show 3", "no-show 1 or no-show 2"),
        ("concede dovetail", "concede 1 or concede 2"),
        ("999999-0", "is too large"),
        ("9999999-0", "isn’t a result"),
        ("points 6-0", "This event reports games. Type 2-1"),
        ("vp 75-40", "This event reports games. Type 2-1"),
        ("places 1-3-2-4", "only for tables of three or more"),
        ("3", "only for tables of three or more"),
    ],
)
def test_unreadable_results_are_refused_with_examples(typed, words):
    with pytest.raises(RuleViolation) as refusal:
        apply_result(OPEN, typed)
    assert words in str(refusal.value)


def with_points(first, second):
    return MatchRecord((SeatRecord("c", points=first), SeatRecord("d", points=second)), 12)


def with_scores(first, second):
    return MatchRecord((SeatRecord("c", score=first), SeatRecord("d", score=second)), 12)


@every(
    ("mode", "typed", "match", "read_back", "short"),
    [
        ("points", "points 6-0", with_points(6, 0), "corncrake 6–0 dovetail", "6–0"),
        ("points", "Points 3:3", with_points(3, 3), "corncrake and dovetail draw 3–3", "3–3"),
        ("points", "points 2.5 0.5", with_points(2.5, 0.5), "corncrake 2.5–0.5 dovetail", "2.5–0.5"),
        ("vp", "vp 75-40", with_scores(75, 40), "corncrake 75–40 dovetail", "75–40"),
        ("vp", "vp 40 75", with_scores(40, 75), "corncrake 40–75 dovetail", "40–75"),
        ("vp", "75-40", with_scores(75, 40), "corncrake 75–40 dovetail", "75–40"),
        ("points", "6-0", with_points(6, 0), "corncrake 6–0 dovetail", "6–0"),
        ("points", "2.5-0.5", with_points(2.5, 0.5), "corncrake 2.5–0.5 dovetail", "2.5–0.5"),
        ("vp", "vp 0-0", with_scores(0, 0), "corncrake and dovetail draw 0–0", "0–0"),
        (
            "vp",
            "no-show 2",
            with_outcomes("win", "no_show"),
            "dovetail didn’t show up: corncrake wins",
            "win–no-show",
        ),
        ("points", "draw", with_outcomes("draw", "draw"), "corncrake and dovetail draw", "draw"),
        ("points", "clear", OPEN, "no result yet", ""),
    ],
)
def test_points_and_victory_points_are_parsed_and_described(mode, typed, match, read_back, short):
    assert apply_result(OPEN, typed, mode=mode) == match
    assert describe_result(match, NAMES) == read_back
    assert abbreviate_result(match) == short


@every(
    ("mode", "typed", "words"),
    [
        ("points", "vp 75-40", "This event reports points"),
        ("vp", "2-1-1", "This event reports victory points. Type vp 75-40"),
        ("vp", "points 6-0", "This event reports victory points"),
        ("vp", "vp 75", "Type one of: vp 75-40, draw"),
        ("vp", "vp 75.5-40", "isn’t a result"),
        ("vp", "vp 100001-0", "is too large"),
        ("points", "points 6-0-1", "isn’t a result"),
        ("points", "points", "Type one of: points 6-0, draw"),
        ("points", "points 999999-0", "is too large"),
        ("vp", "", "Type a result: vp 75-40"),
    ],
)
def test_numbers_of_another_mode_are_refused_with_examples(mode, typed, words):
    with pytest.raises(RuleViolation) as refusal:
        apply_result(OPEN, typed, mode=mode)
    assert words in str(refusal.value)


@given(st.text() | st.lists(st.text(), max_size=4), st.sampled_from(["games", "points", "vp"]))
def test_any_text_is_parsed_or_refused_in_one_line(typed, mode):
    try:
        apply_result(OPEN, typed, mode=mode)
    except RuleViolation as refusal:
        assert "\n" not in str(refusal)


@every("typed", ["draw", "0-0", "1-1", "1-1-1", "double-loss"])
def test_a_bracket_match_without_a_winner_is_refused(typed):
    with pytest.raises(RuleViolation, match="A bracket match needs a winner"):
        apply_result(OPEN, typed, must_be_won=True)


@every("typed", ["2-1", "0-1-1", "no-show 2", "clear"])
def test_a_bracket_match_can_be_won_or_cleared(typed):
    assert apply_result(OPEN, typed, must_be_won=True) == apply_result(OPEN, typed)


def test_a_second_result_replaces_the_first():
    first = apply_result(OPEN, "2-1-1")
    assert apply_result(first, "no-show 2") == apply_result(OPEN, "no-show 2")
    given_points = MatchRecord((SeatRecord("c", points=5), SeatRecord("d", points=0)), table=12)
    assert apply_result(given_points, "clear") == OPEN


def test_a_bye_cannot_be_reported():
    bye = MatchRecord((SeatRecord("c", result="bye"),))
    with pytest.raises(RuleViolation, match="bye"):
        apply_result(bye, "2-0")
    assert describe_result(bye, NAMES) == abbreviate_result(bye) == "bye"
    assert describe_result(MatchRecord((SeatRecord("c", result="loss"),)), NAMES) == "unpaired loss"
    assert abbreviate_result(MatchRecord((SeatRecord("c", result="draw"),))) == "half-point bye"


@every(
    ("typed", "best_of", "too_many"),
    [
        ("2-1", 3, False),
        ("1-1-1", 3, False),
        ("0-0-3", 3, False),
        ("3-0", 3, True),
        ("2-2", 3, True),
        ("3-2", 5, False),
        ("3-3", 5, True),
        ("1-1", 2, False),
        ("2-0", 2, False),
        ("2-1", 2, True),
        ("1-0", 1, False),
        ("1-1", 1, True),
        ("draw", 1, False),
        ("clear", 3, False),
    ],
)
def test_too_many_games_are_detected(typed, best_of, too_many):
    assert has_too_many_games(apply_result(OPEN, typed), best_of) is too_many


def test_a_result_that_contradicts_the_games_is_described_without_them():
    stopped = MatchRecord((SeatRecord("c", games=1, result="disqualified"), SeatRecord("d", games=0)), 12)
    assert describe_result(stopped, NAMES) == "corncrake is disqualified: dovetail wins"
    assert abbreviate_result(stopped) == "disqualified–win"
    awarded = MatchRecord(
        (SeatRecord("c", games=0, result="win"), SeatRecord("d", games=0, result="loss")), 12
    )
    assert describe_result(awarded, NAMES) == "corncrake beats dovetail"
    assert abbreviate_result(awarded) == "win–loss"


def test_descriptions_are_translated():
    german = {"{first} and {second} draw": "{first} und {second} spielen unentschieden"}
    draw = apply_result(OPEN, "1-1")
    assert describe_result(draw, NAMES, german.get) == "corncrake und dovetail spielen unentschieden 1–1"
