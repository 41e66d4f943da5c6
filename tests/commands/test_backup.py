"""manage.py backup and restore."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.actions.conftest import STATES
from tests.database_states import rows
from tournaments.models import Event

FILE = """{"format": "topcut/1", "event": {"name": "Club night", "rulebook": "magic"},
 "players": [{"id": "p1", "name": "Ann"}, {"id": "p2", "name": "Bo"}]}"""


def said(*command) -> str:
    """What a command prints."""
    out = StringIO()
    call_command(*command, stdout=out, stderr=out)
    return out.getvalue()


@pytest.fixture
def event(db):
    return STATES["running"]()


def test_events_go_home_in_a_file_and_come_back(event, tmp_path):
    file, before = str(tmp_path / "all.zip"), said("export_event", event.slug)
    said("backup", "--to", file)
    Event.objects.all().delete()
    assert said("restore", file) == f"{event.slug}\n"
    assert said("export_event", event.slug) == before
    assert said("restore", file, "--event", event.slug, "--as", "another") == "another\n"


def test_what_cannot_be_is_refused_and_changes_nothing(event, tmp_path):
    file = str(tmp_path / "all.zip")
    said("backup", event.slug, "--to", file)
    before = rows()
    for command, words in (
        (("restore", file), "is here already"),
        (("restore", file, "--event", "other"), "no event “other”"),
        (("restore", str(tmp_path / "none.zip")), "no file"),
        (("restore", __file__), "no backup"),
        (("backup", "nowhere"), "no event “nowhere”"),
        (("backup", "--to", file), "is there already"),
        (("backup", event.slug, "--database", file), "stands alone"),
    ):
        with pytest.raises(CommandError, match=words):
            said(*command)
    assert rows() == before


@pytest.mark.slow
def test_a_copy_of_the_database_is_one_that_runs(manage, tmp_path):
    manage("migrate", "-v0")
    manage("import_event", "-", told=FILE)
    copy = tmp_path / "copy.sqlite3"
    assert manage("backup", "--database", str(copy)).returncode == 0
    exported = manage("export_event", "club-night", DATABASE_URL=f"sqlite:///{copy}")
    assert "Ann" in exported.stdout, exported.stderr
