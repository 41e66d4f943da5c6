"""Processor time, of this process and of the programs that it started."""

import gc
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median


def spent():
    """Seconds of processor time so far."""
    return sum(used.ru_utime + used.ru_stime for used in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def timed(question):
    """(seconds, the answer) of one call, the garbage collector kept out of it."""
    gc.disable()
    start = spent()
    answer = question()
    seconds = spent() - start
    gc.enable()
    return seconds, answer


def median_of(question, times=9, enough=1.0):
    """(the median of so many calls, or of fewer if these took so many seconds; the answer)."""
    taken = []
    while len(taken) < times and sum(taken) < enough:
        seconds, answer = timed(question)
        taken.append(seconds)
    return median(taken), answer
