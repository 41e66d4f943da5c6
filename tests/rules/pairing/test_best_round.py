"""The best round, compared with an enumeration of all rounds."""

from itertools import product
from random import Random

import pytest
from hypothesis import given

from tests.rules.pairing.invented_events import EVENTS, played
from tests.support.case_tables import every
from tests.support.pairing_cases import as_entrants, every_round, round_cost, situations
from tournaments.rules.errors import RuleViolation
from tournaments.rules.pairing import Entrant, pair_swiss
from tournaments.rules.pairing.field import METHODS, build_field
from tournaments.rules.pairing.search.best_round import (
    MAX_FIELD_SIZE,
    best_round,
    exact_round,
    rounds_in_order,
)
from tournaments.rules.pairing.search.matching import odd_prefix_bound, relaxed_bound


@pytest.mark.parametrize("method", METHODS)
@given(situation=situations())
def test_no_possible_round_is_better(method, situation):
    entrants, met = situation
    by_order = method != "random"
    least = min(round_cost(tables, bye, met, by_order) for tables, bye in every_round(entrants))
    options = {"method": method, "seed": "s", "round_number": 2}
    if least[0]:
        with pytest.raises(RuleViolation, match="Allow rematches"):
            pair_swiss(entrants, met, **options)
        pairing = pair_swiss(entrants, met, allow_rematches=True, **options)
        assert pairing.rematches == least[0] == round_cost(*as_entrants(pairing, entrants), met, by_order)[0]
        return
    pairing = pair_swiss(entrants, met, **options)
    assert round_cost(*as_entrants(pairing, entrants), met, by_order) == least
    assert (pairing.rematches, pairing.gap, pairing.ahead) == (0, least[2], False)
    points = {e.player: e.points for e in entrants}
    assert pairing.pair_downs == sum(points[a] != points[b] for a, b in pairing.tables)


