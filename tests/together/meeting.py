"""Run two actions concurrently: at the same moment, or the second while the first is paused."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Barrier, Event

from django.db import connection, connections

# Seconds without a statement after which a thread counts as blocked.
STANDS = 0.05


class Statements:
    """Counts the SQL statements of one thread and pauses before one of them."""

    def __init__(self, stop_at: int = 0):
        self.count, self.stop_at = 0, stop_at
        self.stopped, self.may_go_on = Event(), Event()

    def __call__(self, execute, sql, params, many, context):
        self.count += 1
        if self.count == self.stop_at:
            self.stopped.set()
            self.may_go_on.wait()
        return execute(sql, params, many, context)


def ran(act: Callable, statements: Statements):
    """Return the result of `act`, run on this thread's own connection."""
    try:
        with connection.execute_wrapper(statements):
            return act()
    finally:
        connections.close_all()


def interleaved(first: Callable, second: Callable, at: int) -> tuple:
    """Return both results. The second runs while the first is paused before its statement `at`.

    If the second is blocked, it continues once the first does.
    """
    one, two = Statements(stop_at=at), Statements()
    with ThreadPoolExecutor(2) as threads:
        going = threads.submit(ran, first, one)
        try:
            while not one.stopped.is_set() and not going.done():
                wait([going], timeout=0.001)
            follows, reached = threads.submit(ran, second, two), -1
            # A thread without progress waits for a lock held by the first. If it is only slow, this is just
            # another possible order.
            while not follows.done() and reached != two.count:
                reached = two.count
                wait([follows], timeout=STANDS)
        finally:
            one.may_go_on.set()
        return going.result(), follows.result()


def at_once(*acts: Callable) -> list:
    """Return the results of all actions, started at the same moment."""
    barrier = Barrier(len(acts))

    def begin(act: Callable):
        barrier.wait()
        return ran(act, Statements())

    with ThreadPoolExecutor(len(acts)) as pool:
        going: list[Future] = [pool.submit(begin, act) for act in acts]
        return [each.result() for each in going]
