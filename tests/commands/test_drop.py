"""An evening run from a shell, with the event file of docs/event-file.md."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "event-file.md"


def said(*words) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


@pytest.fixture
def slug(db, tmp_path):
    """The event of that file."""
    file = tmp_path / "my-event.json"
    file.write_text(re.search(r"```json\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)[1])
    return said("import_event", str(file)).strip()


def test_a_drop_says_after_which_round_the_player_is_gone(slug):
    assert said("drop", slug, "Ann") == "Ann is out before round 1.\n"
    assert said("undo", slug) == "Taken back: Ann drops before round 1 is over, by command line.\n"
    said("pair", slug)
    assert said("drop", slug, "Ann") == "Ann is out after round 1.\n", "that round is played"


def test_the_file_of_the_readme_is_played_to_its_champion(slug):
    for _round in range(4):
        assert "seat 4" in said("pair", slug)
        said("report", slug, "1", "2")
    assert "the event is over" in said("pair", slug)
