"""An evening run from a shell, with the event file of docs/event-file.md."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "event-file.md"


def run(*command) -> str:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


@pytest.fixture
def slug(db, tmp_path):
    """Return the slug of the event of that file."""
    file = tmp_path / "my-event.json"
    file.write_text(re.search(r"```json\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)[1])
    return run("import_event", str(file)).strip()


def test_a_drop_prints_the_last_round_of_the_player(slug):
    assert run("drop", slug, "Ann") == "Ann is out before round 1.\n"
    assert run("undo", slug) == "Undone: Ann dropped, by command line.\n"
    run("pair", slug)
    assert run("drop", slug, "Ann") == "Ann is out after round 1.\n", "that round is played"


def test_the_readme_example_can_be_played_to_its_champion(slug):
    for _round in range(4):
        assert "seat 4" in run("pair", slug)
        run("report", slug, "1", "2")
    assert "Event finished" in run("pair", slug)
