"""Finals of pods: seats, odds, estimates, comparison."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.rules.finals.enumeration import by_rate, enumerate_odds
from tests.rules.finals.oracle import MIXED
from tests.support.case_tables import every
from tests.support.repetitions import count
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import (
    FINALS,
    build_table,
    compare_system,
    estimate_odds,
    has_exact_odds,
    odds_from_ratings,
)
from tournaments.rules.finals.odds.dead_rubbers import dead_rubbers
from tournaments.rules.finals.odds.exact import exact_odds
from tournaments.rules.finals.odds.match_odds import PAIR_PARTS

SIZES = {"pods4": 4, "pods7": 7, "pods10": 10, "pods13": 13, "pods16": 16, "pods16-snake": 16, "pods40": 40}
PODS = {key: build_table(key, size) for key, size in SIZES.items()}


def seats(finals, round_):
    return [
        tuple(int(side[1:]) if side[0] == "S" else side for side in slot.sides)
        for slot in finals.matches
        if slot.round == round_
    ]


def test_top_ten():
    assert seats(PODS["pods10"], 1) == [(3, 6, 7, 10), (4, 5, 8, 9)]
    assert seats(PODS["pods10"], 2) == [(1, 2, "W:A", "W:B")]


def test_both_layouts_of_the_top_sixteen():
    assert seats(PODS["pods16"], 1) == [(1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16)]
    assert seats(PODS["pods16-snake"], 1) == [(1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)]


def test_top_forty():
    first = seats(PODS["pods40"], 1)
    assert (first[0], first[7]) == ((9, 24, 25, 40), (16, 17, 32, 33))
    assert seats(PODS["pods40"], 2)[0] == (1, 8, "W:A", "W:H")


@every("key", PODS)
def test_pods_have_four_seats_and_each_seed_enters_once(key):
    slots = PODS[key].matches
    assert {len(slot.sides) for slot in slots} == {4}
    entering = [side for slot in slots for side in slot.sides if side[0] == "S"]
    assert sorted(entering) == sorted(f"S{seed}" for seed in range(1, SIZES[key] + 1))


def test_names_of_pods():
    names = [str(slot.name) for slot in PODS["pods40"].matches]
    assert names[4:6] == ["pod E", "pod F"] and names[-2:] == ["semi-final pod 4", "final pod"]
    assert str(PODS["pods40"].side_label("W:SF4")) == "winner of semi-final 4"


@every("key", PODS)
def test_even_odds_of_pods(key):
    result = exact_odds(PODS[key])
    for seed, chance in result.win.items():
        first = next(number for number, here in result.rounds[seed].items() if here)
        assert chance == Fraction(1, 4 ** (PODS[key].rounds + 1 - first))


@settings(max_examples=count(8, 25), deadline=None)
@given(st.sampled_from([key for key in PODS if key != "pods40"]), st.fractions("1/20", 1, max_denominator=20))
def test_odds_of_pods_equal_every_combination_played_out(key, rate):
    assert exact_odds(PODS[key], rate) == enumerate_odds(PODS[key], by_rate(rate))


@settings(max_examples=count(4, 12), deadline=None)
@given(st.fractions("1/20", 1, max_denominator=20))
def test_odds_of_a_mixed_table_equal_every_combination_played_out(rate):
    assert exact_odds(MIXED, rate) == enumerate_odds(MIXED, by_rate(rate))


def test_odds_after_some_results_and_seats():
    results, seated = {"A": (7, 3, 6, 10)}, {"B": (4, 8, 9)}
    finals, rate = PODS["pods10"], Fraction(3, 5)
    result = exact_odds(finals, rate, results, seated)
    assert result == enumerate_odds(finals, by_rate(rate), results, seated)
    assert result.win[5] == result.win[3] == 0
    assert result.rounds[5][1] == 0, "who has left does not play"
    mixed = {"QF1": (1, 4), "A": (6, 5, 7, 8, 9)}, {"B": (3, 6)}
    assert exact_odds(MIXED, rate, {**mixed[0], "QF2": (2, 3)}, mixed[1]).win[4] == 0


def test_odds_of_the_top_forty_are_the_mean_of_those_after_its_first_pod():
    finals, rate = PODS["pods40"], Fraction(3, 5)
    before, pod = exact_odds(finals, rate).win, (9, 24, 25, 40)
    mean = dict.fromkeys(before, Fraction(0))
    for winner in pod:
        end = winner, *(seed for seed in pod if seed != winner)
        for seed, chance in exact_odds(finals, rate, {"A": end}).win.items():
            mean[seed] += by_rate(rate)(*end) * chance
    assert mean == before


@every("finals", [*PODS.values(), MIXED])
def test_seed_1_is_champion_if_the_better_seed_always_wins(finals):
    assert exact_odds(finals, 1).win[1] == 1
    assert exact_odds(finals, 0).win[finals.size] == 1
    assert exact_odds(finals, 1).impossible_finals == exact_odds(finals).impossible_finals


def test_impossible_finals_are_pairs_of_one_pod():
    impossible = set(exact_odds(PODS["pods10"]).impossible_finals)
    assert impossible == {pair for pod in seats(PODS["pods10"], 1) for pair in combinations(pod, 2)}


@settings(max_examples=count(3, 8), deadline=None)
@given(st.lists(st.none() | st.integers(1000, 2200), min_size=11, max_size=11))
def test_odds_by_rating_in_pods(ratings):
    assume(any(ratings))
    known = [rating for rating in ratings if rating]
    full = [rating or sum(known) / len(known) for rating in ratings]

    def chance(winner, *others):
        if len(others) == 1 and finals == MIXED:
            (other,) = others
            return chances.pair_parts[winner - 1][other - 1] / PAIR_PARTS
        strong = [10 ** (full[seed - 1] / 400) for seed in (winner, *others)]
        return strong[0] / sum(strong)

    chances = odds_from_ratings(ratings)
    for finals in (PODS["pods10"], MIXED):
        slow = enumerate_odds(finals, chance)
        assert exact_odds(finals, chances).win == pytest.approx(slow.win, abs=2e-4)
        assert sum(exact_odds(finals, chances).win.values()) == 1


def test_without_ratings_a_pod_of_three_is_even():
    three = build_table({"matches": [[1, "FP", "S1", "S2", "S3"]]}, 3)
    assert set(exact_odds(three, odds_from_ratings([None] * 3)).win.values()) == {Fraction(1, 3)}


@every("rate", [Fraction(3, 5), odds_from_ratings([1500 + 40 * seed for seed in range(11)])])
@every("finals", [PODS["pods10"], MIXED])
def test_estimates_of_pods_lie_within_four_errors_of_the_exact_odds(finals, rate):
    right, result = exact_odds(finals, rate), estimate_odds(finals, rate)
    for seed, rounds in right.rounds.items():
        assert abs(result.win[seed] - right.win[seed]) <= 4 * result.error(float(right.win[seed]))
        for number, chance in rounds.items():
            assert abs(result.rounds[seed][number] - chance) <= 4 * result.error(float(chance))


def test_many_ranked_pods_are_estimated():
    pods = [[1, f"P{n}", *(f"S{4 * n + k}" for k in range(1, 5))] for n in range(10)]
    ids = ",".join(row[1] for row in pods)
    ranks = [f"RW:{ids}:{k}" for k in range(1, 11)]
    semis = [[2, "SF1", *ranks[:5]], [2, "SF2", *ranks[5:]], [3, "F", "W:SF1", "W:SF2"]]
    finals = build_table({"matches": [*pods, *semis]}, 40)
    assert not has_exact_odds(finals)
    assert has_exact_odds(finals, {row[1]: tuple(int(side[1:]) for side in row[2:]) for row in pods})
    assert sum(estimate_odds(finals).win.values()) == pytest.approx(1)


def test_pods_with_many_combinations_are_estimated_by_rating():
    first = [[1, f"P{n}", *(f"S{5 * n + k}" for k in range(1, 6))] for n in range(12)]
    winners = [f"W:{row[1]}" for row in first]
    semis = [[2, f"SF{n}", *winners[3 * n : 3 * n + 3]] for n in range(4)]
    finals = build_table({"matches": [*first, *semis, [3, "FP", *(f"W:SF{n}" for n in range(4))]]}, 60)
    ratings = odds_from_ratings([1500 + seed for seed in range(60)])
    assert has_exact_odds(finals) and not has_exact_odds(finals, rate=ratings)
    assert has_exact_odds(PODS["pods40"], rate=ratings)


def test_comparison_of_a_table_with_pods():
    result = compare_system("pods10", 10)
    assert (result.matches, result.rounds, result.dead_rubbers) == (3, 2, ())
    assert [seed.first_round for seed in result.seeds] == [2, 2, *[1] * 8]
    assert {(seed.lives, seed.saved) for seed in result.seeds} == {(0, 0)}
    assert dead_rubbers(MIXED) is not None


@every("key", [key for key in FINALS if key.startswith("pods")])
def test_pods_have_no_match_for_third_place(key):
    with pytest.raises(RuleViolation, match="can’t have a third-place match"):
        build_table(key, SIZES[key], third_place=True)
