"""manage.py odds: exact chances as JSON and as a table, and refusals."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.repetitions import count
from tournaments.rules.finals import FINALS, table
from tournaments.rules.finals.odds.exact import exact_odds


def printed(*command):
    out = StringIO()
    call_command("odds", *command, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("key", FINALS)
def test_the_json_of_every_system_has_its_odds(key):
    output = json.loads(printed(key, "--format", "json", "--win-rate", "11/20"))
    odds = exact_odds(table(key, len(output["seeds"])), "11/20")
    assert list(output) == ["finals", "seeds", "impossible_finals"]
    assert output["finals"] == key
    assert output["seeds"] == {
        str(seed): {"win": float(chance), "rounds": {str(n): float(p) for n, p in odds.rounds[seed].items()}}
        for seed, chance in odds.win.items()
    }
    assert output["impossible_finals"] == [list(pair) for pair in odds.impossible_finals]


@pytest.mark.parametrize(
    ("key", "size"), [("single", 512), ("double", 4), ("double", 11), ("double", 16)][:: count(3, 1)]
)
def test_single_and_double_elimination_take_a_size(key, size):
    output = json.loads(printed(key, "--size", str(size), "--format", "json", "--win-rate", "0.6"))
    assert len(output["seeds"]) == size
    assert sum(seed["win"] for seed in output["seeds"].values()) == pytest.approx(1)
    assert output["seeds"]["1"]["win"] > output["seeds"][str(size)]["win"]


def test_the_table_names_the_rounds_and_is_lined_up():
    head, first, *_rest = printed("mcintyre8").splitlines()
    assert head.split("  ")[-1] == "Grand final"
    assert first.replace(" %", "").split() == ["1", "18.75", "3/16", "100.00", "50.00", "75.00", "37.50"]
    assert len(head) == len(first)
    assert "1 and 7, 2 and 8." in printed("mcintyre8")
    assert "again in “Preliminary final” at the earliest (25.00 %)." in printed("mcintyre5")


@pytest.mark.slow
def test_chances_too_long_to_be_written_exactly_are_left_to_their_percentages():
    head, first, *_rest = printed("single", "--size", "512", "--win-rate", "0.123456789").splitlines()
    assert "exactly" not in head and first.split()[:2] == ["1", "0.00"]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("double", "--size", "17"), "too many ways"),
        (("double", "--size", "128"), "too many ways"),
        (("double", "--size", "129"), "4 to 128 players"),
        (("single", "--size", "513"), "2 to 512 players"),
        (("afl8", "--size", "9"), "played by 8 alone"),
        (("mcintyre8", "--win-rate", "55"), "not a number from 0 to 1"),
        (("mcintyre8", "--win-rate", "55 %"), "not a number from 0 to 1"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_one_line(command, words):
    with pytest.raises(CommandError, match=words) as refusal:
        printed(*command)
    assert "\n" not in str(refusal.value)
