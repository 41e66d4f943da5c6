"""PostgreSQL dumps and restores, as docs/backup.md describes."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

from tests.backups.archives import SMALL_FILE
from tests.support import postgres


def manage(*command, server, name="topcut", stdin=None):
    here = {key: value for key, value in os.environ.items() if key != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=settings.BASE_DIR,
        env=here | {"DATABASE_URL": server.address(name)},
        input=stdin,
        capture_output=True,
        text=True,
    )


@pytest.mark.skipif(postgres.find_programs() is None, reason=postgres.NOT_FOUND)
@pytest.mark.slow
def test_a_dump_restored_into_an_empty_database_gives_the_same_events(tmp_path):
    with postgres.server() as server:
        manage("migrate", "-v0", server=server)
        manage("import_event", "-", stdin=SMALL_FILE, server=server)
        manage("pair", "club-night", "--seed", "s", server=server)
        host = ("--host", str(server.folder), "--username=topcut")
        server.run("pg_dump", *host, "--format=custom", "--file=topcut.dump", "topcut")
        server.create("again")
        server.run("pg_restore", *host, "--no-owner", "--dbname=again", "topcut.dump")
        before, after = (
            manage("export_event", "club-night", server=server, name=name).stdout
            for name in ("topcut", "again")
        )
        assert after == before != ""


@pytest.mark.skipif(postgres.find_programs() is None, reason=postgres.NOT_FOUND)
@pytest.mark.slow
def test_the_nightly_backup_of_postgresql_can_be_restored(tmp_path):
    """By hand as in docs/backup.md, and over a database that a failed upgrade has changed."""
    with postgres.server() as server:
        manage("migrate", "-v0", server=server)
        manage("import_event", "-", stdin=SMALL_FILE, server=server)
        before = manage("export_event", "club-night", server=server).stdout
        environment = {**os.environ, "DATABASE_URL": server.address(), "BACKUP_DAYS": "3"}
        done = subprocess.run(
            [settings.BASE_DIR / "deploy/backup", tmp_path], env=environment, capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, "")
        (dump,) = tmp_path.iterdir()
        assert dump.name.endswith(".dump") and dump.stat().st_mode & 0o777 == 0o600
        again = manage("backup", "--database", str(dump), server=server)
        assert again.returncode == 1 and "already exists" in again.stderr
        # The server's user may not read this folder.
        content = dump.read_bytes()
        script = server.run("pg_restore", "--no-owner", "--file=-", input=content, text=False).stdout.decode()
        for name, first in (("again", ""), ("topcut", "DROP OWNED BY CURRENT_USER;")):
            if not first:
                server.create(name)
            manage(
                *("dbshell", "--", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"),
                *("--host", str(server.folder), "--username=topcut"),
                stdin=first + script,
                server=server,
                name=name,
            )
            assert manage("export_event", "club-night", server=server, name=name).stdout == before != ""
