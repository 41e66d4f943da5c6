"""Formatted results can be typed and are parsed to the same result."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import MatchRecord, SeatRecord
from tournaments.rules.results.notation import ENDS, format_ends, format_places, format_result
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.rulebooks import GAMES, POINTS, VP

TWO = MatchRecord(tuple(map(SeatRecord, "ab")), table=1)


def pod(count):
    return MatchRecord(tuple(map(SeatRecord, "abcde"[:count])), table=1)


@every(
    ("typed", "mode"),
    [
        ("2-1", GAMES),
        ("1-1-1", GAMES),
        ("draw", GAMES),
        ("no-show 2", GAMES),
        ("concede 1", GAMES),
        ("double-loss", GAMES),
        ("vp 75-40", VP),
        ("points 6-0", POINTS),
        ("points 10.5-9.5", POINTS),
    ],
)
def test_results_of_pairs_are_formatted_as_typed(typed, mode):
    assert format_result(apply_result(TWO, typed, mode=mode)) == typed


@given(st.integers(3, 5).flatmap(lambda n: st.lists(st.sampled_from(ENDS), min_size=n, max_size=n)))
def test_formatted_pod_outcomes_parse_to_the_same_outcomes(ends):
    try:
        words = format_ends(ends)
        done = apply_result(pod(len(ends)), words)
    except RuleViolation:
        assert ends.count("win") > 1 or {"win", "draw"} <= set(ends) or ends.count("draw") == 1
        return
    assert [seat.result for seat in done.seats] == ends
    assert format_result(done) == words


@given(st.integers(3, 5).flatmap(lambda n: st.lists(st.integers(1, n), min_size=n, max_size=n)))
def test_formatted_places_parse_to_the_same_places(places):
    places[:2] = 1, max(2, places[1])
    done = apply_result(pod(len(places)), format_places(places) + " no-show 2")
    assert apply_result(pod(len(places)), format_result(done)) == done


@every(
    ("ends", "words"),
    [
        (["win", "win", "loss"], "Only one player can win"),
        (["win", "draw", "draw"], "no one can draw"),
    ],
)
def test_contradicting_outcomes_are_refused(ends, words):
    with pytest.raises(RuleViolation, match=words):
        format_ends(ends)


def test_missing_and_untypeable_results_are_formatted_as_empty():
    assert format_result(TWO) == format_result(pod(4)) == ""
    disqualified = MatchRecord(
        (SeatRecord("a", result="disqualified"), SeatRecord("b"), SeatRecord("c")), table=1
    )
    assert format_result(disqualified) == ""
