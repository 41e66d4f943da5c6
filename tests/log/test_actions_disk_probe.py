"""The probe of the disk leaves the database alone."""

import sqlite3
import subprocess
import sys

import pytest

from tournaments.web.durability import probe_disk

COUNT = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
print(connection.execute("SELECT count(*) FROM results").fetchone()[0])
connection.close()
"""


@pytest.fixture
def file(tmp_path):
    """Return the file of a database in WAL mode with a row."""
    file = tmp_path / "site.sqlite3"
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE results (number INTEGER)")
    connection.execute("INSERT INTO results VALUES (1)")
    connection.close()
    return file


def count_in_another_process(file) -> int:
    """Return the number of rows that another process sees, which is the last to close the database."""
    return int(subprocess.check_output([sys.executable, "-c", COUNT, file]))


def test_a_row_committed_after_a_health_check_survives_a_process_that_opens_and_closes(file):
    site = sqlite3.connect(file, isolation_level=None)
    site.execute("INSERT INTO results VALUES (2)")
    probe_disk(file)
    assert count_in_another_process(file) == 2
    site.execute("INSERT INTO results VALUES (3)")
    assert count_in_another_process(file) == 3
    site.close()
