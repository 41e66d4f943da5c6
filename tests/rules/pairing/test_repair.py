"""The mended round against every round there is."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.repetitions import count
from tests.rules.pairing.test_best_round import cost, every_round, situations
from tournaments.rules.errors import RuleViolation
from tournaments.rules.pairing import Entrant, pair
from tournaments.rules.pairing.field import METHODS, field_of
from tournaments.rules.pairing.search.repair import mended, repair

HOW = {"seed": "s", "round_number": 3}


def kept(tables, bye, there, had):
    """How many of the tables, and of the bye, are those that were there."""
    same = {frozenset(table) for table in tables} & {frozenset(table) for table in there}
    return len(same) + (bye is not None and bye == had)


@pytest.mark.parametrize("method", METHODS)
@given(situation=situations(), data=st.data())
def test_no_round_as_good_keeps_more_of_what_is_there(method, situation, data):
    entrants, met = situation
    by_order = method != "random"
    every = list(every_round(entrants))
    there, had = data.draw(st.sampled_from(every))
    there, had = [(a.player, b.player) for a, b in there], had and had.player
    best = min(cost(tables, bye, met, by_order) for tables, bye in every)
    if best[0]:
        with pytest.raises(RuleViolation, match="cannot be paired without a rematch"):
            repair(entrants, met, there, had, method=method, **HOW)
        return
    found = repair(entrants, met, there, had, method=method, **HOW)
    by_id = {e.player: e for e in entrants}
    tables = [(by_id[a], by_id[b]) for a, b in found.tables]
    assert cost(tables, by_id.get(found.bye), met, by_order) == best
    most = max(
        kept([(a.player, b.player) for a, b in tables], bye and bye.player, there, had)
        for tables, bye in every
        if cost(tables, bye, met, by_order) == best
    )
    assert kept(found.tables, found.bye, there, had) == most
    assert found.changed == len(there) + (had is not None) - most


@pytest.mark.parametrize("method", METHODS)
@given(situation=situations())
def test_a_round_that_is_the_best_is_left_alone(method, situation):
    entrants, met = situation
    try:
        drawn = pair(entrants, met, method=method, **HOW)
    except RuleViolation:
        return
    found = repair(entrants, met, drawn.tables, drawn.bye, method=method, **HOW | {"seed": "another"})
    assert (found.changed, {*map(frozenset, found.tables)}) == (0, {*map(frozenset, drawn.tables)})


@given(situation=situations(most=6))
def test_with_rematches_allowed_it_has_as_few_as_a_draw(situation):
    entrants, met = situation
    drawn = pair(entrants, met, method="random", allow_rematches=True, **HOW)
    found = repair(entrants, met, drawn.tables, drawn.bye, method="random", allow_rematches=True, **HOW)
    assert (found.rematches, found.gap, found.changed) == (drawn.rematches, drawn.gap, 0)


def test_two_who_change_score_groups_in_a_big_field_cost_two_tables():
    chance = Random(4)
    points = {f"p{at}": 3 * chance.randrange(5) for at in range(200)}

    def entrants():
        return [Entrant(player, value, 1) for player, value in points.items()]

    before = pair(entrants(), [], method="random", **HOW)
    level = [table for table in before.tables if points[table[0]] == points[table[1]]]
    (one, _), (two, _) = level[0], level[-1]
    points[one], points[two] = points[two], points[one]
    found = repair(entrants(), [], before.tables, before.bye, method="random", **HOW)
    assert found.gap == before.gap
    assert found.changed == 2


def test_it_passes_over_a_round_after_which_the_last_one_could_not_be_paired():
    """Six players, round 3 of 5: three and three who only meet each other afterwards cannot be paired."""
    entrants = [Entrant(f"p{at}", 0, 1, 0, at) for at in range(6)]
    first, second = [(0, 3), (1, 4), (2, 5)], [(0, 4), (1, 5), (2, 3)]
    met = [(f"p{a}", f"p{b}") for a, b in [*first, *second]]
    stuck = [("p0", "p5"), ("p1", "p3"), ("p2", "p4")]
    how = HOW | {"method": "random"}
    assert repair(entrants, met, stuck, None, **how).changed == 0
    assert repair(entrants, met, stuck, None, rounds_left=2, **how).changed > 0


@pytest.mark.parametrize("method", METHODS)
@given(situation=situations(most=16), data=st.data())
def test_the_search_among_few_pairs_finds_what_the_dense_one_finds(method, situation, data):
    entrants, met = situation
    field = field_of(entrants, met, method, "s", 3)
    places = data.draw(st.permutations(range(field.size)))
    there = {tuple(sorted(places[at : at + 2])) for at in range(0, field.size - 1, 2)}
    if field.size % 2:
        there.add((places[-1], field.bye_node))
    dense = mended(field, there, whole=128)
    few = mended(field, there, whole=0)
    assert (few and (few.pairs, few.bye)) == (dense and (dense.pairs, dense.bye))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("size", [150, 171][: count(1, 2)])
def test_in_a_big_field_it_finds_what_the_dense_search_finds(method, size):
    chance = Random(size)
    points, met = {f"p{at}": 0 for at in range(size)}, []

    def entrants():
        order = sorted(points, key=lambda player: -points[player])
        return [Entrant(player, points[player], place, 0, place) for place, player in enumerate(order, 1)]

    for number in range(4):
        drawn = pair(entrants(), met, method=method, seed=f"s{number}", round_number=number + 1)
        met += drawn.tables
        for table in drawn.tables:
            points[chance.choice(table)] += 3
    last = [player for table in drawn.tables[:3] for player in table]
    for player in last:
        points[player] += chance.choice([-3, 0, 3])
    field = field_of(entrants(), met[: -len(drawn.tables)], method, "s", 4)
    place = {entrant.player: at for at, entrant in enumerate(field.entrants)}
    there = {tuple(sorted((place[a], place[b]))) for a, b in drawn.tables}
    few, dense = mended(field, there), mended(field, there, whole=size)
    assert (few.pairs, few.bye) == (dense.pairs, dense.bye)
