"""Run two actions concurrently: at the same moment, or the second while the first is paused."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Barrier, Event

from django.db import connection, connections

# Seconds without a statement after which a thread counts as blocked.
BLOCKED_SECONDS = 0.05


class Statements:
    """Counts the SQL statements of one thread and pauses before one of them."""

    def __init__(self, stop_at: int = 0):
        self.count, self.stop_at = 0, stop_at
        self.stopped, self.resumed = Event(), Event()

    def __call__(self, execute, sql, params, many, context):
        self.count += 1
        if self.count == self.stop_at:
            self.stopped.set()
            self.resumed.wait()
        return execute(sql, params, many, context)


def run(act: Callable, statements: Statements):
    """Return the result of `act`, run on this thread's own connection."""
    try:
        with connection.execute_wrapper(statements):
            return act()
    finally:
        connections.close_all()


def run_interleaved(first: Callable, second: Callable, at: int) -> tuple:
    """Return both results. The second runs while the first is paused before its statement `at`.

    If the second is blocked, it continues once the first does.
    """
    paused, counted = Statements(stop_at=at), Statements()
    with ThreadPoolExecutor(2) as threads:
        first_result = threads.submit(run, first, paused)
        try:
            while not paused.stopped.is_set() and not first_result.done():
                wait([first_result], timeout=0.001)
            second_result, last_count = threads.submit(run, second, counted), -1
            # A thread without progress waits for a lock held by the first. If it is only slow, this is just
            # another possible order.
            while not second_result.done() and last_count != counted.count:
                last_count = counted.count
                wait([second_result], timeout=BLOCKED_SECONDS)
        finally:
            paused.resumed.set()
        return first_result.result(), second_result.result()


def run_at_once(*acts: Callable) -> list:
    """Return the results of all actions, started at the same moment."""
    barrier = Barrier(len(acts))

    def begin(act: Callable):
        barrier.wait()
        return run(act, Statements())

    with ThreadPoolExecutor(len(acts)) as pool:
        results: list[Future] = [pool.submit(begin, act) for act in acts]
        return [result.result() for result in results]
