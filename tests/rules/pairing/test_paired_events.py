"""Whole events, paired round by round."""

from itertools import pairwise
from random import Random

import pytest

from tests.rules.pairing.invented_events import EVENTS, played
from tests.support.case_tables import every
from tests.support.repetitions import count
from tournaments.rules.errors import RuleViolation
from tournaments.rules.pairing import METHODS, pair_swiss

WRITTEN_DOWN = (
    (3, "p1-p2 p5-p0 p8-p4 p6-p3", "p7", "bound"),
    (5, "p5-p6 p1-p4 p2-p8 p7-p3", "p0", "exact search"),
)

SIZES = ((8, 3), (9, 4), (23, 5), (64, 6), (83, 8), (151, 9))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("size", "count"), SIZES)
def test_everybody_sits_once_without_rematches_and_byes_rotate(method, size, count):
    for seed in range(max(1, EVENTS // 10)):
        for entrants, met, pairing in played(size, count, method, seed, drops=0.03):
            seated = [player for table in pairing.tables for player in table]
            seated += [pairing.bye] if pairing.bye else []
            assert sorted(seated) == sorted(e.player for e in entrants)
            assert (pairing.bye is not None) == (len(entrants) % 2 == 1)
            before = {frozenset(two) for two in met}
            assert not before & {frozenset(table) for table in pairing.tables}
            byes = {e.player: e.byes for e in entrants}
            assert pairing.bye is None or byes[pairing.bye] == min(byes.values())


@pytest.mark.parametrize(
    ("size", "count"), [(4, 3), (5, 5), (6, 5), (7, 7), (8, 7), (10, 9), (12, 11)][:: count(3, 1)]
)
@pytest.mark.parametrize("method", METHODS)
def test_a_small_event_with_many_rounds_is_never_stuck(method, size, count):
    for seed in range(max(10, EVENTS) if size < 9 else 3):
        rounds = list(played(size, count, method, seed))
        assert len(rounds) == count
        byes_given = [pairing.bye for _entrants, _met, pairing in rounds if pairing.bye]
        assert len(set(byes_given)) == len(byes_given)


def test_six_players_get_stuck_without_lookahead():
    stuck = 0
    for seed in range(40):
        try:
            list(played(6, 5, "random", seed, look_ahead=False))
        except RuleViolation:
            stuck += 1
    assert stuck


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("size", [6, 21, 140][: count(2, 3)])
def test_the_order_of_players_and_tables_does_not_change_the_draw(method, size):
    shuffle = Random(size).shuffle
    history = list(played(size, 4, method, 7))
    entrants, met, pairing = history[-1]
    for _again in range(3):
        mixed = list(entrants)
        shuffle(mixed)
        rounds = [list(one.tables) for _entrants, _met, one in history[:-1]]
        for one in rounds:
            shuffle(one)
        again = [(b, a) for one in rounds for a, b in one]
        assert sorted(map(sorted, again)) == sorted(map(sorted, met))
        assert pair_swiss(mixed, again, method=method, seed="event 7", round_number=4) == pairing


@every(("number", "tables", "bye", "proof"), WRITTEN_DOWN)
def test_a_seed_reproduces_the_recorded_draw(number, tables, bye, proof):
    _entrants, _met, pairing = list(played(9, 5, "random", 4, look_ahead=False))[number - 1]
    assert (" ".join(f"{one}-{two}" for one, two in pairing.tables), pairing.bye) == (tables, bye)
    assert pairing.proof == proof


def test_another_seed_or_round_draws_another_round():
    entrants, met, _drawn = next(played(32, 1, "random", 1))
    draws = [
        pair_swiss(entrants, met, method="random", seed=seed, round_number=number).tables
        for seed, number in (("x", 1), ("y", 1), ("x", 2))
    ]
    assert len(set(draws)) == 3


def test_the_lot_is_uniform():
    entrants, _met, _drawn = next(played(6, 1, "random", 1))
    times = {}
    for seed in range(1500):
        for table in pair_swiss(entrants, [], method="random", seed=str(seed), round_number=1).tables:
            times[frozenset(table)] = times.get(frozenset(table), 0) + 1
    assert len(times) == 15
    assert all(230 < count < 370 for count in times.values())  # 300 expected, 4.5 deviations


def test_tables_are_ordered_by_points():
    for entrants, _met, pairing in played(60, 6, "random", 3):
        points = {e.player: e.points for e in entrants}
        for one, two in pairwise(pairing.tables):
            assert max(map(points.get, one)) >= max(map(points.get, two))
            assert points[one[0]] >= points[one[1]]


@pytest.mark.parametrize("method", METHODS)
def test_the_bound_proves_the_first_rounds_of_a_thousand_players(method):
    assert {pairing.proof for _entrants, _met, pairing in played(1023, 4, method, 1)} == {"bound"}
