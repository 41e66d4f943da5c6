"""What a system gives to whom: first rounds, lives, second chances, dead rubbers."""

from fractions import Fraction
from itertools import product

import pytest

from tests.case_tables import every
from tests.rules.finals.oracle import ORACLE, win_odds
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import compared, dead_rubbers, table
from tournaments.rules.finals.odds.exact import exact_odds

SYSTEMS = [(entry["key"], len(entry["win_odds"])) for entry in ORACLE]


def column(key, size, name):
    return [getattr(seed, name) for seed in compared(key, size).seeds]


@every(("key", "size"), [*SYSTEMS, ("double", 8)])
def test_a_seed_begins_in_the_first_round_in_which_it_surely_plays(key, size):
    rounds = exact_odds(table(key, size)).rounds
    for seed in compared(key, size).seeds:
        assert rounds[seed.seed][seed.first_round] == 1
        assert not any(rounds[seed.seed][n] for n in range(1, seed.first_round))


def test_the_chances_to_win_are_those_of_the_oracle():
    entry = ORACLE[0]
    assert dict(enumerate(column(entry["key"], 8, "win"), 1)) == win_odds(entry)


def test_lives_are_the_losses_that_a_champion_can_have_had():
    assert column("mcintyre8", 8, "lives") == [1, 1, 1, 1, 1, 1, 0, 0]
    assert column("afl8", 8, "lives") == [1, 1, 1, 1, 0, 0, 0, 0]
    assert column("mcintyre5", 5, "lives") == [1, 1, 1, 0, 0]
    assert column("double", 8, "lives") == [1] * 8
    assert column("single", 8, "lives") == [0] * 8


def test_a_lost_first_match_is_forgiven_for_sure_perhaps_or_never():
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


def test_the_matches_and_the_one_that_may_follow_are_counted():
    comparison_result = compared("double", 8)
    assert (comparison_result.matches, comparison_result.deciding, comparison_result.rounds) == (14, 1, 7)
    assert comparison_result.soonest_rematch == (4, Fraction(1, 4))


def test_seeds_3_and_6_play_for_nothing_once_seeds_1_and_2_have_won():
    comparison_result = {
        dead.slot: (dead.chance, dead.needs) for dead in compared("mcintyre8", 8).dead_rubbers
    }
    assert comparison_result == {
        "QF1": (Fraction(1, 2), {}),
        "QF2": (Fraction(1, 4), {"QF3": (2, 7), "QF4": (1, 8)}),
    }


@every(("key", "size", "slots"), [("mcintyre8", 8, "QF1 QF2 QF3 QF4"), ("arl7", 7, "A B C")])
def test_a_first_match_is_dead_where_the_odds_are_the_same_whoever_wins_it(key, size, slots):
    finals, slots = table(key, size), slots.split()
    pairs = {slot: tuple(int(text[1:]) for text in finals.slot(slot).sides) for slot in slots}
    comparison_result = {dead.slot: dead.chance for dead in compared(key, size).dead_rubbers}
    for slot in slots:
        others = [other for other in slots if other != slot]
        dead = 0
        for ends in product((1, -1), repeat=len(others)):
            results = {other: pairs[other][::end] for other, end in zip(others, ends, strict=True)}
            one, two = (exact_odds(finals, results=results | {slot: pairs[slot][::end]}) for end in (1, -1))
            dead += (one.win, one.rounds) == (two.win, two.rounds)
        assert comparison_result.get(slot, 0) == Fraction(dead, 2 ** len(others))


def test_dead_rubbers_are_told_from_the_results_so_far():
    results = {"QF3": (2, 7), "QF4": (1, 8)}
    assert [(dead.slot, dead.chance) for dead in dead_rubbers(table("mcintyre8", 8), results)] == [
        ("QF1", 1),
        ("QF2", 1),
    ]
    assert dead_rubbers(table("mcintyre8", 8), {"QF4": (8, 1)})[0].slot == "QF1"
    assert dead_rubbers(table("double", 16)) is None


def test_what_cannot_be_counted_cannot_be_compared():
    with pytest.raises(RuleViolation, match="too many ways"):
        compared("double", 32)
