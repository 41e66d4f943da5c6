"""Results as people type them and read them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules import results
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import Match, Seat

NAMES = {"c": "corncrake", "d": "dovetail"}
OPEN = Match((Seat("c"), Seat("d")), table=12)


def games(first, second, drawn=0):
    return Match((Seat("c", games=first), Seat("d", games=second)), 12, drawn)


def said(first, second):
    return Match((Seat("c", result=first), Seat("d", result=second)), 12)


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
    ("draw", said("draw", "draw"), "corncrake and dovetail draw", "draw"),
    ("D", said("draw", "draw"), "corncrake and dovetail draw", "draw"),
    ("no-show 2", said("win", "no_show"), "dovetail did not show: corncrake wins", "win–no-show"),
    (["No", "Show", "1"], said("no_show", "win"), "corncrake did not show: dovetail wins", "no-show–win"),
    ("concede 2", said("win", "conceded"), "dovetail concedes: corncrake wins", "win–conceded"),
    ("double-loss", said("loss", "loss"), "double loss", "double loss"),
    ("clear", OPEN, "no result yet", ""),
]


@pytest.mark.parametrize(("typed", "match", "read_back", "short"), TYPED)
def test_what_is_typed_makes_a_result_that_reads_back(typed, match, read_back, short):
    assert results.reported(OPEN, typed) == match
    assert results.words(match, NAMES) == read_back
    assert results.score(match) == short


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "2-1, 2-1-1, draw"),
        ("won", "“won” is no result. Type one of: 2-1"),
        ("21", "2-1 or 2 1"),
        ("2-1-1-1", "is no result"),
        ("-1-2", "is no result"),
        ("2-x", "is no result"),
        ("2.5-1", "is no result"),
        ("no-show", "no-show 1 or no-show 2"),
        ("no-show 3", "no-show 1 or no-show 2"),
        ("concede dovetail", "concede 1 or concede 2"),
        ("999999-0", "more than anybody plays"),
        ("9999999-0", "is no result"),
        ("points 6-0", "not served yet"),
        ("vp 75-40", "not served yet"),
        ("places 1-3-2-4", "not served yet"),
        ("3", "not served yet"),
    ],
)
def test_what_is_no_result_is_refused_with_an_example(typed, words):
    with pytest.raises(RuleViolation) as refusal:
        results.parse(typed)
    assert words in str(refusal.value)


@given(st.text() | st.lists(st.text(), max_size=4))
def test_whatever_is_typed_is_a_result_or_refused_in_one_line(typed):
    try:
        results.reported(OPEN, typed)
    except RuleViolation as refusal:
        assert "\n" not in str(refusal)


@pytest.mark.parametrize("typed", ["draw", "0-0", "1-1", "1-1-1", "double-loss"])
def test_in_a_bracket_somebody_must_win(typed):
    with pytest.raises(RuleViolation, match="somebody must win"):
        results.reported(OPEN, typed, bracket=True)


@pytest.mark.parametrize("typed", ["2-1", "0-1-1", "no-show 2", "clear"])
def test_in_a_bracket_a_win_and_a_cleared_result_are_fine(typed):
    assert results.reported(OPEN, typed, bracket=True) == results.reported(OPEN, typed)


def test_a_second_report_takes_the_place_of_the_first():
    first = results.reported(OPEN, "2-1-1")
    assert results.reported(first, "no-show 2") == results.reported(OPEN, "no-show 2")
    given_points = Match((Seat("c", points=5), Seat("d", points=0)), table=12)
    assert results.reported(given_points, "clear") == OPEN


def test_a_bye_cannot_be_reported():
    bye = Match((Seat("c", result="bye"),))
    with pytest.raises(RuleViolation, match="bye"):
        results.reported(bye, "2-0")
    assert results.words(bye, NAMES) == results.score(bye) == "bye"
    assert results.words(Match((Seat("c", result="loss"),)), NAMES) == "unpaired loss"
    assert results.score(Match((Seat("c", result="draw"),))) == "half-point bye"


@pytest.mark.parametrize(
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
def test_more_games_than_a_match_has_are_noticed(typed, best_of, too_many):
    assert results.excessive(results.reported(OPEN, typed), best_of) is too_many


def test_a_result_that_the_games_do_not_tell_is_read_by_the_result():
    stopped = Match((Seat("c", games=1, result="disqualified"), Seat("d", games=0)), 12)
    assert results.words(stopped, NAMES) == "corncrake is disqualified: dovetail wins"
    assert results.score(stopped) == "disqualified–win"
    awarded = Match((Seat("c", games=0, result="win"), Seat("d", games=0, result="loss")), 12)
    assert results.words(awarded, NAMES) == "corncrake beats dovetail"
    assert results.score(awarded) == "win–loss"


def test_words_are_shown_in_the_language_of_the_reader():
    german = {"{first} and {second} draw": "{first} und {second} spielen unentschieden"}
    drawn = results.reported(OPEN, "1-1")
    assert results.words(drawn, NAMES, german.get) == "corncrake und dovetail spielen unentschieden 1–1"
