"""Exact odds compared with the oracle and with every combination of results played out."""

from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.finals.enumeration import by_rate, enumerate_odds
from tests.rules.finals.oracle import ORACLE, win_odds
from tests.support.case_tables import every
from tests.support.repetitions import count
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import (
    FINALS,
    build_bracket,
    build_table,
    has_exact_odds,
    odds_from_ratings,
    parse_win_rate,
)
from tournaments.rules.finals.odds.exact import exact_odds
from tournaments.rules.finals.odds.match_odds import PAIR_PARTS
from tournaments.rules.finals.odds.places import possible_sides, seed_of
from tournaments.rules.history import MatchRecord, SeatRecord

SERVED = {entry["key"]: build_table(entry["key"], len(entry["win_odds"])) for entry in ORACLE}
DOUBLE = [build_table("double", size) for size in range(4, 9)]
SMALL = [*SERVED.values(), *DOUBLE[:3], build_table("single", 6), build_table("single", 3)]
HALF = Fraction(1, 2)


@st.composite
def results_so_far(draw, finals):
    """Return {slot id: (winner's seed, loser's seed)} of a random number of first matches."""
    winners, losers, results, firsts = {}, {}, {}, {}
    for slot in finals.matches[: draw(st.integers(0, len(finals.matches)))]:
        a, b = (seed_of(text, winners, losers) for text in slot.sides)
        firsts[slot.id] = a
        if slot.reset_of and winners[slot.reset_of] == firsts[slot.reset_of]:
            break
        pair = draw(st.permutations((a, b)))
        winners[slot.id], losers[slot.id] = results[slot.id] = tuple(pair)
    return results


@every("entry", ORACLE)
def test_every_table_has_the_odds_of_the_oracle(entry):
    result = exact_odds(SERVED[entry["key"]])
    assert result.win == win_odds(entry)
    assert [list(pair) for pair in result.impossible_finals] == entry["impossible_finals"]
    assert result.prefinal_rematches == entry["prefinal_rematch_branches"]


@settings(max_examples=count(10, 40), deadline=None)
@given(st.data())
def test_odds_equal_every_combination_played_out(data):
    finals = data.draw(st.sampled_from(SMALL))
    rate = data.draw(st.fractions(0, 1, max_denominator=40))
    results = data.draw(results_so_far(finals))
    assert exact_odds(finals, rate, results) == enumerate_odds(finals, by_rate(rate), results)


@pytest.mark.parametrize("finals", DOUBLE[3 :: count(2, 1)], ids=lambda finals: str(finals.size))
def test_odds_of_double_elimination_equal_every_combination_played_out(finals):
    rate = Fraction(7, 11)
    results = {"W1-2": (5, 4)}
    assert exact_odds(finals, rate, results) == enumerate_odds(finals, by_rate(rate), results)


@settings(max_examples=count(5, 20), deadline=None)
@given(st.data())
def test_odds_by_rating_equal_every_combination_played_out(data):
    finals = data.draw(st.sampled_from([*SERVED.values(), DOUBLE[0]]))
    ratings = data.draw(
        st.lists(st.none() | st.integers(1000, 2800), min_size=finals.size, max_size=finals.size)
    )
    chances = odds_from_ratings(ratings)
    result = exact_odds(finals, chances)
    assert result == enumerate_odds(
        finals, lambda a, b: Fraction(chances.pair_parts[a - 1][b - 1], PAIR_PARTS)
    )


def test_seeds_1_and_2_of_the_mcintyre_eight_reach_the_last_four_three_times_in_four():
    rounds = exact_odds(SERVED["mcintyre8"]).rounds
    assert (
        rounds[1]
        == rounds[2]
        == dict(zip((1, 2, 3, 4), map(Fraction, ("1", "1/2", "3/4", "3/8")), strict=True))
    )


def test_a_bye_is_not_a_match():
    rounds = exact_odds(build_table("single", 6)).rounds
    assert (rounds[1][1], rounds[3][1], rounds[1][2]) == (0, 1, 1)


