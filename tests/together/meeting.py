"""Two who act at once: from the same moment on, or the second while the first stands at one statement."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Barrier, Event

from django.db import connection, connections

# Seconds without a statement.
STANDS = 0.05


class Statements:
    """Counts the statements of one thread, and stops before one of them."""

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
    """What `act` gives, done on a connection of this thread's own."""
    try:
        with connection.execute_wrapper(statements):
            return act()
    finally:
        connections.close_all()


def interleaved(first: Callable, second: Callable, at: int) -> tuple:
    """What both give: the second acts while the first stands before its statement `at`, as far as it is let,
    and on from there once the first goes on."""
    one, two = Statements(stop_at=at), Statements()
    with ThreadPoolExecutor(2) as threads:
        going = threads.submit(ran, first, one)
        try:
            while not one.stopped.is_set() and not going.done():
                wait([going], timeout=0.001)
            follows, reached = threads.submit(ran, second, two), -1
            # It waits for what the first holds, a lock of the database or of this process, once it moves no
            # more; were it only slow, this would be another of the orders in which things can happen.
            while not follows.done() and reached != two.count:
                reached = two.count
                wait([follows], timeout=STANDS)
        finally:
            one.may_go_on.set()
        return going.result(), follows.result()


def at_once(*acts: Callable) -> list:
    """What each gives, all begun in the same moment."""
    barrier = Barrier(len(acts))

    def begin(act: Callable):
        barrier.wait()
        return ran(act, Statements())

    with ThreadPoolExecutor(len(acts)) as pool:
        going: list[Future] = [pool.submit(begin, act) for act in acts]
        return [each.result() for each in going]
