"""A whole event by commands of manage.py, run in this process, and some commands as processes."""

import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from subprocess import CompletedProcess

import pytest
from django.core.management import execute_from_command_line

from tests.support.processes import run_python

NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve"]


@pytest.fixture
def shell(transactional_db, monkeypatch):
    """A function that runs manage.py in this process, which is faster, and returns a CompletedProcess."""

    def run(*command, stdin=None):
        out, err, code = StringIO(), StringIO(), 0
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO((stdin or "").encode()), "utf-8"))
        with redirect_stdout(out), redirect_stderr(err):
            try:
                execute_from_command_line(["manage.py", *command])
            except SystemExit as end:
                code = end.code
        return CompletedProcess(command, code, out.getvalue(), err.getvalue())

    return run


@pytest.fixture
def succeed(shell):
    """A function that runs a command that must succeed and returns its output, parsed if JSON."""

    def run(*command, stdin=None):
        done = shell(*command, stdin=stdin)
        assert (done.returncode, done.stderr) == (0, ""), (command, done.stderr)
        return json.loads(done.stdout) if "json" in command else done.stdout.strip()

    return run


@pytest.fixture
def fail(shell):
    """A function that runs a command that must fail with exit code 1 and returns its line of error output."""

    def run(*command, stdin=None):
        done = shell(*command, stdin=stdin)
        assert done.returncode == 1 and done.stdout == "", command
        (line,) = done.stderr.splitlines()
        assert "Traceback" not in line
        return line

    return run


def event_file():
    """Return an event file of five players; in round 1 the first of each table won, and Eve had the bye."""
    seats = [[{"player": f"p{n}", "games": 2}, {"player": f"p{n + 2}", "games": n % 2}] for n in (1, 2)]
    first = {
        "number": 1,
        "state": "finished",
        "matches": [*({"table": n, "seats": pair} for n, pair in enumerate(seats, 1)), {"bye": "p5"}],
    }
    return json.dumps(
        {
            "format": "topcut/1",
            "event": {"name": "Shell night", "rulebook": "magic"},
            "players": [{"id": f"p{n}", "name": name} for n, name in enumerate(NAMES, 1)],
            "phases": [
                {"kind": "swiss", "settings": {"rounds": 2}, "rounds": [first]},
                {"kind": "bracket", "settings": {"cut": {"top": 4}, "finals": "mcintyre4"}, "rounds": []},
            ],
        }
    )


def pairs_of(round_):
    return [tuple(seat["player"] for seat in match["seats"]) for match in round_["matches"]]


@pytest.mark.slow
def test_an_event_from_its_file_to_the_champion(succeed, fail):
    slug = succeed("import_event", "-", stdin=event_file())
    assert slug == "shell-night"
    after_one = succeed("standings", slug, "--format", "json")
    assert [row["points"] for row in after_one["rows"]] == [3] * 3 + [0] * 2

    succeed("drop", slug, "Eve")
    assert succeed("undo", slug) == "Undone: Eve dropped, by command line."
    second = succeed("pair", slug, "--seed", "two", "--format", "json")
    assert second["round"] == 2 and len(second["matches"]) == 3
    succeed("undo", slug)
    assert succeed("pair", slug, "--seed", "two", "--format", "json") == second

    assert "Waiting for the result of table 1, 2." in fail("pair", slug)
    for table in ("1", "2"):
        succeed("report", slug, table, "2-0")
    succeed("report", slug, "2", "1-2")
    succeed("drop", slug, "Eve")

    semi = succeed("pair", slug, "--format", "json")
    assert [match["slot"] for match in semi["matches"]] == ["SF2", "SF1"]
    ranked = [row["player"] for row in succeed("standings", slug, "--phase", "1", "--format", "json")["rows"]]
    seed = dict(enumerate([player for player in ranked if player != "p5"], 1))
    assert pairs_of(semi) == [(seed[1], seed[2]), (seed[3], seed[4])]

    assert "needs a winner" in fail("report", slug, "1", "draw")
    for table in ("1", "2"):
        succeed("report", slug, table, "2-1")
    preliminary = succeed("pair", slug, "--format", "json")
    assert pairs_of(preliminary) == [(seed[2], seed[3])]
    succeed("report", slug, str(preliminary["matches"][0]["table"]), "concede", "1")
    (final,) = succeed("pair", slug, "--format", "json")["matches"]
    succeed("report", slug, str(final["table"]), "0-2")
    assert succeed("pair", slug, "--format", "json") == {"round": None, "phase": 2, "matches": []}
    placed = succeed("standings", slug, "--format", "json")["rows"]
    assert [row["player"] for row in placed[:2]] == [final["seats"][1]["player"], final["seats"][0]["player"]]

    whole = succeed("export_event", slug)
    copy = succeed("import_event", "-", stdin=whole)
    assert copy == "shell-night-2"
    assert succeed("export_event", copy) == whole


def test_an_error_is_one_line_and_changes_nothing(succeed, fail, tmp_path):
    slug = succeed("import_event", "-", stdin=event_file())
    before = succeed("export_event", slug)
    assert "“nowhere”" in fail("pair", "nowhere")
    assert "“Nobody”" in fail("drop", slug, "Nobody")
    assert "sausage" in fail("standings", slug, "--tiebreakers", "omw,sausage")
    assert "knockout" in fail("odds", "knockout")
    assert fail("report", slug, "one", "2-0")
    assert "players[3].name" in fail("import_event", "-", stdin=event_file().replace('"Dan"', "7"))
    assert "missing.json" in fail("import_event", str(tmp_path / "missing.json"))
    assert fail("import_event", "-", stdin="{")
    assert succeed("export_event", slug) == before


@pytest.mark.parametrize(
    "command",
    [
        ("pair",),
        ("report", "slug"),
        ("standings", "slug", "--phase", "one"),
        ("odds", "single", "--sieze", "8"),
    ],
)
def test_wrong_usage_exits_with_2(shell, command):
    done = shell(*command)
    assert done.returncode == 2
    assert "usage:" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_command_reads_what_another_process_stored(manage):
    assert manage("migrate", "-v0").returncode == 0
    imported = manage("import_event", "-", stdin=event_file(), start=run_python)
    assert (imported.returncode, imported.stdout, imported.stderr) == (0, "shell-night\n", "")
    data = json.loads(manage("export_event", "shell-night").stdout)
    assert [player["name"] for player in data["players"]] == NAMES
    refused = manage("drop", "shell-night", "Nobody", start=run_python)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "“Nobody”" in refused.stderr and len(refused.stderr.splitlines()) == 1
    wrong = manage("pair")
    assert wrong.returncode == 2
    assert "usage:" in wrong.stderr and "Traceback" not in wrong.stderr
