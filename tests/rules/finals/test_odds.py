"""Odds are exact: against the oracle, against playing every way out, and from results so far."""

from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.case_tables import every
from tests.repetitions import count
from tests.rules.finals.every_way import by_rate, every_way
from tests.rules.finals.oracle import ORACLE, win_odds
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import FINALS, bracket, has_exact_odds, rated, table, win_rate
from tournaments.rules.finals.odds.exact import exact_odds
from tournaments.rules.finals.odds.possible_places import possible_sides, seed_of
from tournaments.rules.history import MatchRecord, SeatRecord

SERVED = {entry["key"]: table(entry["key"], len(entry["win_odds"])) for entry in ORACLE}
DOUBLE = [table("double", size) for size in range(4, 9)]
SMALL = [*SERVED.values(), *DOUBLE[:3], table("single", 6), table("single", 3)]
HALF = Fraction(1, 2)


@st.composite
def results_so_far(draw, finals):
    """{slot id: (winner's seed, loser's seed)} of the first so many matches of a table."""
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
def test_odds_are_those_of_every_way_played_out(data):
    finals = data.draw(st.sampled_from(SMALL))
    rate = data.draw(st.fractions(0, 1, max_denominator=40))
    results = data.draw(results_so_far(finals))
    assert exact_odds(finals, rate, results) == every_way(finals, by_rate(rate), results)


@pytest.mark.parametrize("finals", DOUBLE[3 :: count(2, 1)], ids=lambda finals: str(finals.size))
def test_double_elimination_of_seven_and_eight_is_counted_as_played_out(finals):
    rate = Fraction(7, 11)
    results = {"W1-2": (5, 4)}
    assert exact_odds(finals, rate, results) == every_way(finals, by_rate(rate), results)


@settings(max_examples=count(5, 20), deadline=None)
@given(st.data())
def test_odds_by_rating_are_those_of_every_way_played_out(data):
    finals = data.draw(st.sampled_from([*SERVED.values(), DOUBLE[0]]))
    ratings = data.draw(
        st.lists(st.none() | st.integers(1000, 2800), min_size=finals.size, max_size=finals.size)
    )
    chances = rated(ratings)
    result = exact_odds(finals, chances)
    assert result == every_way(finals, lambda a, b: Fraction(chances.ups[a - 1][b - 1], chances.whole))


def test_seeds_1_and_2_of_the_mcintyre_eight_reach_the_last_four_three_times_in_four():
    rounds = exact_odds(SERVED["mcintyre8"]).rounds
    assert (
        rounds[1]
        == rounds[2]
        == dict(zip((1, 2, 3, 4), map(Fraction, ("1", "1/2", "3/4", "3/8")), strict=True))
    )


def test_a_bye_is_no_match_of_the_first_round():
    rounds = exact_odds(table("single", 6)).rounds
    assert (rounds[1][1], rounds[3][1], rounds[1][2]) == (0, 1, 1)


@every("finals", [*SERVED.values(), *DOUBLE])
def test_a_better_seed_who_always_wins_makes_seed_1_champion(finals):
    result, even = exact_odds(finals, 1), exact_odds(finals)
    assert result.win[1] == 1
    assert result.impossible_finals == even.impossible_finals
    assert result.prefinal_rematches == even.prefinal_rematches


def test_the_deciding_match_is_played_as_often_as_the_unbeaten_one_loses():
    assert exact_odds(table("double", 8), 1).rounds[1][7] == 0
    assert exact_odds(table("double", 8)).rounds[8][7] == Fraction(1, 8)


@pytest.mark.slow
def test_sixteen_even_players_of_double_elimination_win_once_in_sixteen():
    result = exact_odds(table("double", 16))
    assert set(result.win.values()) == {Fraction(1, 16)}
    assert sum(chances[9] for chances in result.rounds.values()) == 1
    assert result.soonest_rematch == (5, Fraction(15, 64))


def test_odds_of_a_big_double_elimination_are_the_mean_of_those_after_its_first_match():
    finals, rate = table("double", 11), Fraction(13, 20)
    before, first = exact_odds(finals, rate), finals.matches[0]
    better, worse = (int(side[1:]) for side in first.sides)
    upset, expected = (
        exact_odds(finals, rate, {first.id: end}) for end in ((worse, better), (better, worse))
    )
    for seed, chance in before.win.items():
        assert chance == rate * expected.win[seed] + (1 - rate) * upset.win[seed]


