"""manage.py backup and restore."""

import os
import stat
import zipfile
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.support.database_states import rows
from tests.support.played_events import STATES
from tests.support.processes import run_forked
from tournaments.models import Event

FILE = """{"format": "topcut/1", "event": {"name": "Club night", "rulebook": "magic"},
 "players": [{"id": "p1", "name": "Ann"}, {"id": "p2", "name": "Bo"}]}"""


def run(*command) -> str:
    """Return the output of a command."""
    out = StringIO()
    call_command(*command, stdout=out, stderr=out)
    return out.getvalue()


@pytest.fixture
def event(db):
    return STATES["running"]()


def test_events_are_backed_up_and_restored(event, tmp_path):
    file, before = str(tmp_path / "all.zip"), run("export_event", event.slug)
    run("backup", "--to", file)
    Event.objects.all().delete()
    assert run("restore", file) == f"{event.slug}\n"
    assert run("export_event", event.slug) == before
    assert run("restore", file, "--event", event.slug, "--as", "another") == "another\n"


def test_invalid_arguments_are_refused_without_a_change(event, tmp_path):
    file = str(tmp_path / "all.zip")
    run("backup", event.slug, "--to", file)
    before = rows()
    for command, message in (
        (("restore", file), "already exists"),
        (("restore", file, "--event", "other"), "doesn’t contain the event “other”"),
        (("restore", str(tmp_path / "none.zip")), "The file .* doesn’t exist"),
        (("restore", __file__), "isn’t a backup"),
        (("backup", "nowhere"), "event “nowhere” doesn’t exist"),
        (("backup", "--to", file), "already exists"),
        (("backup", event.slug, "--database", file), "without other arguments"),
    ):
        with pytest.raises(CommandError, match=message):
            run(*command)
    assert rows() == before


KILLED_BACKUP = """
import os, signal, sys
from pathlib import Path
from tournaments.log.actions.databases import create_secret_file
with create_secret_file(Path(sys.argv[1])) as file:
    file.write(b"half of a backup")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_backup_leaves_no_file_under_its_name(event, tmp_path):
    file = tmp_path / "all.zip"
    run_forked("-c", KILLED_BACKUP, str(file), environment=dict(os.environ))
    assert not file.exists()
    assert list(tmp_path.glob(".all.zip.*.part")), "it was killed while it wrote"
    run("backup", "--to", str(file))
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.slow
def test_a_copy_of_the_database_can_be_opened(manage, tmp_path):
    manage("migrate", "-v0")
    manage("import_event", "-", stdin=FILE)
    copy = tmp_path / "copy.sqlite3"
    assert manage("backup", "--database", str(copy)).returncode == 0
    exported = manage("export_event", "club-night", DATABASE_URL=f"sqlite:///{copy}")
    assert "Ann" in exported.stdout, exported.stderr
