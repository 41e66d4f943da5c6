"""A server of PostgreSQL that says nothing is given up in time, where somebody waits for a page."""

import time

import psycopg
import pytest

from config.services import LONGEST, PATIENCE, Patient
from tests.test_start import started

# Longer than any limit that is tried here.
SLEEP = "SELECT pg_sleep(30)"


@pytest.fixture
def connection(postgres):
    with Patient.connect(postgres.address("postgres"), autocommit=True) as opened:
        yield opened


def test_what_takes_too_long_ends_and_nobody_reads_its_answer_as_another_one(connection, monkeypatch):
    monkeypatch.setattr(Patient, "limit", 0.1)
    with pytest.raises(psycopg.OperationalError):
        connection.cursor().execute(SLEEP)
    assert connection.closed


def test_what_the_database_refuses_costs_no_connection(connection, monkeypatch):
    monkeypatch.setattr(Patient, "limit", 5)
    with pytest.raises(psycopg.errors.LockNotAvailable):
        connection.cursor().execute("DO $$ BEGIN RAISE lock_not_available; END $$")
    assert not connection.closed


def test_a_command_waits_as_long_as_it_takes(connection):
    assert Patient.limit is None
    asked = connection.cursor()
    asked.execute("SELECT pg_sleep(0.3)")
    assert asked.fetchall()


@pytest.mark.parametrize("served", ["wsgi", "asgi"])
def test_whoever_serves_pages_does_not(served):
    told = started(
        "-c", f"from config import services, {served}; print(services.Patient.limit)", CACHE_URL=""
    )
    assert float(told.stdout) == LONGEST


def test_a_connection_is_lent_only_where_the_server_answers_at_once(connection):
    began = time.monotonic()
    with pytest.raises(psycopg.OperationalError):
        connection.execute(SLEEP)
    assert connection.closed and time.monotonic() - began < PATIENCE + 5
    assert Patient.limit is connection.limit is None
