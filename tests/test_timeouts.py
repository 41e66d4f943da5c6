"""Timeouts of pages and commands that wait for PostgreSQL."""

import psycopg
import pytest

from config import connections
from tests.support.processes import started

SHOW = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SHOW statement_timeout")
    print(cursor.fetchone()[0])
"""


@pytest.mark.parametrize(
    ("command", "timeout"),
    [
        (("manage.py", "shell", "-v0", "-c", SHOW), "0"),
        (("-c", f"import config.wsgi\n{SHOW}"), "6s"),
        (("-c", f"import config.asgi\n{SHOW}"), "6s"),
    ],
)
def test_statements_time_out_after_six_seconds_in_pages_but_not_in_commands(postgres, command, timeout):
    done = started(*command, DATABASE_URL=postgres.address("postgres"), CACHE_URL="")
    assert done.stdout.strip() == timeout, done.stderr


def test_a_connection_to_a_silent_server_is_closed(postgres, monkeypatch):
    monkeypatch.setattr(connections, "READ_TIMEOUT_SECONDS", 0.1)
    with connections.TimeoutConnection.connect(postgres.address("postgres")) as connection:
        with pytest.raises(psycopg.OperationalError):
            connection.execute("SELECT pg_sleep(30)")
        assert connection.closed


def test_a_database_error_does_not_close_the_connection(postgres):
    address = postgres.address("postgres")
    with connections.TimeoutConnection.connect(address, autocommit=True) as connection:
        with pytest.raises(psycopg.errors.LockNotAvailable):
            connection.execute("DO $$ BEGIN RAISE lock_not_available; END $$")
        assert not connection.closed
