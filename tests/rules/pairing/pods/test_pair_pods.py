"""Whole events of pods: sizes, meetings, byes, seats, and the same draw again."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.pairing.invented_events import EVENTS
from tests.rules.pairing.pods.invented_pods import firsts, played
from tests.support.case_tables import every
from tests.support.repetitions import count
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import BOUND, EXACT, SEARCH
from tournaments.rules.pairing import BY_STANDING, FOLD, RANDOM, Constraints, Entrant
from tournaments.rules.pairing.pods import BYES, POD_SIZES, pair_pods, seats_per_pod

METHODS = (RANDOM, BY_STANDING)
# The long runs look at bigger fields and more rounds.
LONG = EVENTS > 20


def entrants(count, points=0):
    return [Entrant(f"p{number}", points, 1, order=number) for number in range(count)]


def draw_pods(count, **kwargs):
    return pair_pods(
        entrants(count), kwargs.pop("met", ()), **{"method": RANDOM, "seed": "s", "round_number": 1} | kwargs
    )


@given(
    size=st.integers(5, 200 if LONG else 30),
    rounds=st.integers(1, 8 if LONG else 3),
    sizes=st.sampled_from(POD_SIZES),
    method=st.sampled_from(METHODS),
    seed=st.integers(0, 999),
)
def test_everybody_sits_once_with_drops_and_late_entries(size, rounds, sizes, method, seed):
    for entrants, kwargs, pods in played(size, rounds, method, seed, sizes=sizes, drops=0.1, late=1):
        seated = [player for table in pods.tables for player in table]
        assert sorted([*seated, *pods.byes]) == sorted(e.player for e in entrants)
        assert sorted(map(len, pods.tables)) == sorted(seats_per_pod(len(entrants), sizes))
        times = Counter(map(frozenset, kwargs["met"]))
        pairs = [frozenset(pair) for table in pods.tables for pair in combinations(table, 2)]
        assert pods.rematches == sum(times[pair] > 0 for pair in pairs)
        group = {points: at for at, points in enumerate(sorted({e.points for e in entrants}, reverse=True))}
        groups = {e.player: group[e.points] for e in entrants}
        assert pods.gap == sum((groups[a] - groups[b]) ** 2 for a, b in pairs)
        assert pods.pair_downs == sum(len({groups[one] for one in table}) > 1 for table in pods.tables)
        assert set(pods.why) == {e.player for e in entrants}
        assert all(str(why) for why in pods.why.values())


@pytest.mark.parametrize(
    ("size", "method"),
    [(5, RANDOM), (21, BY_STANDING), (64, RANDOM), (200, BY_STANDING)][: count(2, 4)],
)
def test_an_event_of_eight_rounds_with_drops(size, method):
    for entrants, kwargs, pods in played(size, 8, method, 5, drops=0.02, late=1 if size < 60 else 0):
        assert sorted(map(len, pods.tables)) == sorted(seats_per_pod(len(entrants)))
        if size >= 64 and kwargs["round_number"] <= 6:
            assert not pods.rematches


@every("seed", range(max(1, EVENTS // 10)))
def test_at_64_players_and_6_rounds_no_pair_meets_twice(seed):
    rounds = [pods for _entrants, _kwargs, pods in played(64, 6, BY_STANDING, seed)]
    assert [pods.rematches for pods in rounds] == [0] * 6


@pytest.mark.parametrize("size", [9, 10, 11, 14, 23])
def test_byes_rotate(size):
    for entrants, _kwargs, pods in played(size, 6, RANDOM, 2, sizes=BYES):
        had = {e.player: e.byes for e in entrants}
        assert len(pods.byes) == size % 4
        most = max(had[player] for player in pods.byes)
        assert all(had[player] >= most for player in had.keys() - set(pods.byes))


def test_the_bye_goes_to_the_lowest_ranked_player_with_the_fewest():
    field = [Entrant(f"p{n}", 10 - n, n + 1, byes=int(n == 8), order=n) for n in range(9)]
    pods_round = pair_pods(field, (), method=BY_STANDING, seed="s", round_number=2, sizes=BYES)
    assert pods_round.byes == ("p7",)
    assert str(pods_round.why["p7"]) == (
        "Bye: 1 left over after pods of four; lowest-ranked of the players with the fewest byes (0)"
    )


@pytest.mark.parametrize("size", [8, 12, 21, 48][: count(2, 4)])
@pytest.mark.parametrize("seed", range(max(1, EVENTS // 20)))
def test_first_seats_go_to_players_who_had_the_fewest(size, seed):
    for _entrants, kwargs, pods in played(size, 7, RANDOM, seed, drops=0.03):
        for table in pods.tables:
            assert firsts(kwargs["past_seats"], table[0]) == min(
                firsts(kwargs["past_seats"], one) for one in table
            )


@pytest.mark.slow
def test_first_seats_rotate_over_the_event():
    *_rounds, (_entrants, kwargs, pods) = played(64, 5, RANDOM, 1)
    past_seats = kwargs["past_seats"]
    assert {firsts(past_seats, player) for player in past_seats} <= {0, 1, 2}
    assert sum(firsts(past_seats, player) == 0 for player in past_seats) <= 8
    assert sum(firsts(past_seats, table[0]) > 0 for table in pods.tables) <= 14


def test_seats_compensate_past_average_seats():
    past_seats = {"p0": ((1, 4),), "p1": ((2, 4),), "p2": ((4, 4),), "p3": ((3, 3), (1, 4))}
    pods_round = draw_pods(4, past_seats=past_seats)
    assert pods_round.tables == (("p2", "p3", "p1", "p0"),)


@pytest.mark.parametrize(("size", "method"), [*product([7, 12, 21, 70], METHODS)][:: count(3, 1)])
def test_the_order_of_players_and_meetings_does_not_change_the_draw(method, size):
    shuffle = Random(size).shuffle
    *_rounds, (entrants, kwargs, pods) = played(size, 3, method, 7)
    met = [tuple(reversed(pair)) for pair in kwargs["met"]]
    shuffle(entrants)
    shuffle(met)
    assert pair_pods(entrants, **{**kwargs, "met": met}).tables == pods.tables


def test_another_seed_draws_another_round():
    assert draw_pods(24, seed="a").tables != draw_pods(24, seed="b").tables


WRITTEN_DOWN = (
    (9, "p5-p0-p8 p6-p1-p4 p7-p3-p2", EXACT),
    (14, "p10-p12-p1 p13-p6-p4-p3 p9-p8-p2 p11-p7-p5-p0", SEARCH),
)


@every(("size", "tables", "proof"), WRITTEN_DOWN)
def test_a_draw_is_the_same_on_every_machine(size, tables, proof):
    *_rounds, (_entrants, _kwargs, pods) = played(size, 3, RANDOM, 0)
    assert (" ".join("-".join(table) for table in pods.tables), pods.proof) == (tables, proof)


@pytest.mark.slow
def test_forbidden_pairs_sit_apart_and_wished_ones_together():
    constraints = Constraints(forbidden=(("p0", "p1"), ("p2", "p3")), wished=(("p4", "p5"), ("p6", "absent")))
    for seed in range(max(1, EVENTS // 20)):
        for _entrants, _met, pods in played(17, 4, RANDOM, seed, constraints=constraints):
            at = {player: number for number, table in enumerate(pods.tables) for player in table}
            assert at["p0"] != at["p1"]
            assert at["p2"] != at["p3"]
            assert at["p4"] == at["p5"]
            assert "p" in str(pods.why["p4"])
            assert "requested by the organiser" in str(pods.why["p4"])


def test_a_wished_pair_is_not_separated_by_a_bye():
    constraints = Constraints(wished=(("p0", "p8"),))
    field = [replace(one, points=-n, rank=n + 1) for n, one in enumerate(entrants(9))]
    pods_round = pair_pods(
        field, (), method=RANDOM, seed="s", round_number=2, sizes=BYES, constraints=constraints
    )
    assert pods_round.byes == ("p7",)


@pytest.mark.slow
def test_a_wished_pair_sits_together_in_a_field_of_hundreds():
    field = [replace(one, points=-n // 4, rank=n + 1) for n, one in enumerate(entrants(600))]
    constraints = Constraints(wished=tuple((f"p{n}", f"p{599 - n}") for n in range(0, 300, 7)))
    pods_round = pair_pods(field, (), method=RANDOM, seed="s", round_number=2, constraints=constraints)
    at = {player: number for number, table in enumerate(pods_round.tables) for player in table}
    assert all(at[one] == at[two] for one, two in constraints.wished)


def test_clubs_sit_apart_if_possible():
    constraints = Constraints(apart=(tuple(f"p{n}" for n in range(4)), tuple(f"p{n}" for n in range(4, 9))))
    pods_round = draw_pods(16, constraints=constraints)
    assert pods_round.apart == 1
    assert pods_round.proof == SEARCH
    assert sum("should be kept apart" in str(pods_round.why[table[0]]) for table in pods_round.tables) == 1


def test_an_unavoidable_forbidden_pair_is_refused_or_seated_by_exception():
    constraints = Constraints(forbidden=(("p0", "p1"),))
    with pytest.raises(RuleViolation) as refused:
        draw_pods(4, constraints=constraints)
    assert str(refused.value) == (
        "No pods of these 4 players keep p0 – p1 apart. Allow them to meet this round."
    )
    assert refused.value.params["rematches"] == ()
    assert len(draw_pods(4, constraints=constraints, exceptions=True).tables) == 1


def test_a_wish_for_a_forbidden_pair_is_refused():
    constraints = Constraints(forbidden=(("p0", "p1"),), wished=(("p0", "p1"),))
    with pytest.raises(RuleViolation, match=r"include the requested p0 – p1\. Remove that request"):
        draw_pods(8, constraints=constraints)


def test_several_broken_constraints_are_named_together():
    constraints = Constraints(
        forbidden=(("p0", "p1"), *((f"p{n}", "p5") for n in range(5))), wished=(("p5", "p0"), ("p0", "p1"))
    )
    with pytest.raises(RuleViolation) as refused:
        draw_pods(6, constraints=constraints)
    assert str(refused.value).startswith("These 6 players can’t be paired with all restrictions. The best")
    assert "leaves out requested pairings: p0 – p1." in str(refused.value)


def test_fold_is_refused():
    with pytest.raises(RuleViolation, match="Fold pairing is for two-player tables"):
        draw_pods(8, method=FOLD)


def test_an_optimal_round_is_proven_by_the_bound():
    *_rounds, (_entrants, _kwargs, second) = played(64, 2, RANDOM, 1)
    assert (second.rematches, second.gap, second.proof, second.weighed) == (0, 0, BOUND, 0)


def test_current_tables_are_kept_if_possible():
    *_rounds, (entrants, kwargs, pods) = played(32, 3, RANDOM, 3)
    leaves = pods.tables[2][0]
    left = [e for e in entrants if e.player != leaves]
    repaired = pair_pods(left, **kwargs, current_tables=pods.tables)
    fresh = pair_pods(left, **kwargs)
    assert (repaired.rematches, repaired.gap) <= (fresh.rematches, fresh.gap)
    unchanged = {frozenset(table) for table in repaired.tables} & {frozenset(table) for table in pods.tables}
    assert len(unchanged) >= 4
