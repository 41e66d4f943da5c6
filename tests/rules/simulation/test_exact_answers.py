"""Simulations whose exact answers are known: odds of finals, unbeaten players, Elo."""

from functools import cache
from math import sqrt

import numpy as np

from tests.rules.finals.oracle import ORACLE, win_odds
from tests.rules.simulation.plans import make_plan, play
from tests.support.case_tables import every
from tournaments.rules.finals import build_table, exact_odds, odds_from_ratings
from tournaments.rules.simulation import simulate
from tournaments.rules.simulation.matches import draw_luck, win_chance
from tournaments.rules.simulation.played_format import play_finals
from tournaments.rules.standings.tables import WON

EQUAL = {"spread": 0}
MANY = 10_000


def check_within_four_errors(share, chance, events):
    assert abs(share - chance) <= 4 * sqrt(chance * (1 - chance) / events)


def answer(plan, events, seed=1):
    return simulate(plan, events, seed)["formats"][0]


def plan_of_equal_players(key, odds):
    return make_plan(len(odds), {"rounds": 1, "cut": len(odds), "finals": key}, ratings=EQUAL)


@every("entry", ORACLE)
def test_equal_players_win_each_finals_system_by_its_odds(entry):
    odds = win_odds(entry)
    shares = answer(plan_of_equal_players(entry["key"], odds), 400)["champion_seed"]
    for seed, share in shares.items():
        check_within_four_errors(share, float(odds[int(seed)]), 400)


@cache
def luck_of_equal_players():
    """The luck of ten thousand events, enough for the longest finals of up to 16 players."""
    plan = make_plan(16, {"rounds": 1, "cut": 16, "finals": "double"}, ratings=EQUAL)
    return draw_luck(plan, 1, range(1, MANY + 1))


def check_ten_thousand_finals(key, odds):
    """Check finals without Swiss rounds, which take nearly all of the time."""
    (format_,) = plan_of_equal_players(key, odds).formats
    entrants = np.tile(np.arange(len(odds)), (MANY, 1))
    champions = play_finals(format_, entrants, luck_of_equal_players()).champions
    for seed, chance in odds.items():
        check_within_four_errors((champions == seed).mean(), float(chance), MANY)


@every("entry", ORACLE)
def test_ten_thousand_finals_of_equal_players_of_each_system(entry):
    check_ten_thousand_finals(entry["key"], win_odds(entry))


def test_ten_thousand_double_eliminations_of_equal_players():
    check_ten_thousand_finals("double", exact_odds(build_table("double", 8)).win)


def test_finals_between_different_players_follow_the_odds_by_rating():
    plan = make_plan(2, {"rulebook": "chess", "cut": 2}, ratings={"list": [2100, 2000]})
    events = 1_000
    played = play(plan, events=events)
    strongest = played.ratings.argmax(axis=1)
    champions = played.finals.entrants[range(events), played.finals.champions - 1]
    chance = float(exact_odds(build_table("single", 2), odds_from_ratings([2100, 2000])).win[1])
    check_within_four_errors((champions == strongest).mean(), chance, events)


def test_finals_have_a_best_of_of_their_own():
    plan = make_plan(2, {"best_of": 1, "cut": 2, "finals_best_of": 7}, ratings={"list": [100, 0]})
    chance = float(win_chance(7, np.array(100), np.array(0)))
    check_within_four_errors(answer(plan, 1_000)["measures"]["best_wins"]["mean"], chance, 1_000)
    assert chance > 0.75


@every("rounds", [3, 4, 5])
def test_of_two_to_the_k_players_exactly_one_is_unbeaten_after_k_rounds(rounds):
    for extra in ({}, {"pairing": "fold"}):
        plan = make_plan(2**rounds, {"rulebook": "hct-2017", "rounds": rounds, **extra}, ratings=EQUAL)
        played = play(plan, events=20)
        assert ((played.outcomes == WON).all(axis=2).sum(axis=1) == 1).all()


@every("difference", [0, 120, 400])
def test_two_players_meet_with_elos_chances(difference):
    ratings = {"list": [1500 + difference, 1500]}
    plan = make_plan(2, {"rulebook": "chess", "rounds": 1, "best_of": 1}, ratings=ratings)
    chance, events = 1 / (1 + 10 ** (-difference / 400)), 1_000
    if difference == 0:
        assert answer(plan, 10)["measures"]["best_wins"] is None
    else:
        check_within_four_errors(answer(plan, events)["measures"]["best_wins"]["mean"], chance, events)


@every("best_of, games", [(3, 0.6), (5, 0.6), (2, 0.6)])
def test_a_match_is_won_by_its_best_of(best_of, games):
    difference = 70.4365036  # for a game chance of 0.6
    plan = make_plan(
        2, {"rulebook": "magic", "rounds": 1, "best_of": best_of}, ratings={"list": [difference, 0]}
    )
    p, q, events = games, 1 - games, 1_000
    chance = {2: p**2 + p * q, 3: p**2 + 2 * p**2 * q, 5: p**3 * (1 + 3 * q + 6 * q**2)}[best_of]
    # After a 1-1 both share the title.
    share = answer(plan, events)["measures"]["best_wins"]["mean"]
    check_within_four_errors(share, chance, events)


def test_the_plan_s_share_of_matches_is_drawn():
    plan = make_plan(64, {"rounds": 5}, ratings={"spread": 300}, draws=0.15)
    draws = play(plan, events=25).outcomes == 1
    check_within_four_errors(draws.mean(), 0.15, draws.size / 2)
    without = make_plan(64, {"rulebook": "hct-2017", "rounds": 5}, draws=0.15)
    assert not (play(without, events=5).outcomes == 1).any()


def test_an_entrant_who_is_5000_points_stronger_always_wins():
    ratings = {"list": [6500, *range(1400, 1500, 5), 1500]}
    formats = [{"cut": 8, "finals": key} for key in ("single", "double", "mcintyre8", "stepladder8")]
    for summary in simulate(make_plan(22, {}, *formats, ratings=ratings), 40, 1)["formats"]:
        measures = summary["measures"]
        assert measures["best_wins"]["mean"] == measures["champion_rank"]["mean"] == 1
        assert measures["comebacks"]["mean"] == 0
