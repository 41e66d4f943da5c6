"""Repaired rounds, compared with all possible rounds."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.pairing_cases import every_round, round_cost, situations
from tests.support.repetitions import count
from tournaments.rules.errors import RuleViolation
from tournaments.rules.pairing import Entrant, pair_swiss
from tournaments.rules.pairing.field import METHODS, build_field
from tournaments.rules.pairing.search.best_round import repair, repair_field

OPTIONS = {"seed": "s", "round_number": 3}


def count_kept(tables, bye, current, current_bye):
    """Count the current tables and bye that a round keeps."""
    same = {frozenset(table) for table in tables} & {frozenset(table) for table in current}
    return len(same) + (bye is not None and bye == current_bye)


@pytest.mark.parametrize("method", METHODS)
@given(situation=situations(), data=st.data())
def test_no_equally_good_round_keeps_more_current_tables(method, situation, data):
    entrants, met = situation
    by_order = method != "random"
    every = list(every_round(entrants))
    current, current_bye = data.draw(st.sampled_from(every))
    current, current_bye = [(a.player, b.player) for a, b in current], current_bye and current_bye.player
    best = min(round_cost(tables, bye, met, by_order) for tables, bye in every)
    if best[0]:
        with pytest.raises(RuleViolation, match="can’t be paired without a rematch"):
            repair(entrants, met, current, current_bye, method=method, **OPTIONS)
        return
    repaired = repair(entrants, met, current, current_bye, method=method, **OPTIONS)
    by_id = {e.player: e for e in entrants}
    tables = [(by_id[a], by_id[b]) for a, b in repaired.tables]
    assert round_cost(tables, by_id.get(repaired.bye), met, by_order) == best
    most = max(
        count_kept([(a.player, b.player) for a, b in tables], bye and bye.player, current, current_bye)
        for tables, bye in every
        if round_cost(tables, bye, met, by_order) == best
    )
    assert count_kept(repaired.tables, repaired.bye, current, current_bye) == most
    assert repaired.changed == len(current) + (current_bye is not None) - most


@pytest.mark.parametrize("method", METHODS)
@given(situation=situations())
def test_the_best_round_is_not_changed(method, situation):
    entrants, met = situation
    try:
        pairing = pair_swiss(entrants, met, method=method, **OPTIONS)
    except RuleViolation:
        return
    repaired = repair(
        entrants, met, pairing.tables, pairing.bye, method=method, **OPTIONS | {"seed": "another"}
    )
    assert (repaired.changed, {*map(frozenset, repaired.tables)}) == (0, {*map(frozenset, pairing.tables)})


@given(situation=situations(most=6))
def test_an_allowed_rematch_repair_has_no_more_rematches_than_a_draw(situation):
    entrants, met = situation
    pairing = pair_swiss(entrants, met, method="random", allow_rematches=True, **OPTIONS)
    repaired = repair(
        entrants, met, pairing.tables, pairing.bye, method="random", allow_rematches=True, **OPTIONS
    )
    assert (repaired.rematches, repaired.gap, repaired.changed) == (pairing.rematches, pairing.gap, 0)


def test_two_swapped_scores_in_a_big_field_change_two_tables():
    chance = Random(4)
    points = {f"p{at}": 3 * chance.randrange(5) for at in range(200)}

    def entrants():
        return [Entrant(player, value, 1) for player, value in points.items()]

    before = pair_swiss(entrants(), [], method="random", **OPTIONS)
    level = [table for table in before.tables if points[table[0]] == points[table[1]]]
    (one, _), (two, _) = level[0], level[-1]
    points[one], points[two] = points[two], points[one]
    repaired = repair(entrants(), [], before.tables, before.bye, method="random", **OPTIONS)
    assert repaired.gap == before.gap
    assert repaired.changed == 2


def test_a_repair_keeps_the_last_round_pairable():
    """Six players, round 3 of 5: two groups of three with no other opponents left cannot be paired."""
    entrants = [Entrant(f"p{at}", 0, 1, 0, at) for at in range(6)]
    first, second = [(0, 3), (1, 4), (2, 5)], [(0, 4), (1, 5), (2, 3)]
    met = [(f"p{a}", f"p{b}") for a, b in [*first, *second]]
    stuck = [("p0", "p5"), ("p1", "p3"), ("p2", "p4")]
    options = OPTIONS | {"method": "random"}
    assert repair(entrants, met, stuck, None, **options).changed == 0
    assert repair(entrants, met, stuck, None, rounds_left=2, **options).changed > 0


@pytest.mark.parametrize("method", METHODS)
@given(situation=situations(most=16), data=st.data())
def test_the_search_among_few_pairs_equals_the_dense_search(method, situation, data):
    entrants, met = situation
    field = build_field(entrants, met, method, "s", 3)
    places = data.draw(st.permutations(range(field.size)))
    current = {tuple(sorted(places[at : at + 2])) for at in range(0, field.size - 1, 2)}
    if field.size % 2:
        current.add((places[-1], field.bye_node))
    dense = repair_field(field, current, max_all_pairs=128)
    sparse = repair_field(field, current, max_all_pairs=0)
    assert (sparse and (sparse.pairs, sparse.bye)) == (dense and (dense.pairs, dense.bye))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("size", [150, 171][: count(1, 2)])
def test_repair_of_a_big_field_equals_the_dense_search(method, size):
    chance = Random(size)
    points, met = {f"p{at}": 0 for at in range(size)}, []

    def entrants():
        order = sorted(points, key=lambda player: -points[player])
        return [Entrant(player, points[player], place, 0, place) for place, player in enumerate(order, 1)]

    for number in range(4):
        pairing = pair_swiss(entrants(), met, method=method, seed=f"s{number}", round_number=number + 1)
        met += pairing.tables
        for table in pairing.tables:
            points[chance.choice(table)] += 3
    last = [player for table in pairing.tables[:3] for player in table]
    for player in last:
        points[player] += chance.choice([-3, 0, 3])
    field = build_field(entrants(), met[: -len(pairing.tables)], method, "s", 4)
    place = {entrant.player: at for at, entrant in enumerate(field.entrants)}
    current = {tuple(sorted((place[a], place[b]))) for a, b in pairing.tables}
    sparse, dense = repair_field(field, current), repair_field(field, current, max_all_pairs=size)
    assert (sparse.pairs, sparse.bye) == (dense.pairs, dense.bye)
