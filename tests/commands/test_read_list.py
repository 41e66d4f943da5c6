"""manage.py read_list: what is read of a decklist, as JSON and as a table, and refusals."""

import json
import subprocess
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.support.deck_exports import DEK, NETRUNNERDB_RUNNER, SWUDB_ESCAPES


def run_read_list(path, *options):
    out = StringIO()
    call_command("read_list", str(path), *options, stdout=out)
    return out.getvalue()


@pytest.fixture
def write(tmp_path):
    def write_list(text):
        path = tmp_path / "list.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write_list


def test_the_json_output_has_cards_by_section_counts_and_unread_lines(write):
    path = write("// Burn\n4xLightning Bolt\n56 Mountain\n\n15 Duress")
    assert json.loads(run_read_list(path, "--format", "json")) == {
        "sections": {
            "main": [{"count": 4, "card": "Lightning Bolt"}, {"count": 56, "card": "Mountain"}],
            "sideboard": [{"count": 15, "card": "Duress"}],
        },
        "counts": {"main": 60, "sideboard": 15},
        "unread": ["// Burn"],
        "warnings": [],
    }


def test_limits_give_warnings(write):
    path = write("5 Lightning Bolt\n50 Mountain")
    answer = json.loads(run_read_list(path, "--limits", "constructed", "--format", "json"))
    assert answer["warnings"] == [
        "55 of at least 60 cards in the main deck",
        "5 × Lightning Bolt, at most 4",
    ]
    assert json.loads(run_read_list(path, "--limits", "free", "--format", "json"))["warnings"] == []


def test_a_table_shows_the_same(write):
    lines = run_read_list(write("# Burn\n5 Shock\n\nSideboard\n1 Duress"), "--limits", "constructed")
    assert lines.splitlines() == [
        "count  card    section",
        "    5  Shock   main",
        "    1  Duress  sideboard",
        "main: 5",
        "sideboard: 1",
        "not read: # Burn",
        "warning: 5 of at least 60 cards in the main deck",
        "warning: 5 × Shock, at most 4",
    ]


def test_an_empty_list_is_read(write):
    answer = json.loads(run_read_list(write(""), "--format", "json"))
    assert answer == {"sections": {}, "counts": {}, "unread": [], "warnings": []}


@pytest.mark.parametrize(("text", "main"), [(DEK, 60), (NETRUNNERDB_RUNNER, 11)])
def test_files_of_deck_builders_are_read(write, text, main):
    assert json.loads(run_read_list(write(text), "--format", "json"))["counts"]["main"] == main


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("4 Shock", ["--limits", "vintage"], "^Limits vintage don’t exist. Choose one of free, constructed"),
        (b"4 Sh\xf6ck", [], "list.txt: the list must be UTF-8 text"),
        ("4 Shock\n" * 9_999, [], "list.txt: use at most 20000 characters"),
    ],
)
def test_refusals_are_one_line(write, text, options, words):
    with pytest.raises(CommandError, match=words) as error:
        run_read_list(write(text), *options)
    assert "\n" not in str(error.value)


def test_a_file_with_halves_of_letters_is_printed():
    command = [sys.executable, "manage.py", "read_list", "-"]
    result = subprocess.run(command, input=SWUDB_ESCAPES.encode(), capture_output=True)
    assert (result.stderr, result.returncode) == (b"", 0)
    assert result.stdout.splitlines()[1].split() == [b"2", b"abc", b"main"]


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        run_read_list(tmp_path / "nothing.txt")


def test_a_dash_reads_standard_input():
    command = [sys.executable, "manage.py", "read_list", "-", "--format", "json"]
    result = subprocess.run(command, input=b"4 Shock", capture_output=True, check=True)
    assert json.loads(result.stdout)["counts"] == {"main": 4}