@given(situation=situations())
def test_by_standing_is_nearest_to_neighbours_among_equally_good_rounds(situation):
    entrants, met = situation
    entrants = entrants[: len(entrants) // 2 * 2]
    place = {e: at for at, e in enumerate(sorted(entrants, key=lambda e: (-e.points, e.order)))}

    def far(tables):
        return sum((place[a] - place[b]) ** 2 for a, b in tables)

    costs = [(round_cost(tables, bye, met, True), far(tables)) for tables, bye in every_round(entrants)]
    if min(costs)[0][0]:
        return
    pairing = pair_swiss(entrants, met, method="by_standing", seed="s", round_number=2)
    assert far(as_entrants(pairing, entrants)[0]) == min(costs)[1]


@given(situation=situations())
def test_fold_is_nearest_to_the_ideal_among_equally_good_rounds(situation):
    entrants, met = situation
    entrants = [Entrant(e.player, 3, 1, 0, e.order) for e in entrants[: len(entrants) // 2 * 2]]
    place = {e: at for at, e in enumerate(sorted(entrants, key=lambda e: e.order))}

    def off(tables):
        return sum((abs(place[a] - place[b]) - len(entrants) // 2) ** 2 for a, b in tables)

    costs = [(round_cost(tables, bye, met, True), off(tables)) for tables, bye in every_round(entrants)]
    if min(costs)[0][0]:
        return
    pairing = pair_swiss(entrants, met, method="fold", seed="s", round_number=2)
    assert off(as_entrants(pairing, entrants)[0]) == min(costs)[1]


@given(situation=situations())
def test_all_rounds_are_yielded_once_and_best_first(situation):
    entrants, met = situation
    entrants = entrants[:6]
    field = build_field(entrants, met, "random", "s", 2)
    rounds = list(rounds_in_order(field))
    legal = [round_ for round_ in every_round(entrants) if round_cost(*round_, met, False)[0] == 0]
    assert len({round_.pairs for round_ in rounds}) == len(rounds) == len(legal)
    costs = [(0 if one.bye is None else field.bye_turn[one.bye], one.gap) for one in rounds]
    assert costs == sorted(costs)


@given(situation=situations())
def test_no_round_is_below_the_bounds(situation):
    field = build_field(*situation, "random", "s", 2)
    best = best_round(field)
    if best is None or (best.bye is not None and field.bye_turn[best.bye]):
        return
    assert odd_prefix_bound(field) <= best.gap
    above = relaxed_bound(field)
    assert above is None or above <= best.gap


def test_the_bound_counts_odd_prefixes():
    sizes = {9: 3, 6: 4, 3: 2, 0: 3}
    entrants = [Entrant(f"{points}-{at}", points, 1) for points, size in sizes.items() for at in range(size)]
    assert odd_prefix_bound(build_field(entrants, [], "random", "s", 2)) == 3


@pytest.mark.slow
@pytest.mark.parametrize(("size", "method"), [*product([131, 170], METHODS)])
def test_a_big_field_equals_the_dense_search(method, size):
    for seed in range(max(1, EVENTS // 20)):
        for entrants, met, pairing in played(size, 9, method, seed, drops=0.01, look_ahead=False):
            field = build_field(entrants, met, method, "another seed", 5)
            dense, best = next(rounds_in_order(field)), best_round(field)
            assert best.gap == dense.gap == pairing.gap
            assert best.rematches == dense.rematches == 0
            if method != "random":
                assert (best.pairs, best.bye) == (dense.pairs, dense.bye)
            elif best.bye is not None:
                assert field.bye_turn[best.bye] == field.bye_turn[dense.bye]


def test_leaders_who_have_all_met_are_paired_down_as_in_the_dense_search():
    points = [9] * 4 + [6] * 40 + [3] * 60 + [0] * 46
    entrants = [Entrant(f"p{at}", value, at + 1, 0, at) for at, value in enumerate(points)]
    met = [(f"p{a}", f"p{b}") for b in range(6) for a in range(b)]
    for method in METHODS:
        field = build_field(entrants, met, method, "s", 6)
        best = best_round(field)
        assert (best.gap, best.proof, odd_prefix_bound(field)) == (4, "exact search", 0)
        assert relaxed_bound(field) == next(rounds_in_order(field)).gap == 4


def test_far_pairs_by_lot_are_searched_for_a_leader():
    """Near lots offer the leader only a gap of two; the last two have met, so that dealing by lot fails."""
    sizes = (1, 40, 40, 40, 37, 2)
    points = [15 - 3 * group for group, size in enumerate(sizes) for _one in range(size)]
    entrants = [Entrant(f"p{at}", value, at + 1, 0, at) for at, value in enumerate(points)]
    lots = build_field(entrants, [], "random", "s", 6)
    first = sorted(range(1, 41), key=lots.digests.__getitem__)[:20]
    met = [("p0", lots.entrants[place].player) for place in first] + [("p158", "p159")]
    field = build_field(entrants, met, "random", "s", 6)
    assert best_round(field).gap == next(rounds_in_order(field)).gap == 6


@every("method", ["fold", "by_standing"])
def test_a_big_field_of_past_opponents_equals_the_dense_search(method):
    for seed in range(max(2, EVENTS // 10)):
        chance = Random(seed)
        entrants = [Entrant(f"p{at}", 3 * (at < 70), 1, 0, at) for at in range(140)]
        pairs = [(at, other) for at in range(140) for other in range(max(0, at - 70), at)]
        near = [(a, b) for a, b in pairs if a - b < 7 or abs(a - b - 35) < 5]
        met = [(f"p{a}", f"p{b}") for a, b in near if chance.random() < 0.7]
        field = build_field(entrants, met, method, "s", 6)
        assert best_round(field).pairs == next(rounds_in_order(field)).pairs


def test_one_far_pair_is_found_if_it_is_better_than_two_near_ones():
    entrants = [Entrant(f"p{at}", 0, 1, 0, at) for at in range(140)]
    allowed = {(0, 4), (1, 5), (2, 3), (0, 5), (1, 2), (3, 4)}
    met = [(f"p{a}", f"p{b}") for a in range(6) for b in range(a + 1, 20) if (a, b) not in allowed]
    best = best_round(build_field(entrants, met, "by_standing", "s", 6))
    assert best.pairs[:3] == ((0, 5), (1, 2), (3, 4))


def test_a_field_too_big_for_the_exact_search_is_refused():
    field = build_field([Entrant(str(n), 0, 1) for n in range(MAX_FIELD_SIZE + 1)], [], "fold", "seed", 1)
    with pytest.raises(RuleViolation, match="can’t be paired with 5001 players"):
        exact_round(field)
