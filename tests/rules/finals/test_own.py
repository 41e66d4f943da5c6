"""Finals tables written by organisers."""

import pytest

from tests.support.case_tables import every
from tournaments.rules import rulebooks
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import FINALS, build_table, check_finals
from tournaments.rules.finals_systems.custom import format_rows, parse_system, parse_typed_rows

FOUR = [[1, "SF1", "S1", "S4"], [1, "SF2", "S2", "S3"], [2, "F", "W:SF1", "W:SF2"]]


def refused(rows, **more):
    with pytest.raises(RuleViolation) as refusal:
        parse_system({"matches": rows, **more})
    return str(refusal.value)


def test_own_table_is_a_finals_system():
    made = build_table({"name": "Our four", "matches": FOUR, "rounds": ["Semi-finals", "Final"]}, 4)
    assert (made.key, made.name, made.size, made.rounds) == ("own", "Our four", 4, 2)
    assert [str(name) for name in made.round_names] == ["Semi-finals", "Final"]
    assert str(build_table({"matches": FOUR}, 4).round_names[1]) == "Round 2"
    assert check_finals({"matches": FOUR}).sizes == range(4, 5)


def size_of(key):
    return 8 if key in ("single", "double") else FINALS[key].sizes[0]


def rows_of(key):
    slots, _names = FINALS[key].build(size_of(key))
    return [[slot.round, slot.id, *slot.sides] for slot in slots if slot.reset_of is None]


@every("key", FINALS)
def test_every_built_in_table_is_a_valid_own_table(key):
    rows = rows_of(key)
    made = build_table(
        {"matches": rows}, build_table(key, 8).size if key in ("single", "double") else FINALS[key].sizes[0]
    )
    assert {slot.id for slot in made.matches} == {row[1] for row in rows}


@every(
    ("rows", "words"),
    [
        ([], "finals.matches: must be a list of matches, such as"),
        ([[1, "F", "S1"]], r"finals.matches[0]: must be a round, a match and its two to five sides"),
        ([["1", "F", "S1", "S2"]], "finals.matches[0]: must be a whole number"),
        ([[1, "the final!", "S1", "S2"]], "“the final!” isn’t a valid match name"),
        ([[1, "F", "S1", "X2"]], "“X2” isn’t a valid side of F"),
        ([[1, "F", "S1", "S3"]], "seed 2 doesn’t enter any match"),
        ([[1, "F", "S1", "S1"]], "seed 1 enters 2 times"),
        ([[1, "F", "S1", "S02"]], "“S02” isn’t a valid side of F"),
        ([[1, "F", "S1", "S²"]], "“S²” isn’t a valid side of F"),
        ([[1, "F", "S1", "S٢"]], "“S٢” isn’t a valid side of F"),
        ([[1, "F", "S1", "W:F"]], "F can’t take a player from itself"),
        ([[1, "3P", "S1", "S2"]], "3P is reserved for the third-place match"),
        ([*FOUR, [3, "G", "W:F", "S4"]], "seed 4 enters 2 times"),
        ([*FOUR[:2], [2, "SF1", "W:SF1", "W:SF2"]], "the match SF1 is listed twice"),
        ([*FOUR[:2], [2, "F", "W:F", "W:SF2"]], "F can’t take a player from itself"),
        ([*FOUR[:2], [2, "F", "W:XX", "W:SF2"]], "F uses XX, which isn’t a match"),
        (
            [*FOUR[:2], [1, "F", "W:SF1", "W:SF2"]],
            "F in round 1 takes a player from SF1, which isn’t in an earlier",
        ),
        ([*FOUR[:2], [2, "F", "W:SF1", "L:SF2"]], "The winner of SF2 doesn’t advance to any match"),
        ([*FOUR[:2], [2, "F", "W:SF1", "W:SF1"]], "F: W:SF1 is used twice"),
        ([*FOUR[:2], [3, "F", "W:SF1", "W:SF2"]], "Round 2 has no match"),
        ([*FOUR[:2], [2, "F", "RW:SF1,SF2:1", "S5"]], "Only 1 of the winners of SF1,SF2 advance"),
        ([*FOUR[:2], [2, "F", "RW:SF1,SF2:1", "RW:SF1,SF2:3"]], "uses a rank above 2"),
        ([*FOUR[:2], [2, "F", "RW:SF1,SF2:1", "RW:SF2,SF1:2"]], "in the same order everywhere"),
        (
            [*FOUR[:2], [2, "A", "L:SF1", "W:SF1"], [3, "F", "W:SF2", "W:A"], [4, "G", "L:SF1", "W:F"]],
            "L:SF1 is used twice",
        ),
        ([[1, "A", "S1", "S2"], [1, "B", "S3", "S4"]], "The winner of A doesn’t advance to any match"),
        ([*FOUR[:2], [2, "F", "CALL:SF1,SF2", "REST:SF1,SF2"]], "F: nobody makes the call"),
        (
            [*FOUR[:2], [2, "A", "S5", "REST:SF1,SF2"], [3, "F", "W:A", "CALL:SF1,SF2"]],
            "A is for the player not called in F. It must be in the same round or a later one",
        ),
        ([[1, f"M{n}", f"S{2 * n + 1}", f"S{2 * n + 2}"] for n in range(33)], "needs 2 to 64 seeds"),
    ],
)
def test_invalid_table_is_refused_with_a_sentence(rows, words):
    assert words in refused(rows)


