"""PostgreSQL dumps and restores, as docs/backup.md describes."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

from tests import postgres

FILE = """{"format": "topcut/1", "event": {"name": "Club night", "rulebook": "magic"},
 "players": [{"id": "p1", "name": "Ann"}, {"id": "p2", "name": "Bo"}]}"""


@pytest.mark.skipif(postgres.find_programs() is None, reason=postgres.NOT_FOUND)
@pytest.mark.slow
def test_a_dump_restored_into_an_empty_database_gives_the_same_events(tmp_path):
    with postgres.server() as server:

        def manage(*command, name="topcut", stdin=None):
            address = {"DATABASE_URL": server.address(name)}
            here = {key: value for key, value in os.environ.items() if key != "DJANGO_ALLOW_ASYNC_UNSAFE"}
            return subprocess.run(
                [sys.executable, "manage.py", *command],
                cwd=settings.BASE_DIR,
                env=here | address,
                input=stdin,
                capture_output=True,
                text=True,
            )

        manage("migrate", "-v0")
        manage("import_event", "-", stdin=FILE)
        manage("pair", "club-night", "--seed", "s")
        host = ("--host", str(server.folder), "--username=topcut")
        server.run("pg_dump", *host, "--format=custom", "--file=topcut.dump", "topcut")
        server.create("again")
        server.run("pg_restore", *host, "--no-owner", "--dbname=again", "topcut.dump")
        before, after = (
            manage("export_event", "club-night", name=name).stdout for name in ("topcut", "again")
        )
        assert after == before != ""
        refused = manage("backup", "--database", str(tmp_path / "copy"))
        assert refused.returncode == 1
        assert "pg_dump --format=custom" in refused.stderr
