"""manage.py simulate: answers as JSON and as a table, progress, and refusals."""

import json
import re
import sys
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.support.case_tables import every
from tournaments.rules.simulation import MEASURES, parse_plan, simulate

PLAN = {
    "players": 16,
    "ratings": {"spread": 150},
    "draws": 0.1,
    "formats": [
        {"name": "Single", "rulebook": "magic", "rounds": 4, "cut": 4},
        {"name": "Swiss", "rulebook": "hct-2017", "rounds": 4, "best_of": 3},
    ],
}


@pytest.fixture
def plan_file(tmp_path):
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(PLAN))
    return str(path)


def run_simulate(*command):
    out, errors = StringIO(), StringIO()
    call_command("simulate", *command, stdout=out, stderr=errors)
    return out.getvalue(), errors.getvalue()


def test_the_json_output_is_the_answer_and_progress_goes_to_standard_error(plan_file):
    output, progress = run_simulate(plan_file, "--events", "300", "--seed", "7", "--format", "json")
    answer = json.loads(output)
    assert answer == simulate(parse_plan(PLAN), 300, 7)
    assert (answer["events"], answer["seed"]) == (300, 7)
    single, swiss = answer["formats"]
    assert list(single["measures"]) == list(swiss["measures"]) == list(MEASURES)
    assert set(single["measures"]["best_wins"]) == {"mean", "error"}
    assert list(single["champion_seed"]) == ["1", "2", "3", "4"]
    assert sum(single["champion_seed"].values()) == pytest.approx(1, abs=1e-5)
    assert swiss["champion_seed"] is None and swiss["measures"]["hours"] is None
    (difference,) = answer["differences"]
    assert (difference["a"], difference["b"]) == ("Single", "Swiss")
    assert difference["measures"]["best_wins"]["mean"] == pytest.approx(
        single["measures"]["best_wins"]["mean"] - swiss["measures"]["best_wins"]["mean"], abs=2e-6
    )
    assert progress.splitlines()[-1] == "Played 300 of 300 events."


def test_a_plan_can_be_read_from_standard_input(plan_file, monkeypatch):
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(json.dumps(PLAN).encode())))
    assert run_simulate("-", "--events", "5")[0] == run_simulate(plan_file, "--events", "5")[0]


def test_the_table_output_has_the_measures_the_champions_and_the_differences(plan_file):
    output, _progress = run_simulate(plan_file, "--events", "20")
    measures, champions, differences = (table.splitlines() for table in output.split("\n\n"))
    assert [line.split()[0] for line in measures] == ["measure", *MEASURES]
    assert measures[0].split() == ["measure", "Single", "Swiss"]
    assert any(line.split() == ["rounds", "6.000", "±", "0.000", "4.000", "±", "0.000"] for line in measures)
    assert [line.split()[0] for line in champions][1:] == ["1", "2", "3", "4"]
    assert differences[0].split("  ")[-1] == "Single − Swiss"


@every(
    "plan, arguments, message",
    [
        ("{", (), "isn’t JSON"),
        ('{"players": 2, "players": 3}', (), "^players: appears twice"),
        (json.dumps(PLAN | {"players": 600}), (), "^players: must be a whole number from 2 to 512"),
        (json.dumps(PLAN | {"formats": [{"name": "A"}]}), (), r"^formats\[0\]\.rulebook: is missing"),
        (json.dumps(PLAN), ("--events", "0"), "^--events: must be"),
        (json.dumps(PLAN), ("--events", "20001"), "^--events: must be"),
        (json.dumps(PLAN), ("--seed", "-1"), "^--seed: must be"),
    ],
)
def test_a_bad_plan_is_refused_in_one_line(tmp_path, plan, arguments, message):
    path = tmp_path / "plan.json"
    path.write_text(plan)
    with pytest.raises(CommandError, match=message) as refusal:
        run_simulate(str(path), *arguments)
    assert "\n" not in str(refusal.value)


def test_a_missing_plan_is_refused():
    with pytest.raises(CommandError, match=r"/nowhere/plan\.json: No such file"):
        run_simulate("/nowhere/plan.json")


def test_the_documented_plan_can_be_simulated_and_every_measure_is_documented():
    text = (Path(__file__).resolve().parents[2] / "docs" / "event-file.md").read_text()
    plan, answer = text.split("## Simulations")[1].split("```json")[1:3]
    measures = simulate(parse_plan(json.loads(plan.split("```")[0])), 2, 1)["formats"][0]
    assert set(json.loads(answer.split("```")[0])["formats"][0]) == set(measures)
    documented = re.findall(r"^\| `(\w+)`( \*)? \|", text.split("The strength rank is")[1], re.MULTILINE)
    assert [key for key, _star in documented] == list(MEASURES)
    assert [bool(star) for _key, star in documented] == [measure.is_share for measure in MEASURES.values()]
