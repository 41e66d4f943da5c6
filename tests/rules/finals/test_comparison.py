"""Comparison of finals systems: first rounds, lives, second chances, dead rubbers."""

from fractions import Fraction
from itertools import product

import pytest

from tests.rules.finals.oracle import ORACLE, win_odds
from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import build_table, compare_system
from tournaments.rules.finals.odds.dead_rubbers import dead_rubbers
from tournaments.rules.finals.odds.exact import exact_odds

SYSTEMS = [(entry["key"], len(entry["win_odds"])) for entry in ORACLE]


def column(key, size, name):
    return [getattr(seed, name) for seed in compare_system(key, size).seeds]


@every(("key", "size"), [*SYSTEMS, ("double", 8)])
def test_first_round_of_each_seed(key, size):
    rounds = exact_odds(build_table(key, size)).rounds
    for seed in compare_system(key, size).seeds:
        assert rounds[seed.seed][seed.first_round] == 1
        assert not any(rounds[seed.seed][n] for n in range(1, seed.first_round))


def test_chances_to_win_equal_the_oracle():
    entry = ORACLE[0]
    assert dict(enumerate(column(entry["key"], 8, "win"), 1)) == win_odds(entry)


def test_lives_are_the_most_losses_of_a_champion():
    assert column("mcintyre8", 8, "lives") == [1, 1, 1, 1, 1, 1, 0, 0]
    assert column("afl8", 8, "lives") == [1, 1, 1, 1, 0, 0, 0, 0]
    assert column("mcintyre5", 5, "lives") == [1, 1, 1, 0, 0]
    assert column("double", 8, "lives") == [1] * 8
    assert column("single", 8, "lives") == [0] * 8


def test_chance_to_play_on_after_a_lost_first_match():
    assert [str(chance) for chance in column("mcintyre8", 8, "saved")] == [
        "1",
        "1",
        "3/4",
        "1/2",
        "1/2",
        "1/4",
        "0",
        "0",
    ]
    assert column("double", 8, "saved") == [1] * 8
    assert column("stepladder8", 8, "saved") == [0] * 8


def test_deciding_match_is_counted_separately():
    result = compare_system("double", 8)
    assert (result.matches, result.deciding, result.rounds) == (14, 1, 7)
    assert result.soonest_rematch == (4, Fraction(1, 4))


def test_dead_rubbers_of_the_mcintyre_eight():
    result = {dead.slot: (dead.chance, dead.needs) for dead in compare_system("mcintyre8", 8).dead_rubbers}
    assert result == {
        "QF1": (Fraction(1, 2), {}),
        "QF2": (Fraction(1, 4), {"QF3": (2, 7), "QF4": (1, 8)}),
    }


@every(("key", "size", "slots"), [("mcintyre8", 8, "QF1 QF2 QF3 QF4"), ("arl7", 7, "A B C")])
def test_first_match_is_dead_if_its_result_does_not_change_the_odds(key, size, slots):
    finals, slots = build_table(key, size), slots.split()
    pairs = {slot: tuple(int(text[1:]) for text in finals.slot(slot).sides) for slot in slots}
    result = {dead.slot: dead.chance for dead in compare_system(key, size).dead_rubbers}
    for slot in slots:
        others = [other for other in slots if other != slot]
        dead = 0
        for ends in product((1, -1), repeat=len(others)):
            results = {other: pairs[other][::end] for other, end in zip(others, ends, strict=True)}
            one, two = (exact_odds(finals, results=results | {slot: pairs[slot][::end]}) for end in (1, -1))
            dead += (one.win, one.rounds) == (two.win, two.rounds)
        assert result.get(slot, 0) == Fraction(dead, 2 ** len(others))


def test_dead_rubbers_after_some_results():
    results = {"QF3": (2, 7), "QF4": (1, 8)}
    assert [(dead.slot, dead.chance) for dead in dead_rubbers(build_table("mcintyre8", 8), results)] == [
        ("QF1", 1),
        ("QF2", 1),
    ]
    assert dead_rubbers(build_table("mcintyre8", 8), {"QF4": (8, 1)})[0].slot == "QF1"
    assert dead_rubbers(build_table("double", 16)) is None


def test_too_large_systems_cannot_be_compared():
    with pytest.raises(RuleViolation, match="too many outcomes"):
        compare_system("double", 32)
