"""A finals table that an organiser wrote: what it may be, and that it is played like any other."""

import pytest

from tests.case_tables import every
from tournaments.rules import rulebooks
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import FINALS, check_finals, table
from tournaments.rules.finals.systems import custom

FOUR = [[1, "SF1", "S1", "S4"], [1, "SF2", "S2", "S3"], [2, "F", "W:SF1", "W:SF2"]]


def refused(rows, **more):
    with pytest.raises(RuleViolation) as refusal:
        custom.system({"matches": rows, **more})
    return str(refusal.value)


def test_it_is_a_system_like_the_others():
    made = table({"name": "Our four", "matches": FOUR, "rounds": ["Semi-finals", "Final"]}, 4)
    assert (made.key, made.name, made.size, made.rounds) == ("own", "Our four", 4, 2)
    assert [str(name) for name in made.round_names] == ["Semi-finals", "Final"]
    assert str(table({"matches": FOUR}, 4).round_names[1]) == "Round 2"
    assert check_finals({"matches": FOUR}).sizes == range(4, 5)


def size_of(key):
    return 8 if key in ("single", "double") else FINALS[key].sizes[0]


def rows_of(key):
    slots, _names = FINALS[key].build(size_of(key))
    return [[slot.round, slot.id, *slot.sides] for slot in slots if slot.reset_of is None]


@every("key", FINALS)
def test_every_served_table_would_do_as_ones_own(key):
    rows = rows_of(key)
    made = table(
        {"matches": rows}, table(key, 8).size if key in ("single", "double") else FINALS[key].sizes[0]
    )
    assert {slot.id for slot in made.matches} == {row[1] for row in rows}


@every(
    ("rows", "words"),
    [
        ([], "finals.matches: must be matches, such as"),
        ([[1, "F", "S1"]], r"finals.matches[0]: must be a round, a match and its two to five sides"),
        ([["1", "F", "S1", "S2"]], "finals.matches[0]: must be a whole number"),
        ([[1, "the final!", "S1", "S2"]], "“the final!” is no name of a match"),
        ([[1, "F", "S1", "X2"]], "“X2” is no side of F"),
        ([[1, "F", "S1", "S3"]], "seed 2 enters nowhere"),
        ([[1, "F", "S1", "S1"]], "seed 1 enters 2 times"),
        ([[1, "F", "S1", "S02"]], "“S02” is no side of F"),
        ([[1, "F", "S1", "S²"]], "“S²” is no side of F"),
        ([[1, "F", "S1", "S٢"]], "“S٢” is no side of F"),
        ([[1, "F", "S1", "W:F"]], "F is fed by itself"),
        ([[1, "3P", "S1", "S2"]], "3P is kept for the match for third place"),
        ([*FOUR, [3, "G", "W:F", "S4"]], "seed 4 enters 2 times"),
        ([*FOUR[:2], [2, "SF1", "W:SF1", "W:SF2"]], "the match SF1 stands here twice"),
        ([*FOUR[:2], [2, "F", "W:F", "W:SF2"]], "F is fed by itself"),
        ([*FOUR[:2], [2, "F", "W:XX", "W:SF2"]], "F names XX, which is no match"),
        ([*FOUR[:2], [1, "F", "W:SF1", "W:SF2"]], "F in round 1 is fed by SF1, which is not in an earlier"),
        ([*FOUR[:2], [2, "F", "W:SF1", "L:SF2"]], "The winner of SF2 goes nowhere"),
        ([*FOUR[:2], [2, "F", "W:SF1", "W:SF1"]], "F: W:SF1 is taken twice"),
        ([*FOUR[:2], [3, "F", "W:SF1", "W:SF2"]], "Round 2 has no match"),
        ([*FOUR[:2], [2, "F", "RW:SF1,SF2:1", "S5"]], "Of the winners of SF1,SF2 only 1 go on"),
        ([*FOUR[:2], [2, "F", "RW:SF1,SF2:1", "RW:SF1,SF2:3"]], "asks for a rank beyond the 2"),
        ([*FOUR[:2], [2, "F", "RW:SF1,SF2:1", "RW:SF2,SF1:2"]], "in the same order everywhere"),
        (
            [*FOUR[:2], [2, "A", "L:SF1", "W:SF1"], [3, "F", "W:SF2", "W:A"], [4, "G", "L:SF1", "W:F"]],
            "L:SF1 is taken twice",
        ),
        ([[1, "A", "S1", "S2"], [1, "B", "S3", "S4"]], "The winner of A goes nowhere"),
        ([*FOUR[:2], [2, "F", "CALL:SF1,SF2", "REST:SF1,SF2"]], "F: nobody is there to call"),
        (
            [*FOUR[:2], [2, "A", "S5", "REST:SF1,SF2"], [3, "F", "W:A", "CALL:SF1,SF2"]],
            "A is for who is not called in F: give it that round or a later one",
        ),
        ([[1, f"M{n}", f"S{2 * n + 1}", f"S{2 * n + 2}"] for n in range(33)], "takes 2 to 64 seeds"),
    ],
)
def test_what_is_wrong_is_one_sentence_that_names_the_match(rows, words):
    assert words in refused(rows)


