"""The crowd of a hall, a program by itself: told who comes on its standard input, it writes what they met as
JSON."""

# First of all: locust makes waiting cheap, for whatever is imported after it.
from tests.benchmarks.hall_visitors import (
    PATIENCE,
    PLAN,
    PUBLISHED,
    RESULTS,
    TOLD,
    Newcomer,
    Organiser,
    Phone,
    Scorekeeper,
    Table,
    stored,
)

# isort: split

import json
import re
import resource
import time
from collections import Counter

import gevent
from locust.env import Environment

from tests.benchmarks.hall_site import spent_by

SHARES = (0.5, 0.95, 0.99)


def evening():
    """What hall_load.Told says."""
    kinds = [kind for kind in (Phone, Scorekeeper, Table, Organiser, Newcomer) if kind.fixed_count]
    environment = Environment(user_classes=kinds)
    runner = environment.create_local_runner()
    people = sum(kind.fixed_count for kind in kinds)
    runner.start(people, spawn_rate=people / PLAN.arriving)
    gevent.sleep(PLAN.arriving)
    runner.spawning_greenlet.join(PATIENCE)
    asked, before, began = environment.stats.total.num_requests, spent(), time.monotonic()
    RESULTS.set()
    PUBLISHED.wait(PLAN.lasts)
    wrong = [] if PUBLISHED.is_set() or not PLAN.after else [f"No new round after {PLAN.lasts} s."]
    gevent.sleep(PLAN.after)
    seconds = time.monotonic() - began
    busy = {name: (used - before[name]) / seconds for name, used in spent().items()}
    total = environment.stats.total
    a_second, results = (total.num_requests - asked) / seconds, len(stored)
    runner.quit()
    return {
        "seconds": seconds,
        "a_second": a_second,
        "kinds": {name: told_of(entry) for (name, _method), entry in environment.stats.entries.items()},
        "errors": total.num_failures + sum(one["count"] for one in runner.exceptions.values()) + len(wrong),
        "wrong": wrong + wrong_in(environment, runner),
        "busy": busy,
        "results": results,
    }


def spent():
    """{program: seconds of processor time}."""
    watched = {name: sum(map(spent_by, pids)) for name, pids in TOLD["watched"].items()}
    return {**watched, "crowd": time.process_time()}


def told_of(entry):
    shares = {f"{share:.0%}": entry.get_response_time_percentile(share) for share in SHARES}
    return {"asked": entry.num_requests, **shares, "slowest": entry.max_response_time}


def wrong_in(environment, runner):
    """What went wrong, the most frequent first, without the addresses, which differ."""
    found = Counter()
    for one in environment.stats.errors.values():
        found[f"{one.name}: {re.sub(r'URL .*?: ', '', str(one.error))}"] += one.occurrences
    for one in runner.exceptions.values():
        found[one["traceback"][-300:]] += one["count"]
    return [f"{times} × {words}" for words, times in found.most_common(20)]


if __name__ == "__main__":
    # Each phone that waits for an answer holds a file, to the system.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(json.dumps(evening()))
