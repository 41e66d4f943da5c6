"""The disk and the migrations of the database, as the start and the health check ask for them."""

import errno
import os
import tempfile
from pathlib import Path

from django.db.migrations.executor import MigrationExecutor

# What an SQLite database needs to go on for a while.
MIN_FREE_BYTES = 2**20


def probe_disk(file: Path):
    """Raise OSError if an SQLite database in this file cannot be written, or its disk is full.

    The file itself must not be opened: closing it would drop the locks by which this process's connections
    keep the write-ahead log from being deleted (sqlite.org/howtocorrupt.html, section 2.2).
    """
    with tempfile.TemporaryFile(dir=file.parent) as probe:
        probe.write(bytes(MIN_FREE_BYTES))
    if file.exists() and not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))


def is_migrated(connection) -> bool:
    """Return whether every migration of this release is applied."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
