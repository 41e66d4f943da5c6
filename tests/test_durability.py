"""Durability settings: no test can cut the power, so these check the settings on which the promise rests."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management import call_command
from django.db import connection, connections

from tournaments.apps import check_durability

OFF = {"sqlite": "PRAGMA synchronous=OFF", "postgresql": "SET synchronous_commit=off"}
ON = {"sqlite": "PRAGMA synchronous=FULL", "postgresql": "SET synchronous_commit=on"}
pytestmark = pytest.mark.django_db(transaction=True)


def check_new_connection():
    try:
        return check_durability(["default"])
    finally:
        connections.close_all()


def test_every_connection_syncs_commits_to_the_disk():
    assert check_durability(["default"]) == []
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(check_new_connection).result() == []


def test_a_database_that_does_not_sync_is_reported_by_check(capsys):
    with connection.cursor() as cursor:
        cursor.execute(OFF[connection.vendor])
        try:
            (warning,) = check_durability(["default"])
            call_command("check", databases=["default"])
        finally:
            cursor.execute(ON[connection.vendor])
    assert "may be gone after a power cut" in warning.msg
    assert warning.msg in capsys.readouterr().err
