"""Processor time of this process and the programs that it started."""

import gc
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median


def used_seconds():
    """Return the seconds of processor time used so far."""
    return sum(usage.ru_utime + usage.ru_stime for usage in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def timed(question):
    """Return (seconds, result) of one call, without garbage collection."""
    gc.disable()
    start = used_seconds()
    answer = question()
    seconds = used_seconds() - start
    gc.enable()
    return seconds, answer


def median_of(question, times=9, max_seconds=1.0):
    """Return (median seconds, result) of some calls, of fewer if these take too long."""
    taken = []
    while len(taken) < times and sum(taken) < max_seconds:
        seconds, answer = timed(question)
        taken.append(seconds)
    return median(taken), answer
