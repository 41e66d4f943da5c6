"""Rounds with constraints, compared with an enumeration of all rounds and a search of all pairs."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.pairing.invented_events import EVENTS, played
from tests.support.pairing_cases import (
    again,
    as_entrants,
    constrained,
    constrained_cost,
    every_round,
    exceptions,
)
from tournaments.rules.errors import RuleViolation
from tournaments.rules.pairing import METHODS, Constraints, pair_swiss
from tournaments.rules.pairing.field import build_field
from tournaments.rules.pairing.search.best_round import exact_round, rounds_in_order


def age(tables, met):
    """Return (earlier meetings of the rematches, meetings of their players since)."""
    times = since = 0
    for a, b in tables:
        two = {a.player, b.player}
        last = max((at for at, pair in enumerate(met) if two == set(pair)), default=None)
        if last is not None:
            times += sum(two == set(pair) for pair in met)
            since += sum(player in pair for pair in met[last + 1 :] for player in two)
    return times, since


def older(one, other):
    """Return whether rematches are no more frequent and longer ago."""
    return one != other and one[0] <= other[0] and one[1] >= other[1]


@pytest.mark.parametrize("method", METHODS)
@given(situation=constrained())
def test_no_round_within_the_constraints_is_better(method, situation):
    entrants, met, constraints = situation
    players = {e.player for e in entrants}
    options = {"method": method, "seed": "s", "round_number": 2, "constraints": constraints}
    legal = [
        round_
        for round_ in every_round(entrants)
        if not exceptions(*round_, constraints, players) and not again(round_[0], met)
    ]
    if not legal:
        with pytest.raises(RuleViolation):
            pair_swiss(entrants, met, **options)
        return
    pairing = pair_swiss(entrants, met, **options)
    tables, bye = as_entrants(pairing, entrants)
    assert not exceptions(tables, bye, constraints, players)
    assert (again(tables, met), pairing.rematches) == (0, 0)
    best = constrained_cost(tables, bye, constraints, method)
    assert best == min(constrained_cost(*round_, constraints, method) for round_ in legal)
    assert sorted(best[1:]) == sorted((pairing.apart, pairing.gap))
    assert all(str(pairing.why[player]) for player in players)


@pytest.mark.parametrize("most", [6, 10])
@given(data=st.data())
def test_a_refusal_names_the_cheapest_exception(most, data):
    entrants, met, constraints = data.draw(constrained(most))
    players = {e.player for e in entrants}
    try:
        pair_swiss(entrants, met, method="random", seed="s", round_number=2, constraints=constraints)
    except RuleViolation as refused:
        if "rematches" not in refused.params:
            return
        named = refused.params
        lifted = len(named["forbidden"]) + len(named["wished"]) + (named["bye"] != "–")
        costs_of_rounds = [
            (exceptions(*round_, constraints, players), again(round_[0], met))
            for round_ in every_round(entrants)
        ]
        without = [broken for broken, rematches in costs_of_rounds if not rematches]
        assert (lifted, len(named["rematches"])) == ((min(without), 0) if without else min(costs_of_rounds))


@pytest.mark.parametrize("method", METHODS)
@given(situation=constrained())
def test_allowed_rematches_are_as_few_as_the_constraints_need(method, situation):
    entrants, met, constraints = situation
    players = {e.player for e in entrants}
    options = {"method": method, "seed": "s", "round_number": 2, "constraints": constraints}
    allowed = [round_ for round_ in every_round(entrants) if not exceptions(*round_, constraints, players)]
    if not allowed:
        with pytest.raises(RuleViolation):
            pair_swiss(entrants, met, allow_rematches=True, **options)
        return
    pairing = pair_swiss(entrants, met, allow_rematches=True, **options)
    tables, bye = as_entrants(pairing, entrants)
    assert not exceptions(tables, bye, constraints, players)
    least = min(again(tables, met) for tables, _bye in allowed)
    assert pairing.rematches == again(tables, met) == least
    as_few = [round_ for round_ in allowed if again(round_[0], met) == least]
    times, others = age(tables, met)
    as_old = [round_ for round_ in as_few if age(round_[0], met) == (times, others)]
    assert not any(older(age(round_[0], met), (times, others)) for round_ in as_few)
    best = min(constrained_cost(*round_, constraints, method) for round_ in as_old)
    assert constrained_cost(tables, bye, constraints, method) == best


def invented_constraints(players, chance):
    """Return clubs of all sizes, up to half of the field, and as many forbidden pairs as players."""
    players = list(players)
    chance.shuffle(players)
    half = len(players) // chance.choice([2, 3, 5])
    few = [tuple(players[at : at + 4]) for at in range(half, len(players), 4)]
    return Constraints(
        apart=chance.choice([(), (tuple(players[:half]), *few), tuple(few)]),
        forbidden=tuple(tuple(chance.sample(players, 2)) for _each in players),
        band=chance.choice([None, None, 6]),
        after_gaps=chance.random() < 0.5,
    )


@pytest.mark.slow
@pytest.mark.parametrize(("size", "method"), [*product([12, 33, 90, 127], METHODS)])
def test_the_search_among_few_pairs_equals_the_search_among_all(method, size):
    chance = Random(size)
    for seed in range(max(1, EVENTS // 20)):
        for entrants, met, _drawn in played(size, 7, method, seed, drops=0.01, look_ahead=False):
            constraints = invented_constraints([e.player for e in entrants], chance)
            field = build_field(entrants, met, method, "another seed", 5, constraints)
            for rematches in (False, True):
                best = next(rounds_in_order(field, rematches), None)
                assert exact_round(field, rematches, reach=2) == exact_round(field, rematches) == best