@every("finals", [*SERVED.values(), *DOUBLE])
def test_seed_1_is_champion_if_the_better_seed_always_wins(finals):
    result, even = exact_odds(finals, 1), exact_odds(finals)
    assert result.win[1] == 1
    assert result.impossible_finals == even.impossible_finals
    assert result.prefinal_rematches == even.prefinal_rematches


def test_chance_of_the_deciding_match():
    assert exact_odds(build_table("double", 8), 1).rounds[1][7] == 0
    assert exact_odds(build_table("double", 8)).rounds[8][7] == Fraction(1, 8)


@pytest.mark.slow
def test_even_odds_of_double_elimination_of_sixteen():
    result = exact_odds(build_table("double", 16))
    assert set(result.win.values()) == {Fraction(1, 16)}
    assert sum(chances[9] for chances in result.rounds.values()) == 1
    assert result.soonest_rematch == (5, Fraction(15, 64))


def test_odds_of_a_big_double_elimination_are_the_mean_of_those_after_its_first_match():
    finals, rate = build_table("double", 11), Fraction(13, 20)
    before, first = exact_odds(finals, rate), finals.matches[0]
    better, worse = (int(side[1:]) for side in first.sides)
    upset, expected = (
        exact_odds(finals, rate, {first.id: end}) for end in ((worse, better), (better, worse))
    )
    for seed, chance in before.win.items():
        assert chance == rate * expected.win[seed] + (1 - rate) * upset.win[seed]


def test_a_single_elimination_of_512_is_counted_by_its_tree():
    result = exact_odds(build_table("single", 512))
    assert set(result.win.values()) == {Fraction(1, 512)}
    assert result.rounds[300][9] == Fraction(1, 256)
    assert len(result.impossible_finals) == 2 * 256 * 255 // 2


def test_too_large_tables_are_refused():
    assert has_exact_odds(build_table("double", 16)) and has_exact_odds(build_table("single", 512))
    assert not has_exact_odds(build_table("double", 17))
    with pytest.raises(RuleViolation, match="Double elimination for 17 players has too many outcomes"):
        exact_odds(build_table("double", 17))


def test_large_double_elimination_is_counted_with_few_open_matches():
    finals, winners, losers, results = build_table("double", 32), {}, {}, {}
    for slot in finals.matches[:40]:
        pair = tuple(seed_of(text, winners, losers) for text in slot.sides)
        winners[slot.id], losers[slot.id] = results[slot.id] = pair
    result = exact_odds(finals, HALF, results)
    assert sum(result.win.values()) == 1
    assert result.win[32] == 0


def test_odds_after_some_results():
    result = exact_odds(SERVED["mcintyre8"], results={"QF4": (1, 8), "QF3": (2, 7)})
    quarter, eighth = Fraction(1, 4), Fraction(1, 8)
    assert list(result.win.values()) == [quarter, quarter, eighth, eighth, eighth, eighth, 0, 0]


CLUB_CALL = {
    "QPO1": (1, 4),
    "QPO2": (2, 3),
    "EPO1": (5, 8),
    "EPO2": (6, 7),
    "PSF1": (3, 6),
    "PSF2": (4, 5),
}


@every("called", [3, 4])
@every("made", [("QSF1",), ("QSF1", "QSF2")])
def test_chosen_opponent_plays_the_chooser(called, made):
    finals, rate = SERVED["super_league8"], Fraction(3, 4)
    seats = {"QSF1": (1, called), "QSF2": (2, 7 - called)}
    seated = {slot: seats[slot] for slot in made}
    result = exact_odds(finals, rate, CLUB_CALL, seated)
    assert result == enumerate_odds(finals, by_rate(rate), CLUB_CALL, seated)
    assert result.rounds[called][4] == 1 - rate
    assert (result.soonest_rematch == (3, 1)) == (called == 4)


