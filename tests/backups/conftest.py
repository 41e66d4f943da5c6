"""Fixtures."""

import threading
from contextlib import suppress

import pytest
from django.db import connections

from tests.support.played_events import STATES
from tournaments.changes.change import Actor
from tournaments.results.actions.results import report_result


class Desk(threading.Thread):
    """Reports results at the same time as the other desk, until the barrier is aborted."""

    def __init__(self, event, table, turns):
        super().__init__()
        self.event, self.table, self.turns = event, table, turns
        self.done, self.has_begun = 0, threading.Event()

    def run(self):
        # Each waits for the other after a write: SQLite does not guarantee fairness.
        with suppress(threading.BrokenBarrierError):
            while True:
                self.turns.wait()
                result_text = ("2-0", "0-2")[self.done % 2]
                report_result(self.event, Actor("desk"), 1, 2, self.table, result_text)
                self.done += 1
                self.has_begun.set()
        connections.close_all()


@pytest.fixture
def writers(transactional_db):
    event, turns = STATES["running"](), threading.Barrier(2)
    desks = [Desk(event, table, turns) for table in (2, 3)]
    for desk in desks:
        desk.start()
    for desk in desks:
        assert desk.has_begun.wait(60)
    yield desks
    assert all(desk.is_alive() for desk in desks)
    turns.abort()
    for desk in desks:
        desk.join()
