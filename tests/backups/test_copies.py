"""Copying the whole database during writes, and every night."""

import os
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from tests.backups.archives import SMALL_FILE
from tests.support.repetitions import count
from tournaments.log.actions.databases import copy_before, copy_database
from tournaments.models import Event
from tournaments.rules.errors import RuleViolation

pytestmark = pytest.mark.skipif("connection.vendor != 'sqlite'")

COPIES = count(2, 20)
TORN_EVENTS = """SELECT count(*) FROM tournaments_event e WHERE e.version <>
          (SELECT max(version) FROM tournaments_logentry WHERE event_id = e.id)"""


def test_a_copy_made_during_writes_is_consistent(writers, tmp_path):
    versions = []
    for number in range(COPIES):
        file = tmp_path / f"{number}.sqlite3"
        known = Event.objects.get().version
        copy_database(file)
        with closing(sqlite3.connect(file)) as copy:
            assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert copy.execute("PRAGMA foreign_key_check").fetchall() == []
            assert copy.execute(TORN_EVENTS).fetchone() == (0,)
            (version,) = copy.execute("SELECT version FROM tournaments_event").fetchone()
        assert version >= known
        versions.append(version)
        counts = [desk.done for desk in writers]
        while any(desk.done == done and desk.is_alive() for desk, done in zip(writers, counts, strict=True)):
            writers[0].join(0.01)
    assert versions == sorted(versions)
    assert versions[0] < versions[-1], "no write during the copies"


def test_a_copy_is_readable_by_its_owner_only_and_overwrites_nothing(db, tmp_path):
    file = tmp_path / "copy.sqlite3"
    copy_database(file)
    assert file.stat().st_mode & 0o777 == 0o600
    before = file.read_bytes()
    for taken in (file, Path(connection.settings_dict["NAME"])):
        with pytest.raises(RuleViolation, match="already exists"):
            copy_database(taken)
    assert file.read_bytes() == before
    with pytest.raises(RuleViolation, match="No such file"):
        copy_database(tmp_path / "nowhere" / "copy.sqlite3")


def test_copies_made_before_migrations_are_deleted_after_30_days(db):
    old, new = (copy_before(f"00{number}_next") for number in (23, 24))
    part, other = old.with_name(f".{old.name}.ab_1.part"), old.with_name(f"{old.stem}-of-mine{old.suffix}")
    try:
        for file, days in ((old, 31), (part, 31), (other, 31), (new, 29)):
            file.touch()
            os.utime(file, (time.time() - days * 86400,) * 2)
        call_command("delete_contact_data")
        assert [file.exists() for file in (old, part, other, new)] == [False, False, True, True]
        assert Path(connection.settings_dict["NAME"]).exists()
    finally:
        for file in (old, part, other, new):
            file.unlink(missing_ok=True)


@pytest.mark.slow
def test_the_nightly_backup_keeps_copies_for_some_days_and_each_is_a_whole_database(manage, tmp_path):
    manage("migrate", "-v0")
    manage("import_event", "-", stdin=SMALL_FILE)
    before = manage("export_event", "club-night").stdout
    folder = tmp_path / "backups"
    folder.mkdir()
    old = (("topcut-old.sqlite3", 4), (".topcut-old.sqlite3.x.part", 4))
    for name, days in (*old, ("topcut-new.sqlite3", 2), ("other", 4)):
        (folder / name).touch()
        os.utime(folder / name, (time.time() - days * 86400,) * 2)
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/manage.sqlite3", "BACKUP_DAYS": "3"}
    subprocess.run([settings.BASE_DIR / "deploy/backup", folder], env=environment, check=True)
    recent, other, copy = sorted(folder.iterdir(), key=lambda path: path.stat().st_size)
    assert {recent.name, other.name} == {"topcut-new.sqlite3", "other"}
    assert copy.suffix == ".sqlite3" and copy.stat().st_mode & 0o777 == 0o600
    assert manage("export_event", "club-night", DATABASE_URL=f"sqlite:///{copy}").stdout == before != ""