def test_a_single_elimination_of_512_is_counted_by_its_tree():
    result = exact_odds(table("single", 512))
    assert set(result.win.values()) == {Fraction(1, 512)}
    assert result.rounds[300][9] == Fraction(1, 256)
    assert len(result.impossible_finals) == 2 * 256 * 255 // 2


def test_what_is_too_big_to_be_counted_is_refused():
    assert has_exact_odds(table("double", 16)) and has_exact_odds(table("single", 512))
    assert not has_exact_odds(table("double", 17))
    with pytest.raises(RuleViolation, match="Double elimination for 17 players has too many ways"):
        exact_odds(table("double", 17))


def test_a_big_double_elimination_is_counted_once_few_matches_are_left():
    finals, winners, losers, results = table("double", 32), {}, {}, {}
    for slot in finals.matches[:40]:
        pair = tuple(seed_of(text, winners, losers) for text in slot.sides)
        winners[slot.id], losers[slot.id] = results[slot.id] = pair
    result = exact_odds(finals, HALF, results)
    assert sum(result.win.values()) == 1
    assert result.win[32] == 0


def test_results_so_far_change_the_odds_to_those_of_what_is_left():
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
def test_who_has_been_called_plays_the_caller(called, made):
    finals, rate = SERVED["super_league8"], Fraction(3, 4)
    seats = {"QSF1": (1, called), "QSF2": (2, 7 - called)}
    seated = {slot: seats[slot] for slot in made}
    result = exact_odds(finals, rate, CLUB_CALL, seated)
    assert result == every_way(finals, by_rate(rate), CLUB_CALL, seated)
    assert result.rounds[called][4] == 1 - rate
    assert (result.soonest_rematch == (3, 1)) == (called == 4)


@every("seats", ["13", "31"])
def test_a_bracket_tells_the_odds_who_has_been_called(seats):
    results = {slot: tuple(map(str, pair)) for slot, pair in CLUB_CALL.items()}
    made = {"QSF1": MatchRecord(tuple(map(SeatRecord, seats)), slot="QSF1")}
    now = bracket(SERVED["super_league8"], "12345678", results, made)
    result = exact_odds(now.table, 1, now.results, now.seated)
    assert (result.rounds[3][4], result.rounds[4][4], result.rounds[4][3]) == (0, 0, 1)
    assert result == exact_odds(now.table, 1, CLUB_CALL, {"QSF1": (1, 3)})


def test_who_has_been_called_stays_so_once_the_match_is_decided():
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
def test_two_can_only_meet_in_the_last_match_where_the_table_lets_them(key):
    finals = SERVED.get(key) or table(key, 8 if 8 in FINALS[key].sizes else FINALS[key].sizes[0])
    sides = possible_sides(finals, {})[finals.final.id]
    impossible = set(exact_odds(finals).impossible_finals)
    for a, b in combinations(range(1, finals.size + 1), 2):
        if not any(a in one and b in other for one, other in permutations(sides, 2)):
            assert (a, b) in impossible


@every("given_", [0.55, "0.55", "11/20", Fraction(11, 20)])
def test_a_win_rate_is_exact_however_it_is_written(given_):
    assert win_rate(given_) == Fraction(11, 20)


@every("given_", ["half", "", None, "1.01", "55", -0.1, "nan", "inf", "1/0", "1e999999999", "9" * 999])
def test_a_win_rate_that_is_no_chance_is_refused(given_):
    with pytest.raises(RuleViolation, match="not a number from 0 to 1"):
        win_rate(given_)


def test_four_hundred_points_of_rating_are_ten_to_one():
    chances = rated([2000, 1600, None, 1800, 9000])
    assert Fraction(chances.ups[0][1], chances.whole) == Fraction(9091, 10000)
    assert all(chances.ups[a][b] + chances.ups[b][a] == chances.whole for a in range(5) for b in range(5))
    assert chances.ups[4][1] == chances.whole - 1


def test_who_has_no_rating_is_taken_for_the_mean_of_those_who_have():
    assert rated([2000, 1600, None]).ups[2] == rated([2000, 1600, 1800]).ups[2]
    assert {up for row in rated([None, None]).ups for up in row} == {5000}
