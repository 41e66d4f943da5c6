"""Finals tables: the built-in systems, their names, and single elimination."""

import pytest

from tests.rules.finals.oracle import ORACLE
from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import FINALS, build_table, check_finals
from tournaments.rules.finals_systems.knockouts import seed_order
from tournaments.rules.finals_systems.system import source

SIXTEEN = [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]
THIRTY_TWO = [1, 32, 16, 17, 8, 25, 9, 24, 4, 29, 13, 20, 5, 28, 12, 21]
THIRTY_TWO += [2, 31, 15, 18, 7, 26, 10, 23, 3, 30, 14, 19, 6, 27, 11, 22]


def rows(finals):
    return [(slot.round, slot.id, *slot.sides) for slot in finals.matches]


@every("entry", [e for e in ORACLE if e["key"] != "single"])
def test_systems_equal_the_oracle_tables(entry):
    served = rows(build_table(entry["key"], len(entry["win_odds"])))
    assert served == [tuple(row) for row in entry["matches"]]


def test_rounds_have_the_names_of_their_rule():
    assert [str(name) for name in build_table("mcintyre8", 8).round_names] == [
        "Qualifying finals",
        "Semi-finals",
        "Preliminary finals",
        "Grand final",
    ]


def test_matches_have_a_name_and_a_short_one():
    finals = build_table("mcintyre8", 8)
    assert [(str(slot.name), str(slot.short)) for slot in finals.matches[5:7]] == [
        ("semi-final 2", "semi-final 2"),
        ("preliminary final 1", "prelim 1"),
    ]


@every(
    ("key", "match", "name"),
    [
        ("mcintyre5", "QF", "qualifying final"),
        ("top6", "ESF_A", "elimination semi-final A"),
        ("arl7", "D", "match D"),
        ("double", "L3-1", "losers’ round 3"),
        ("double", "W1-2", "match W1-2"),
        ("arl7", "F", "match F"),
        ("stepladder8", "F", "final"),
        ("stepladder8", "A", "match A"),
    ],
)
def test_matches_of_other_tables_are_named_by_their_letters(key, match, name):
    finals = build_table(key, FINALS[key].sizes[0] if key != "double" else 8)
    assert str(finals.slot(match).name) == name


def test_names_can_be_translated():
    german = {"{match} {n}": "{n}. {match}", "preliminary final": "Vorschlussrunde"}
    assert build_table("mcintyre8", 8).slot("PF2").name.render(german.get) == "2. Vorschlussrunde"


def test_seeds_of_a_bracket_of_eight_meet_as_in_mtr_10_4():
    first_round = [row[2:] for row in rows(build_table("single", 8)) if row[0] == 1]
    assert first_round == [("S1", "S8"), ("S4", "S5"), ("S2", "S7"), ("S3", "S6")]


@every("order", [[1, 4, 2, 3], SIXTEEN, THIRTY_TWO])
def test_larger_brackets_follow_the_same_recursion(order):
    assert seed_order(len(order)) == order


def test_six_players_leave_two_byes_for_the_top_seeds():
    assert rows(build_table("single", 6)) == [
        (1, "R1-2", "S4", "S5"),
        (1, "R1-4", "S3", "S6"),
        (2, "R2-1", "S1", "W:R1-2"),
        (2, "R2-2", "S2", "W:R1-4"),
        (3, "R3-1", "W:R2-1", "W:R2-2"),
    ]


@every("size", range(2, 65))
def test_single_elimination_of_any_size_plays_one_match_less_than_it_has_players(size):
    finals = build_table("single", size)
    sides = [side for slot in finals.matches for side in slot.sides]
    assert len(finals.matches) == size - 1
    assert len(set(sides)) == len(sides)
    assert {f"S{seed}" for seed in range(1, size + 1)} <= set(sides)


@every("size", range(2, 65))
def test_byes_go_to_the_top_seeds(size):
    finals = build_table("single", size)
    first = {side for slot in finals.matches if slot.round == 1 for side in slot.sides}
    byes = 2**finals.rounds - size
    assert first == {f"S{seed}" for seed in range(byes + 1, size + 1)}


def test_rounds_are_named_by_how_many_are_left():
    names = [str(name) for name in build_table("single", 20).round_names]
    assert names == ["Round of 32", "Round of 16", "Quarter-finals", "Semi-finals", "Final"]
    assert str(build_table("single", 20).slot("R2-3").name) == "match 19 (round of 16)"


def test_unknown_finals_are_refused_with_the_known_ones():
    with pytest.raises(
        RuleViolation, match=r"Finals system “page” doesn’t exist. Choose one of: single, double, stepladder8"
    ):
        check_finals("page")


@every(
    ("key", "size"),
    [("mcintyre8", 7), ("mcintyre8", 9), ("single", 1), ("single", 513), ("double", 3), ("double", 129)],
)
def test_wrong_number_of_players_is_refused(key, size):
    with pytest.raises(RuleViolation, match=f"not {size}"):
        build_table(key, size)


@every("key", FINALS)
def test_every_system_has_texts_and_a_source(key):
    system = FINALS[key]
    assert all((system.name, system.summary, system.source, system.used, system.criticism))


@every("text", ["", "S", "Sx", "W:", "X:QF1", "RW:QF1", "RW::1", "L:A:2"])
def test_invalid_side_is_refused(text):
    with pytest.raises(ValueError, match="not a side"):
        source(text)