def test_a_rank_and_the_plain_loser_of_one_match_are_not_both_taken():
    rows = [*FOUR[:2], [2, "A", "W:SF1", "L:SF2"], [2, "B", "W:SF2", "RL:SF1,SF2:1"], [3, "F", "W:A", "W:B"]]
    assert "The loser of SF2 goes on to two places" in refused(rows)


def test_names_hold_nothing_odd():
    assert "finals.name: must be a name" in refused(FOUR, name="")
    assert "finals.name: must hold no braces" in refused(FOUR, name="{0}")
    assert "finals.rounds: must be the names of the 2 rounds" in refused(FOUR, rounds=["One"])
    assert "finals.colour: unknown key" in refused(FOUR, colour="red")


def test_settings_say_the_path_of_what_is_wrong():
    with pytest.raises(RuleViolation, match=r"^phases\[1\]\.settings\.finals: F is fed by itself"):
        rows = [*FOUR[:2], [2, "F", "W:F", "W:SF2"]]
        rulebooks.settings_of("magic", {"finals": {"matches": rows}}, "phases[1].settings")


def test_it_is_typed_one_match_a_line_and_a_line_that_is_none_is_named():
    text = "1 SF1 S1 S4\n\n1\tSF2 S2  S3\n2 F W:SF1 W:SF2\n"
    assert custom.rows_of(text) == FOUR
    assert custom.rows_of(custom.written({"matches": FOUR})) == FOUR
    with pytest.raises(RuleViolation, match="Line 2: write the round"):
        custom.rows_of("1 SF1 S1 S4\nfinal")


PODS = [
    [1, "A", "S3", "S6", "S7"],
    [1, "B", "S4", "S5", "S8", "S9", "S10"],
    [2, "FP", "S1", "S2", "W:A", "W:B"],
]


def test_a_table_may_have_pods_of_three_to_five_and_is_typed_the_same_way():
    made = table({"matches": PODS}, 10)
    assert [len(slot.sides) for slot in made.matches] == [3, 5, 4]
    assert [str(slot.name) for slot in made.matches] == ["pod A", "pod B", "final pod"]
    assert custom.rows_of("1 A S3 S6 S7\n1 B S4 S5 S8 S9 S10\n2 FP S1 S2 W:A W:B") == PODS
    assert custom.rows_of(custom.written({"matches": PODS})) == PODS


@every(
    ("rows", "words"),
    [
        ([*PODS[:2], [2, "FP", "S1", "S2", "W:A", "L:B"]], "B is a pod: of its losers none goes on."),
        ([*PODS[:2], [2, "FP", "S1", "S2", "W:A", "RL:A,B:1"]], "A is a pod: of its losers none goes on."),
        ([*PODS[:2], [2, "FP", "S1", "S2", "W:A"]], "The winner of B goes nowhere"),
        ([[1, "A", "S1", "S2", "S3", "S4", "S5", "S6"]], "a round, a match and its two to five sides"),
        (
            [*FOUR[:2], [2, "F", "S5", "CALL:SF1,SF2", "REST:SF1,SF2"]],
            "F is a pod: nobody is called to it.",
        ),
    ],
)
def test_what_a_pod_cannot_be_is_one_sentence(rows, words):
    assert words in refused(rows)


def test_a_line_of_a_pod_with_too_many_sides_is_named():
    with pytest.raises(RuleViolation, match="Line 1: write the round, the match and its two to five sides"):
        custom.rows_of("1 A S1 S2 S3 S4 S5 S6")
