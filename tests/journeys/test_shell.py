"""A whole event from the command line, as manage.py carries it out, and a few commands as processes."""

import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from subprocess import CompletedProcess

import pytest
from django.core.management import execute_from_command_line

from tests.processes import anew

NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve"]


@pytest.fixture
def shell(transactional_db, monkeypatch):
    """What manage.py does, without the time that a process takes to start; gives what a process would."""

    def run(*command, told=None):
        out, err, code = StringIO(), StringIO(), 0
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO((told or "").encode()), "utf-8"))
        with redirect_stdout(out), redirect_stderr(err):
            try:
                execute_from_command_line(["manage.py", *command])
            except SystemExit as ended:
                code = ended.code
        return CompletedProcess(command, code, out.getvalue(), err.getvalue())

    return run


@pytest.fixture
def does(shell):
    """Runs a command that must succeed; gives what it printed, read as JSON where that was asked for."""

    def run(*command, told=None):
        done = shell(*command, told=told)
        assert (done.returncode, done.stderr) == (0, ""), (command, done.stderr)
        return json.loads(done.stdout) if "json" in command else done.stdout.strip()

    return run


@pytest.fixture
def refuses(shell):
    """Runs a command that must be refused: exit 1, one line, no traceback; gives the line."""

    def run(*command, told=None):
        done = shell(*command, told=told)
        assert done.returncode == 1 and done.stdout == "", command
        (line,) = done.stderr.splitlines()
        assert "Traceback" not in line
        return line

    return run


def event_file():
    """Five players; in round 1 the first of each table won, and Eve had the bye."""
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


def seated(round_):
    return [tuple(seat["player"] for seat in match["seats"]) for match in round_["matches"]]


def test_an_event_from_its_file_to_its_champion(does, refuses):
    slug = does("import_event", "-", told=event_file())
    assert slug == "shell-night"
    after_one = does("standings", slug, "--format", "json")
    assert [row["points"] for row in after_one["rows"]] == [3] * 3 + [0] * 2

    does("drop", slug, "Eve")
    assert does("undo", slug) == "Taken back: Eve drops, by command line."
    second = does("pair", slug, "--seed", "two", "--format", "json")
    assert second["round"] == 2 and len(second["matches"]) == 3
    does("undo", slug)
    assert does("pair", slug, "--seed", "two", "--format", "json") == second

    assert "no result yet from table 1, 2." in refuses("pair", slug)
    for table in ("1", "2"):
        does("report", slug, table, "2-0")
    does("report", slug, "2", "1-2")
    does("drop", slug, "Eve")

    semi = does("pair", slug, "--format", "json")
    assert [match["slot"] for match in semi["matches"]] == ["SF2", "SF1"]
    ranked = [row["player"] for row in does("standings", slug, "--phase", "1", "--format", "json")["rows"]]
    seed = dict(enumerate([player for player in ranked if player != "p5"], 1))
    assert seated(semi) == [(seed[1], seed[2]), (seed[3], seed[4])]

    assert "somebody must win" in refuses("report", slug, "1", "draw")
    for table in ("1", "2"):
        does("report", slug, table, "2-1")
    preliminary = does("pair", slug, "--format", "json")
    assert seated(preliminary) == [(seed[2], seed[3])]
    does("report", slug, str(preliminary["matches"][0]["table"]), "concede", "1")
    (final,) = does("pair", slug, "--format", "json")["matches"]
    does("report", slug, str(final["table"]), "0-2")
    assert does("pair", slug, "--format", "json") == {"round": None, "phase": 2, "matches": []}
    placed = does("standings", slug, "--format", "json")["rows"]
    assert [row["player"] for row in placed[:2]] == [final["seats"][1]["player"], final["seats"][0]["player"]]

    whole = does("export_event", slug)
    copy = does("import_event", "-", told=whole)
    assert copy == "shell-night-2"
    assert does("export_event", copy) == whole


def test_what_cannot_be_done_is_one_line(does, refuses, tmp_path):
    slug = does("import_event", "-", told=event_file())
    before = does("export_event", slug)
    assert "“nowhere”" in refuses("pair", "nowhere")
    assert "“Nobody”" in refuses("drop", slug, "Nobody")
    assert "sausage" in refuses("standings", slug, "--tiebreakers", "omw,sausage")
    assert "knockout" in refuses("odds", "knockout")
    assert refuses("report", slug, "one", "2-0")
    assert "players[3].name" in refuses("import_event", "-", told=event_file().replace('"Dan"', "7"))
    assert "missing.json" in refuses("import_event", str(tmp_path / "missing.json"))
    assert refuses("import_event", "-", told="{")
    assert does("export_event", slug) == before


@pytest.mark.parametrize(
    "command",
    [
        ("pair",),
        ("report", "slug"),
        ("standings", "slug", "--phase", "one"),
        ("odds", "single", "--sieze", "8"),
    ],
)
def test_wrong_usage_is_two_in_argparses_words(shell, command):
    done = shell(*command)
    assert done.returncode == 2
    assert "usage:" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_command_is_a_process_that_finds_what_another_stored(manage):
    assert manage("migrate", "-v0").returncode == 0
    made = manage("import_event", "-", told=event_file(), start=anew)
    assert (made.returncode, made.stdout, made.stderr) == (0, "shell-night\n", "")
    told = json.loads(manage("export_event", "shell-night").stdout)
    assert [player["name"] for player in told["players"]] == NAMES
    refused = manage("drop", "shell-night", "Nobody", start=anew)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "“Nobody”" in refused.stderr and len(refused.stderr.splitlines()) == 1
    wrong = manage("pair")
    assert wrong.returncode == 2
    assert "usage:" in wrong.stderr and "Traceback" not in wrong.stderr
