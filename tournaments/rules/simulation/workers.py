"""Plays the batches of a plan in several processes."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from .plan import Plan
from .run import FormatValues, batches, play_batch

_worker = {}  # of a worker process: its plan and seed, which are sent only once


def play_batches(plan: Plan, events: int, seed: int, processes: int) -> Iterator[list[FormatValues]]:
    """Yield the played batches in their order: the numbers do not depend on the number of processes."""
    pool = ProcessPoolExecutor(processes, initializer=_start, initargs=(plan, seed))
    try:
        yield from pool.map(_play, batches(plan, events))
    finally:
        pool.shutdown(cancel_futures=True)


def _start(plan, seed):
    _worker.update(plan=plan, seed=seed)


def _play(numbers):
    return play_batch(_worker["plan"], _worker["seed"], numbers)
