"""A site whose SQLite database is on a disk that becomes full."""

from contextlib import closing

import pytest
from django.db import connection

from tests.support.disks import fill_disk
from tests.support.http_client import ask
from tests.support.services import Host

# A password that is wrong is counted in the database.
WRONG_PASSWORD = {"username": "organiser", "password": "guessed"}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="its database is a file"),
]


@pytest.fixture
def site(transactional_db, small_disk, tmp_path):
    """A site with an empty database on a small disk."""
    file = small_disk / "topcut.sqlite3"
    with closing(connection.cursor()) as cursor:
        cursor.execute("VACUUM INTO %s", [str(file)])
    variables = {"DATABASE_URL": f"sqlite:///{file}", "DJANGO_SETTINGS_MODULE": "tests.settings_uncollected"}
    host = Host(tmp_path / "log", variables=variables)
    try:
        host.launch()
        host.wait()
        yield host
    finally:
        host.kill()


def test_a_full_disk_is_a_sentence_and_a_failed_health_check_until_there_is_space(site, small_disk):
    assert ask(site.port, "/healthz").status == 200
    assert ask(site.port, "/accounts/login/", WRONG_PASSWORD).status == 422
    filler = fill_disk(small_disk)
    answer = ask(site.port, "/accounts/login/", WRONG_PASSWORD)
    assert answer.status == 503 and "Nothing was saved. The disk is full." in answer.text
    assert ask(site.port, "/healthz").status == 503
    assert ask(site.port, "/").status == 200
    filler.unlink()
    assert ask(site.port, "/accounts/login/", WRONG_PASSWORD).status == 422
    assert ask(site.port, "/healthz").status == 200
