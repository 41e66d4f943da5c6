"""Databases of older releases: empty ones, and copies of one that was upgraded once in the run."""

import fcntl
import os
import shutil
from contextlib import ExitStack

import pytest

from tests.upgrades.databases import open_as_site, upgrade

SLOW_POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.slow)


@pytest.fixture(params=["sqlite", SLOW_POSTGRESQL])
def empty_database(request, tmp_path, db):
    """Use an empty database without tables as the site's own."""
    if request.param == "sqlite":
        address = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    else:
        server, name = request.getfixturevalue("postgres"), tmp_path.name.lower()
        server.create(name)
        address = server.address(name)
    with open_as_site(address):
        yield


@pytest.fixture(params=["sqlite", SLOW_POSTGRESQL])
def upgraded_from(request, tmp_path, tmp_path_factory, db):
    """A function that uses a copy of an upgraded database of an older release as the site's own.

    `file` names the release: it has the rows of the release whose newest migration is `migration`.
    """
    with ExitStack() as stack:

        def use(file: str, migration: str):
            if request.param == "sqlite":
                folder = tmp_path_factory.getbasetemp()
                # The processes of a run share the folder above their own.
                folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
                copy = shutil.copy(upgraded_file(folder, file, migration), tmp_path)
                address = f"sqlite:///{copy}"
            else:
                address = upgraded_copy(request.getfixturevalue("postgres"), tmp_path.name, file, migration)
            stack.enter_context(open_as_site(address))

        yield use


def upgraded_file(folder, file, migration):
    """Return the SQLite file of the upgraded database, which the first process that asks makes."""
    finished = folder / f"{file}.sqlite3"
    with (folder / f"{file}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not finished.exists():
            unfinished = folder / f"{file}.unfinished"
            with open_as_site(f"sqlite:///{unfinished}"):
                upgrade(file, migration)
            unfinished.rename(finished)
    return finished


def upgraded_copy(server, name, file, migration):
    """Return the address of a new copy of the upgraded database on this server."""
    if file not in server.databases():
        server.create(file)
        with open_as_site(server.address(file)):
            upgrade(file, migration)
    server.create(name.lower(), template=file)
    return server.address(name.lower())
