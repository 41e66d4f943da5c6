"""Seconds of the processor that something takes."""

import time
from collections.abc import Callable

# The best of so many: other processes of the machine slow some of them.
VISITS = 5


def seconds_of(function: Callable) -> float:
    start = time.process_time()
    function()
    return time.process_time() - start


def best_of(function: Callable) -> float:
    """Return the seconds that it takes at best."""
    return min(seconds_of(function) for _visit in range(VISITS))
