"""The best round, compared with an enumeration of all rounds."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.case_tables import every
from tests.rules.pairing.invented_events import EVENTS, played
from tournaments.rules.errors import RuleViolation
from tournaments.rules.pairing import Entrant, pair_swiss
from tournaments.rules.pairing.field import METHODS, build_field
from tournaments.rules.pairing.search.best_round import (
    MAX_FIELD_SIZE,
    best_round,
    exact_round,
    rounds_in_order,
)
from tournaments.rules.pairing.search.lower_bounds import odd_prefix_bound, relaxed_bound

POINTS = st.sampled_from([0, 1, 3, 4, 6, 9])


@st.composite
def situations(draw, most=8):
    """(entrants, met) of a small event in any state, reachable or not."""
    points = draw(st.lists(POINTS, min_size=2, max_size=most))
    size = len(points)
    order = draw(st.permutations(range(size)))
    shared = draw(st.booleans())
    best = sorted(range(size), key=lambda at: (-points[at], order[at]))
    rank = {at: best.index(at) + 1 for at in range(size)}
    if shared:
        rank = {at: 1 + sum(other > points[at] for other in points) for at in range(size)}
    byes = draw(st.lists(st.integers(0, 2), min_size=size, max_size=size))
    entrants = [Entrant(f"p{at}", points[at], rank[at], byes[at], order[at]) for at in range(size)]
    pairs = [(f"p{a}", f"p{b}") for b in range(size) for a in range(b)]
    return entrants, draw(st.lists(st.sampled_from(pairs), max_size=len(pairs) + 3))


def every_round(players):
    """Yield (tables, bye) of every possible round."""
    if len(players) % 2:
        for at, bye in enumerate(players):
            for tables, _none in every_round(players[:at] + players[at + 1 :]):
                yield tables, bye
        return
    if not players:
        yield (), None
        return
    first, *rest = players
    for at, other in enumerate(rest):
        for tables, _none in every_round(rest[:at] + rest[at + 1 :]):
            yield ((first, other), *tables), None


def cost(tables, bye, met, by_order):
    """Return (rematches, bye turn, Σ gap²), computed directly from the rule."""
    everyone = [e for table in tables for e in table] + ([bye] if bye else [])
    groups = sorted({e.points for e in everyone})
    again = sum((a.player, b.player) in met or (b.player, a.player) in met for a, b in tables)
    turn = (bye.byes, -bye.rank) if bye else ()
    if bye and by_order:
        turn = (bye.byes, -bye.rank, bye.points, -bye.order)
    return again, turn, sum((groups.index(a.points) - groups.index(b.points)) ** 2 for a, b in tables)


def as_entrants(pairing, entrants):
    by_id = {e.player: e for e in entrants}
    return tuple((by_id[a], by_id[b]) for a, b in pairing.tables), by_id.get(pairing.bye)


@pytest.mark.parametrize("method", METHODS)
@given(situation=situations())
def test_no_round_at_all_is_better(method, situation):
    entrants, met = situation
    by_order = method != "random"
    least = min(cost(tables, bye, met, by_order) for tables, bye in every_round(entrants))
    how = {"method": method, "seed": "s", "round_number": 2}
    if least[0]:
        with pytest.raises(RuleViolation, match="Allow rematches"):
            pair_swiss(entrants, met, **how)
        pairing = pair_swiss(entrants, met, allow_rematches=True, **how)
        assert pairing.rematches == least[0] == cost(*as_entrants(pairing, entrants), met, by_order)[0]
        return
    pairing = pair_swiss(entrants, met, **how)
    assert cost(*as_entrants(pairing, entrants), met, by_order) == least
    assert (pairing.rematches, pairing.gap, pairing.ahead) == (0, least[2], False)
    points = {e.player: e.points for e in entrants}
    assert pairing.pair_downs == sum(points[a] != points[b] for a, b in pairing.tables)


@given(situation=situations())
def test_by_standing_no_other_round_as_good_is_nearer_to_neighbours(situation):
    entrants, met = situation
    entrants = entrants[: len(entrants) // 2 * 2]
    place = {e: at for at, e in enumerate(sorted(entrants, key=lambda e: (-e.points, e.order)))}

    def far(tables):
        return sum((place[a] - place[b]) ** 2 for a, b in tables)

    ways = [(cost(tables, bye, met, True), far(tables)) for tables, bye in every_round(entrants)]
    if min(ways)[0][0]:
        return
    pairing = pair_swiss(entrants, met, method="by_standing", seed="s", round_number=2)
    assert far(as_entrants(pairing, entrants)[0]) == min(ways)[1]


@given(situation=situations())
def test_fold_in_one_group_no_other_round_as_good_is_nearer_to_the_fold(situation):
    entrants, met = situation
    entrants = [Entrant(e.player, 3, 1, 0, e.order) for e in entrants[: len(entrants) // 2 * 2]]
    place = {e: at for at, e in enumerate(sorted(entrants, key=lambda e: e.order))}

    def off(tables):
        return sum((abs(place[a] - place[b]) - len(entrants) // 2) ** 2 for a, b in tables)

    ways = [(cost(tables, bye, met, True), off(tables)) for tables, bye in every_round(entrants)]
    if min(ways)[0][0]:
        return
    pairing = pair_swiss(entrants, met, method="fold", seed="s", round_number=2)
    assert off(as_entrants(pairing, entrants)[0]) == min(ways)[1]


@given(situation=situations())
def test_rounds_come_in_order_each_once_and_all_of_them(situation):
    entrants, met = situation
    entrants = entrants[:6]
    field = build_field(entrants, met, "random", "s", 2)
    found_round = list(rounds_in_order(field))
    legal = [way for way in every_round(entrants) if cost(*way, met, False)[0] == 0]
    turn = [field.bye_turn[one.bye] if one.bye is not None else 0 for one in found_round]
    assert len({one.pairs for one in found_round}) == len(found_round) == len(legal)
    assert sorted(zip(turn, (one.gap for one in found_round), strict=True)) == [
        (number, one.gap) for number, one in zip(turn, found_round, strict=True)
    ]


@given(situation=situations())
def test_nothing_goes_below_the_bounds(situation):
    field = build_field(*situation, "random", "s", 2)
    found_round = best_round(field)
    if found_round is None or (found_round.bye is not None and field.bye_turn[found_round.bye]):
        return
    assert odd_prefix_bound(field) <= found_round.gap
    above = relaxed_bound(field)
    assert above is None or above <= found_round.gap


def test_the_bound_counts_the_lines_below_an_odd_number_of_players():
    sizes = {9: 3, 6: 4, 3: 2, 0: 3}
    entrants = [Entrant(f"{points}-{at}", points, 1) for points, size in sizes.items() for at in range(size)]
    assert odd_prefix_bound(build_field(entrants, [], "random", "s", 2)) == 3


@pytest.mark.slow
@pytest.mark.parametrize(("size", "method"), [*product([131, 170], METHODS)])
def test_a_big_field_has_the_round_of_the_dense_search(method, size):
    for seed in range(max(1, EVENTS // 20)):
        for entrants, met, pairing in played(size, 9, method, seed, drops=0.01, look_ahead=False):
            field = build_field(entrants, met, method, "another seed", 5)
            dense, found_round = next(rounds_in_order(field)), best_round(field)
            assert found_round.gap == dense.gap == pairing.gap
            assert found_round.rematches == dense.rematches == 0
            if method != "random":
                assert (found_round.pairs, found_round.bye) == (dense.pairs, dense.bye)
            elif found_round.bye is not None:
                assert field.bye_turn[found_round.bye] == field.bye_turn[dense.bye]


def test_the_leaders_of_a_big_field_who_have_all_met_are_paired_down_as_little_as_the_dense_search_shows():
    points = [9] * 4 + [6] * 40 + [3] * 60 + [0] * 46
    entrants = [Entrant(f"p{at}", value, at + 1, 0, at) for at, value in enumerate(points)]
    met = [(f"p{a}", f"p{b}") for b in range(6) for a in range(b)]
    for method in METHODS:
        field = build_field(entrants, met, method, "s", 6)
        found_round = best_round(field)
        assert (found_round.gap, found_round.proof, odd_prefix_bound(field)) == (4, "exact search", 0)
        assert relaxed_bound(field) == next(rounds_in_order(field)).gap == 4


def test_a_leader_who_can_only_meet_far_lots_is_not_paired_down_further_than_need_be():
    """Near lots offer the leader only a gap of two; the two at the end have met, so no pass is quick."""
    sizes = (1, 40, 40, 40, 37, 2)
    points = [15 - 3 * group for group, size in enumerate(sizes) for _one in range(size)]
    entrants = [Entrant(f"p{at}", value, at + 1, 0, at) for at, value in enumerate(points)]
    lots = build_field(entrants, [], "random", "s", 6)
    first = sorted(range(1, 41), key=lots.digests.__getitem__)[:20]
    met = [("p0", lots.entrants[place].player) for place in first] + [("p158", "p159")]
    field = build_field(entrants, met, "random", "s", 6)
    assert best_round(field).gap == next(rounds_in_order(field)).gap == 6


@every("method", ["fold", "by_standing"])
def test_a_big_field_whose_neighbours_have_mostly_met_has_the_round_of_the_dense_search(method):
    for seed in range(max(2, EVENTS // 10)):
        chance = Random(seed)
        entrants = [Entrant(f"p{at}", 3 * (at < 70), 1, 0, at) for at in range(140)]
        pairs = [(at, other) for at in range(140) for other in range(max(0, at - 70), at)]
        near = [(a, b) for a, b in pairs if a - b < 7 or abs(a - b - 35) < 5]
        met = [(f"p{a}", f"p{b}") for a, b in near if chance.random() < 0.7]
        field = build_field(entrants, met, method, "s", 6)
        assert best_round(field).pairs == next(rounds_in_order(field)).pairs


def test_one_far_pair_is_found_where_it_is_better_than_two_near_ones():
    entrants = [Entrant(f"p{at}", 0, 1, 0, at) for at in range(140)]
    allowed = {(0, 4), (1, 5), (2, 3), (0, 5), (1, 2), (3, 4)}
    met = [(f"p{a}", f"p{b}") for a in range(6) for b in range(a + 1, 20) if (a, b) not in allowed]
    found_round = best_round(build_field(entrants, met, "by_standing", "s", 6))
    assert found_round.pairs[:3] == ((0, 5), (1, 2), (3, 4))


def test_a_search_that_would_fill_the_memory_is_refused_in_words():
    field = build_field([Entrant(str(n), 0, 1) for n in range(MAX_FIELD_SIZE + 1)], [], "fold", "seed", 1)
    with pytest.raises(RuleViolation, match="5001 players are too many for a search among all pairs"):
        exact_round(field)
