"""Title odds at the start and now: even, by rating, and estimated."""

from fractions import Fraction

from tests.support.finals import MCINTYRE, NAMES, entrants, played
from tournaments.brackets.pages.bracket import title_odds
from tournaments.rules.finals import build_bracket, build_table


def test_title_odds_at_the_start_and_now():
    results = {"QF4": ("p1", "p8"), "QF3": ("p2", "p7")}
    rows = title_odds(build_bracket(MCINTYRE, entrants(MCINTYRE), results), NAMES).rows
    assert [(row.start, row.now, row.out) for row in rows][::7] == [
        ("3/16", "1/4", False),
        ("1/16", "out", True),
    ]


def test_odds_by_rating_favour_higher_ratings_and_are_labelled():
    odds = title_odds(played(MCINTYRE, 0), NAMES, [1500, 1500, 1500, 1500, 1500, 1500, 1500, 2400])
    assert odds.how == "Title odds based on player ratings (exact)."
    assert odds.now[8] > Fraction(9, 10) > odds.now[1]
    assert odds.rows[7].now.endswith(" %")


def test_estimated_odds_are_labelled_and_never_0_for_players_still_in():
    finals = build_table("double", 64)
    odds = title_odds(played(finals, 48), NAMES)
    rows = odds.rows
    assert odds.how.startswith("Title odds if every match is 50–50, estimated from 10000 simulations (±")
    assert rows[0].start.startswith("≈ ") and rows[0].now.startswith("≈ ")
    assert [row.seed for row in rows if row.out] == list(range(49, 65))
