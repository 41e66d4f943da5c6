"""Empty databases for rows of older releases."""

import pytest

from tournaments.log.actions.databases import NEW, open_databases, using_database


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def empty_database(request, tmp_path, db):
    """Use an empty database without tables as the site's own."""
    if request.param == "sqlite":
        address = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    else:
        server, name = request.getfixturevalue("postgres"), tmp_path.name.lower()
        server.create(name)
        address = server.address(name)
    with open_databases(address), using_database(NEW):
        yield