@every("seats", ["13", "31"])
def test_bracket_passes_the_chosen_opponent_to_the_odds(seats):
    results = {slot: tuple(map(str, pair)) for slot, pair in CLUB_CALL.items()}
    made = {"QSF1": MatchRecord(tuple(map(SeatRecord, seats)), slot="QSF1")}
    now = build_bracket(SERVED["super_league8"], "12345678", results, made)
    result = exact_odds(now.table, 1, now.results, now.seated)
    assert (result.rounds[3][4], result.rounds[4][4], result.rounds[4][3]) == (0, 0, 1)
    assert result == exact_odds(now.table, 1, CLUB_CALL, {"QSF1": (1, 3)})


def test_chosen_opponent_is_known_after_the_match():
    results = CLUB_CALL | {"QSF1": (3, 1)}
    result = exact_odds(SERVED["super_league8"], HALF, results, {"QSF1": (1, 3)})
    assert (result.rounds[1][3], result.rounds[4][3], result.win[4]) == (1, 1, Fraction(1, 4))


@settings(max_examples=count(10, 30), deadline=None)
@given(st.fractions(0, 1, max_denominator=40), st.sampled_from(sorted(SERVED)))
def test_chances_add_up_to_one_champion_and_two_finalists(rate, key):
    result = exact_odds(SERVED[key], rate)
    last = max(result.rounds[1])
    assert sum(result.win.values()) == 1
    assert sum(rounds[last] for rounds in result.rounds.values()) == 2


@settings(max_examples=count(5, 20), deadline=None)
@given(st.fractions(0, 1, max_denominator=20))
def test_odds_before_a_round_are_the_mean_of_the_odds_after_it(rate):
    finals = SERVED["mcintyre8"]
    mean = dict.fromkeys(range(1, 9), Fraction(0))
    for upsets in product((False, True), repeat=4):
        results, weight = {}, Fraction(1)
        for slot, upset in zip(finals.matches[:4], upsets, strict=True):
            better, worse = (int(side[1:]) for side in slot.sides)
            results[slot.id] = (worse, better) if upset else (better, worse)
            weight *= 1 - rate if upset else rate
        for seed, chance in exact_odds(finals, rate, results).win.items():
            mean[seed] += weight * chance
    assert mean == exact_odds(finals, rate).win


@every("key", FINALS)
def test_impossible_finals_follow_from_possible_sides(key):
    finals = SERVED.get(key) or build_table(key, 8 if 8 in FINALS[key].sizes else FINALS[key].sizes[0])
    sides = possible_sides(finals, {})[finals.final.id]
    impossible = set(exact_odds(finals).impossible_finals)
    for a, b in combinations(range(1, finals.size + 1), 2):
        if not any(a in one and b in other for one, other in permutations(sides, 2)):
            assert (a, b) in impossible


@every("rate", [0.55, "0.55", "11/20", Fraction(11, 20)])
def test_win_rate_is_an_exact_fraction(rate):
    assert parse_win_rate(rate) == Fraction(11, 20)


@every("rate", ["half", "", None, "1.01", "55", -0.1, "nan", "inf", "1/0", "1e999999999", "9" * 999])
def test_invalid_win_rate_is_refused(rate):
    with pytest.raises(RuleViolation, match="isn’t a number from 0 to 1"):
        parse_win_rate(rate)


def test_four_hundred_points_of_rating_are_ten_to_one():
    chances = odds_from_ratings([2000, 1600, None, 1800, 9000])
    assert Fraction(chances.pair_parts[0][1], PAIR_PARTS) == Fraction(9091, 10000)
    assert all(
        chances.pair_parts[a][b] + chances.pair_parts[b][a] == PAIR_PARTS for a in range(5) for b in range(5)
    )
    assert chances.pair_parts[4][1] == PAIR_PARTS - 1


def test_missing_rating_counts_as_the_mean():
    assert (
        odds_from_ratings([2000, 1600, None]).pair_parts[2]
        == odds_from_ratings([2000, 1600, 1800]).pair_parts[2]
    )
    assert {up for row in odds_from_ratings([None, None]).pair_parts for up in row} == {5000}
