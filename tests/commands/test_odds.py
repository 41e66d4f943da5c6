"""manage.py odds: exact chances as JSON and as a table, and refusals."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.support.repetitions import count
from tournaments.rules.finals import FINALS, build_table
from tournaments.rules.finals.odds.exact import exact_odds


def run_odds(*command):
    out = StringIO()
    call_command("odds", *command, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("key", FINALS)
def test_the_json_output_has_the_odds_of_every_system(key):
    output = json.loads(run_odds(key, "--format", "json", "--win-rate", "11/20"))
    odds = exact_odds(build_table(key, len(output["seeds"])), "11/20")
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
def test_single_and_double_elimination_have_a_size_option(key, size):
    output = json.loads(run_odds(key, "--size", str(size), "--format", "json", "--win-rate", "0.6"))
    assert len(output["seeds"]) == size
    assert sum(seed["win"] for seed in output["seeds"].values()) == pytest.approx(1)
    assert output["seeds"]["1"]["win"] > output["seeds"][str(size)]["win"]


def test_the_table_output_names_the_rounds_and_is_aligned():
    head, first, *_rest = run_odds("mcintyre8").splitlines()
    assert head.split("  ")[-1] == "Grand final"
    assert first.replace(" %", "").split() == ["1", "18.75", "3/16", "100.00", "50.00", "75.00", "37.50"]
    assert len(head) == len(first)
    assert "1 and 7, 2 and 8." in run_odds("mcintyre8")
    assert "again in “Preliminary final” at the earliest (25.00 %)." in run_odds("mcintyre5")


@pytest.mark.slow
def test_long_fractions_are_printed_as_percentages_only():
    head, first, *_rest = run_odds("single", "--size", "512", "--win-rate", "0.123456789").splitlines()
    assert "exactly" not in head and first.split()[:2] == ["1", "0.00"]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("double", "--size", "17"), "too many outcomes"),
        (("double", "--size", "128"), "too many outcomes"),
        (("double", "--size", "129"), "4 to 128 players"),
        (("single", "--size", "513"), "2 to 512 players"),
        (("afl8", "--size", "9"), "needs exactly 8 players"),
        (("mcintyre8", "--win-rate", "55"), "isn’t a number from 0 to 1"),
        (("mcintyre8", "--win-rate", "55 %"), "isn’t a number from 0 to 1"),
    ],
)
def test_invalid_arguments_are_refused_in_one_line(command, message):
    with pytest.raises(CommandError, match=message) as refusal:
        run_odds(*command)
    assert "\n" not in str(refusal.value)
