"""Typed prizes: parsed lines, and refused lines with their numbers."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.support.case_tables import every
from tournaments.rules.prizes.payout import line_of, read_lines
from tournaments.rules.prizes.table import PLACES, POINTS, RECORD, Prize, prize_of

UNDERSTOOD = [
    ("1: 500", {"places": [1, 1], "sum": 500}),
    ("2nd: €250 + playmat", {"places": [2, 2], "sum": 250, "thing": "playmat"}),
    ("  3 – 4 :  100,50 ", {"places": [3, 4], "sum": "100.50"}),
    ("5 to 8: playmat + 50", {"places": [5, 8], "sum": 50, "thing": "playmat"}),
    ("Top 8: 20", {"places": [1, 8], "sum": 20}),
    ("1: 40%", {"places": [1, 1], "sum": "40%"}),
    ("1: 40 % of the pot", {"places": [1, 1], "sum": "40%"}),
    ("9: 12 packs", {"places": [9, 9], "sum": 12}),
    ("9: 12 boosters", {"places": [9, 9], "thing": "12 boosters"}),
    ("10: a mug + a shirt", {"places": [10, 10], "thing": "a mug + a shirt"}),
    ("X-2: 20 each", {"record": "x-2", "sum": 20}),
    ("x-2 or better: share 200", {"record": "x-2", "share": 200}),
    ("5-2: 20 each", {"record": "5-2", "sum": 20}),
    ("5-1-1+: 20", {"record": "5-1-1", "sum": 20}),
    ("record 3-4: 5 each", {"record": "3-4", "sum": 5}),
    ("15+ points: share 10%", {"points": 15, "share": "10%"}),
    ("4.5 points or more: 1", {"points": 4.5, "sum": 1}),
]
REFUSED = [
    ("1 500", "type who gets it, a colon"),
    ("1:", "type who gets it, a colon"),
    ("everybody: 5", "“everybody” isn’t a place"),
    ("1: -5", "be negative"),
    ("1: 150%", "more than 100 %"),
    ("1: 1,000", "Type 1000 or 12.50"),
    ("1: 1 000", "Type 1000 or 12.50"),
    ("1: 12.345", "Type 1000 or 12.50"),
    ("1: 5 + 6", "two amounts"),
    ("x-2: share 20 each", "not both"),
    ("0: 5", "whole number from 1"),
    ("places 4-3: 5", "whole number from 4"),
    ("1: 9999999999", "1000000000 or less"),
    (f"1: {'x' * 101}", "100 characters"),
]


@every(("line", "row"), UNDERSTOOD)
def test_line_is_parsed(line, row):
    assert read_lines(line, "packs") == ([row], [1], [])


@every(("line", "words"), REFUSED)
def test_invalid_line_is_refused_by_number_and_others_are_kept(line, words):
    rows, numbers, errors = read_lines(f"7: 1\n\n{line}\n8: 1")
    assert (len(rows), numbers) == (2, [1, 4])
    ((number, violation),) = errors
    assert number == 3
    assert str(violation).startswith("Line 3: ")
    assert words in str(violation)


def test_duplicate_place_or_record_is_refused():
    _, numbers, errors = read_lines("1-4: 5\n4-8: 2\n5-2: 1\n5-2 or better: 2\n15 points: 1\n15+ points: 3")
    assert numbers == [1, 3, 5]
    assert [str(violation) for _, violation in errors] == [
        "Line 2: place 4 already has a prize. Put everything in one row.",
        "Line 4: already has a prize. Put everything in one row.",
        "Line 6: already has a prize. Put everything in one row.",
    ]


words = st.text(st.characters(categories=("L",)), min_size=1, max_size=12)
counts = st.integers(0, 99)
reaches = st.one_of(
    st.tuples(st.just(PLACES), st.tuples(st.integers(1, 50), st.integers(50, 99))),
    st.tuples(st.just(RECORD), st.tuples(st.none() | counts, counts, counts)),
    st.tuples(st.just(POINTS), st.integers(-99, 99) | st.sampled_from((4.5, 0.25))),
)
sums = st.integers(1, 10_000).map(lambda cents: Fraction(cents, 100))


@given(reaches, sums, st.booleans(), st.booleans(), st.just("") | words.map(lambda word: f"“{word}”"))
def test_formatted_prize_parses_to_itself(reach, sum_, percent, shared, thing):
    prize = Prize(*reach, sum_, percent, shared, thing)
    (row,), _, errors = read_lines(line_of(prize))
    assert errors == []
    assert prize_of(row, "") == prize
