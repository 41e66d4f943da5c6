"""A copy of an SQLite database is made before it is migrated."""

import sqlite3
import stat
from contextlib import closing

import pytest

pytestmark = pytest.mark.slow


def migrations_in(file) -> set[str]:
    with closing(sqlite3.connect(file)) as database:
        return {name for (name,) in database.execute("SELECT name FROM django_migrations")}


def test_a_database_is_copied_before_pending_migrations_and_only_then(manage, tmp_path):
    assert manage("migrate", "admin", "0002", "-v0").returncode == 0
    assert list(tmp_path.glob("*before*")) == [], "a new database has nothing to lose"
    before = migrations_in(tmp_path / "manage.sqlite3")
    done = manage("migrate", "-v0")
    (copy,) = tmp_path.glob("manage-before-0001_squashed*.sqlite3")
    assert f"The database was copied to {copy}." in done.stdout
    assert migrations_in(copy) == before < migrations_in(tmp_path / "manage.sqlite3")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert manage("migrate", "-v0").returncode == 0
    assert list(tmp_path.glob("*before*")) == [copy], "nothing was pending"
