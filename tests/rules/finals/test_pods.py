"""Finals of pods: who sits where, the chances in them, who goes on after a draw, who is placed where."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.case_tables import every
from tests.repetitions import count
from tests.rules.finals.every_way import by_rate, every_way
from tests.rules.finals.oracle import MIXED
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import FINALS, compared, dead_rubbers, estimated, has_exact_odds, rated, table
from tournaments.rules.finals.odds.exact import exact_odds

SIZES = {"pods4": 4, "pods7": 7, "pods10": 10, "pods13": 13, "pods16": 16, "pods16-snake": 16, "pods40": 40}
PODS = {key: table(key, size) for key, size in SIZES.items()}


def seats(finals, round_):
    return [
        tuple(int(side[1:]) if side[0] == "S" else side for side in slot.sides)
        for slot in finals.matches
        if slot.round == round_
    ]


def test_the_top_ten_waits_for_two_winners():
    assert seats(PODS["pods10"], 1) == [(3, 6, 7, 10), (4, 5, 8, 9)]
    assert seats(PODS["pods10"], 2) == [(1, 2, "W:A", "W:B")]


def test_both_layouts_of_the_top_sixteen_are_as_published():
    assert seats(PODS["pods16"], 1) == [(1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16)]
    assert seats(PODS["pods16-snake"], 1) == [(1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)]


def test_eight_of_the_top_forty_wait_for_eight_winners():
    first = seats(PODS["pods40"], 1)
    assert (first[0], first[7]) == ((9, 24, 25, 40), (16, 17, 32, 33))
    assert seats(PODS["pods40"], 2)[0] == (1, 8, "W:A", "W:H")


@every("key", PODS)
def test_four_sit_in_every_pod_and_each_seed_enters_once(key):
    slots = PODS[key].matches
    assert {len(slot.sides) for slot in slots} == {4}
    entering = [side for slot in slots for side in slot.sides if side[0] == "S"]
    assert sorted(entering) == sorted(f"S{seed}" for seed in range(1, SIZES[key] + 1))


def test_pods_are_named_so():
    names = [str(slot.name) for slot in PODS["pods40"].matches]
    assert names[4:6] == ["pod E", "pod F"] and names[-2:] == ["semi-final pod 4", "final pod"]
    assert str(PODS["pods40"].side_words("W:SF4")) == "winner of semi-final 4"


@every("key", PODS)
def test_with_every_match_even_a_seed_wins_once_in_four_for_each_pod_that_it_plays(key):
    result = exact_odds(PODS[key])
    for seed, chance in result.win.items():
        first = next(number for number, here in result.rounds[seed].items() if here)
        assert chance == Fraction(1, 4 ** (PODS[key].rounds + 1 - first))


@settings(max_examples=count(8, 25), deadline=None)
@given(st.sampled_from([key for key in PODS if key != "pods40"]), st.fractions("1/20", 1, max_denominator=20))
def test_odds_of_pods_are_those_of_every_way_played_out(key, rate):
    assert exact_odds(PODS[key], rate) == every_way(PODS[key], by_rate(rate))


@settings(max_examples=count(4, 12), deadline=None)
@given(st.fractions("1/20", 1, max_denominator=20))
def test_pods_and_second_chances_in_one_table_are_counted_as_played_out(rate):
    assert exact_odds(MIXED, rate) == every_way(MIXED, by_rate(rate))


def test_from_the_results_and_the_seats_so_far_only_what_is_left_counts():
    results, seated = {"A": (7, 3, 6, 10)}, {"B": (4, 8, 9)}
    finals, rate = PODS["pods10"], Fraction(3, 5)
    result = exact_odds(finals, rate, results, seated)
    assert result == every_way(finals, by_rate(rate), results, seated)
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
def test_a_better_seed_who_always_wins_makes_seed_1_champion_and_never_the_last(finals):
    assert exact_odds(finals, 1).win[1] == 1
    assert exact_odds(finals, 0).win[finals.size] == 1
    assert exact_odds(finals, 1).impossible_finals == exact_odds(finals).impossible_finals


def test_two_of_one_pod_never_meet_in_the_final_pod_and_all_others_can():
    impossible = set(exact_odds(PODS["pods10"]).impossible_finals)
    assert impossible == {pair for pod in seats(PODS["pods10"], 1) for pair in combinations(pod, 2)}


@settings(max_examples=count(3, 8), deadline=None)
@given(st.lists(st.none() | st.integers(1000, 2200), min_size=11, max_size=11))
def test_by_rating_four_hundred_points_are_ten_to_one_in_a_pod_too(ratings):
    assume(any(ratings))
    known = [rating for rating in ratings if rating]
    full = [rating or sum(known) / len(known) for rating in ratings]

    def chance(winner, *others):
        if len(others) == 1 and finals == MIXED:
            (other,) = others
            return chances.ups[winner - 1][other - 1] / chances.whole
        strong = [10 ** (full[seed - 1] / 400) for seed in (winner, *others)]
        return strong[0] / sum(strong)

    chances = rated(ratings)
    for finals in (PODS["pods10"], MIXED):
        slow = every_way(finals, chance)
        assert exact_odds(finals, chances).win == pytest.approx(slow.win, abs=2e-4)
        assert sum(exact_odds(finals, chances).win.values()) == 1


def test_without_ratings_a_pod_of_three_is_even():
    three = table({"matches": [[1, "FP", "S1", "S2", "S3"]]}, 3)
    assert set(exact_odds(three, rated([None] * 3)).win.values()) == {Fraction(1, 3)}


@every("rate", [Fraction(3, 5), rated([1500 + 40 * seed for seed in range(11)])])
@every("finals", [PODS["pods10"], MIXED])
def test_estimates_of_pods_lie_within_four_errors_of_the_exact_odds(finals, rate):
    right, result = exact_odds(finals, rate), estimated(finals, rate)
    for seed, rounds in right.rounds.items():
        assert abs(result.win[seed] - right.win[seed]) <= 4 * result.error(float(right.win[seed]))
        for number, chance in rounds.items():
            assert abs(result.rounds[seed][number] - chance) <= 4 * result.error(float(chance))


def test_too_many_pods_that_are_ranked_are_estimated():
    pods = [[1, f"P{n}", *(f"S{4 * n + k}" for k in range(1, 5))] for n in range(10)]
    ids = ",".join(row[1] for row in pods)
    ranks = [f"RW:{ids}:{k}" for k in range(1, 11)]
    semis = [[2, "SF1", *ranks[:5]], [2, "SF2", *ranks[5:]], [3, "F", "W:SF1", "W:SF2"]]
    finals = table({"matches": [*pods, *semis]}, 40)
    assert not has_exact_odds(finals)
    assert has_exact_odds(finals, {row[1]: tuple(int(side[1:]) for side in row[2:]) for row in pods})
    assert sum(estimated(finals).win.values()) == pytest.approx(1)


def test_by_rating_a_pod_that_can_be_filled_in_too_many_ways_is_estimated():
    first = [[1, f"P{n}", *(f"S{5 * n + k}" for k in range(1, 6))] for n in range(12)]
    winners = [f"W:{row[1]}" for row in first]
    semis = [[2, f"SF{n}", *winners[3 * n : 3 * n + 3]] for n in range(4)]
    finals = table({"matches": [*first, *semis, [3, "FP", *(f"W:SF{n}" for n in range(4))]]}, 60)
    ratings = rated([1500 + seed for seed in range(60)])
    assert has_exact_odds(finals) and not has_exact_odds(finals, rate=ratings)
    assert has_exact_odds(PODS["pods40"], rate=ratings)


def test_a_table_with_pods_is_compared_like_any_other():
    result = compared("pods10", 10)
    assert (result.matches, result.rounds, result.dead_rubbers) == (3, 2, ())
    assert [seed.first_round for seed in result.seeds] == [2, 2, *[1] * 8]
    assert {(seed.lives, seed.saved) for seed in result.seeds} == {(0, 0)}
    assert dead_rubbers(MIXED) is not None


@every("key", [key for key in FINALS if key.startswith("pods")])
def test_no_match_for_third_place_is_played_beside_pods(key):
    with pytest.raises(RuleViolation, match="has no match for third place"):
        table(key, SIZES[key], third_place=True)