def test_rank_and_plain_loser_of_a_match_cannot_both_advance():
    rows = [*FOUR[:2], [2, "A", "W:SF1", "L:SF2"], [2, "B", "W:SF2", "RL:SF1,SF2:1"], [3, "F", "W:A", "W:B"]]
    assert "The loser of SF2 advances to two places" in refused(rows)


def test_names_without_braces_and_control_characters():
    assert "finals.name: must be a name" in refused(FOUR, name="")
    assert "finals.name: must not contain braces" in refused(FOUR, name="{0}")
    assert "finals.rounds: must be a list of 2 round names" in refused(FOUR, rounds=["One"])
    assert "finals.colour: unknown key" in refused(FOUR, colour="red")


def test_invalid_setting_has_its_path():
    with pytest.raises(
        RuleViolation, match=r"^phases\[1\]\.settings\.finals: F can’t take a player from itself"
    ):
        rows = [*FOUR[:2], [2, "F", "W:F", "W:SF2"]]
        rulebooks.settings_of("magic", {"finals": {"matches": rows}}, "phases[1].settings")


def test_typed_table_has_one_match_per_line():
    text = "1 SF1 S1 S4\n\n1\tSF2 S2  S3\n2 F W:SF1 W:SF2\n"
    assert parse_typed_rows(text) == FOUR
    assert parse_typed_rows(format_rows({"matches": FOUR})) == FOUR
    with pytest.raises(RuleViolation, match="Line 2: type the round"):
        parse_typed_rows("1 SF1 S1 S4\nfinal")


PODS = [
    [1, "A", "S3", "S6", "S7"],
    [1, "B", "S4", "S5", "S8", "S9", "S10"],
    [2, "FP", "S1", "S2", "W:A", "W:B"],
]


def test_typed_table_with_pods():
    made = build_table({"matches": PODS}, 10)
    assert [len(slot.sides) for slot in made.matches] == [3, 5, 4]
    assert [str(slot.name) for slot in made.matches] == ["pod A", "pod B", "final pod"]
    assert parse_typed_rows("1 A S3 S6 S7\n1 B S4 S5 S8 S9 S10\n2 FP S1 S2 W:A W:B") == PODS
    assert parse_typed_rows(format_rows({"matches": PODS})) == PODS


@every(
    ("rows", "words"),
    [
        ([*PODS[:2], [2, "FP", "S1", "S2", "W:A", "L:B"]], "B is a pod: its losers can’t advance."),
        ([*PODS[:2], [2, "FP", "S1", "S2", "W:A", "RL:A,B:1"]], "A is a pod: its losers can’t advance."),
        ([*PODS[:2], [2, "FP", "S1", "S2", "W:A"]], "The winner of B doesn’t advance to any match"),
        ([[1, "A", "S1", "S2", "S3", "S4", "S5", "S6"]], "a round, a match and its two to five sides"),
        (
            [*FOUR[:2], [2, "F", "S5", "CALL:SF1,SF2", "REST:SF1,SF2"]],
            "F is a pod: nobody can be called to it.",
        ),
    ],
)
def test_invalid_pod_is_refused_with_a_sentence(rows, words):
    assert words in refused(rows)


def test_typed_pod_with_too_many_sides_is_refused():
    with pytest.raises(RuleViolation, match="Line 1: type the round, the match and its two to five sides"):
        parse_typed_rows("1 A S1 S2 S3 S4 S5 S6")
