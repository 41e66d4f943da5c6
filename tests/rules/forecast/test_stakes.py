"""Stakes compared with every possible end of small events."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.case_tables import every
from tests.support.forecasts import race, races, seatings
from tests.support.repetitions import count
from tournaments.rules.forecast.bounds import CutPlaces, max_reaching, min_reaching
from tournaments.rules.forecast.stakes import CAN, IN, NEEDS, OUT, calculate_stakes


@st.composite
def cuts(draw):
    most_ = draw(st.integers(1, 4))
    floor = draw(st.sampled_from((float("-inf"), float("-inf"), 1, 3, 4)))
    least = draw(st.sampled_from((0, 0, 1, 2)))
    return CutPlaces(most_, floor, min(least, most_))


def played(has, tables, alone, race):
    for outcome in product(*(race.results_by_size[len(table)] for table in tables)):
        after = dict(has)
        for table, gained in zip(tables, outcome, strict=True):
            for player, points in zip(table, gained, strict=True):
                if player in after:
                    after[player] += points
        for player in alone:
            after[player] += race.bye_points
        yield tuple(sorted(after.items()))


def endings(race):
    """Return every possible {player: points} at the end, over all results and future pairings."""
    ends = set(played(race.points, race.open_tables, [], race))
    for _round in range(race.rounds):
        ends = {
            after
            for before in ends
            for tables, alone in seatings(race)
            for after in played(dict(before), tables, alone, race)
        }
    return [dict(end) for end in ends]


def advances(end, player, places, tied):
    """Return whether the player makes the cut; `tied`: players with equal points rank before (or after)."""
    own = end[player]
    rank = sum(points > own or (tied and points == own) for one, points in end.items() if one != player)
    return (own >= places.min_points and rank < places.limit) or rank < places.guaranteed


@given(races(), cuts())
def test_stakes_hold_for_all_results_and_pairings(race, places):
    all_stakes, ends = calculate_stakes(race, places), endings(race)
    for player, stake in all_stakes.items():
        for end in ends:
            gained = end[player] - race.points[player]
            if stake.state == IN or (stake.state == NEEDS and gained >= stake.points_needed):
                assert advances(end, player, places, tied=True)
            if stake.state == OUT:
                assert not advances(end, player, places, tied=False)


@given(races(rounds=0), cuts())
def test_stakes_are_exact_in_the_last_round(race, places):
    all_stakes, ends = calculate_stakes(race, places), endings(race)
    for player, stake in all_stakes.items():
        good = [advances(end, player, places, tied=True) for end in ends]
        assert (stake.state == IN) == all(good)
        if stake.state != OUT:
            assert any(advances(end, player, places, tied=False) for end in ends)
        if stake.state in (NEEDS, CAN):
            gains = [end[player] - race.points[player] for end in ends]
            short = [gain for gain in gains if stake.state == CAN or gain < stake.points_needed]
            assert max(gain for gain, is_in in zip(gains, good, strict=True) if not is_in) == max(short)


@pytest.mark.slow
@settings(max_examples=count(5, 15))
@given(races(rounds=2), cuts())
def test_stakes_hold_for_two_unpaired_rounds(race, places):
    test_stakes_hold_for_all_results_and_pairings.hypothesis.inner_test(race, places)


@given(races(), st.integers(0, 9))
def test_bounds_hold_for_all_ends(race, target):
    counts = {sum(points >= target for points in end.values()) for end in endings(race)}
    assert min_reaching(race, target) <= min(counts)
    assert max(counts) <= max_reaching(race, target)


def test_opponents_cannot_both_win_in_the_last_round():
    now = race({"a": 9, "b": 7, "c": 7, "d": 3}, (("b", "c"), ("a", "d")))
    assert {player: one.state for player, one in calculate_stakes(now, CutPlaces(2)).items()} == {
        **{"a": IN, "b": NEEDS, "c": NEEDS, "d": OUT},
    }
    assert calculate_stakes(now, CutPlaces(2))["b"].points_needed == 3


def test_supply_of_wins_limits_unpaired_rounds():
    # Six of them: five others could each win, but three tables give three wins; the leader takes none.
    now = race({"a": 3, "b": 0, "c": 0, "d": 0, "e": 0, "f": 0}, rounds=1)
    assert calculate_stakes(now, CutPlaces(4))["a"].state == IN
    assert calculate_stakes(now, CutPlaces(3))["a"].state == NEEDS


def test_a_draw_can_be_enough():
    now = race({"a": 12, "b": 12, "c": 9, "d": 9, "e": 9, "f": 9}, (("a", "b"), ("c", "d"), ("e", "f")))
    assert [calculate_stakes(now, CutPlaces(4))[player].points_needed for player in "ab"] == [0, 0]
    assert [calculate_stakes(now, CutPlaces(2))[player].points_needed for player in "ab"] == [1, 1]


@every(("floor", "state"), [(10, NEEDS), (9, IN), (13, OUT)])
def test_cut_by_minimum_points(floor, state):
    now = race({"a": 9, "b": 9}, (("a", "b"),))
    assert calculate_stakes(now, CutPlaces(min_points=floor))["a"].state == state
