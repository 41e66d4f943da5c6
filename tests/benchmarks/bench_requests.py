"""Processor time of single requests, and the functions that a poll of the standings goes through.

The whole application runs in this process, with the settings of production, on SQLite, for an event of 256
players in round 5. Results are stored by another process, as in production.
"""

import json
import os
import sys
import time
from itertools import cycle
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory

from tests.benchmarks.call_chain import chain_to
from tests.benchmarks.sample_event import played, store
from tests.benchmarks.sites import connect
from tests.benchmarks.wsgi_client import check, get, get_etag, measure

PLAYERS, CHANGES, PLAYERS_POLLING = 256, 30, 15
# Instead of 5 seconds, where each request must render the fragment again.
FRAGMENT_CACHE_SECONDS, PAUSE_SECONDS = 0.02, 0.1


class Results:
    """Stores results of tables, each time a different one."""

    def __init__(self, event):
        self.event, self.results = event, cycle(("2-0", "1-2", "2-1"))

    def report(self, table):
        """Store a result in another process, so that nothing stays in the memory of this one."""
        from django.db import connections

        connections.close_all()
        if child := os.fork():
            check("the result", os.waitpid(child, 0)[1], 0)
            next(self.results)
            time.sleep(PAUSE_SECONDS)
            return
        try:
            self.store(table)
        except BaseException as error:
            print(repr(error), file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)

    def store(self, table):
        from tournaments.changes.change import Actor
        from tournaments.models import Event
        from tournaments.results.actions.results import report_result

        event = Event.objects.get(slug=self.event.slug)
        report_result(event, Actor("organiser"), 1, self.event.round, table, next(self.results))


def measure_all(event) -> dict[str, list[float]]:
    """Return the microseconds of each kind of request."""
    results = Results(event)
    lists = {"standings": f"{event.url}standings/?part=table", "pairings": f"{event.url}?part=now"}
    own = f"{event.own_pages[0]}?part=now"
    figures = {"empty view": measure("/empty/", 200)}
    for name, path in lists.items():
        etag = get_etag(path)
        figures[f"{name}: 304"] = measure(path, 304, etag)
        with short_caching():
            figures[f"{name}: changed, rendered"] = measure_rendering(results, path)
            results.report(1)
            get(path)
        figures[f"{name}: changed, from the cache"] = measure(path, 200, etag)
    figures["own page: 304"] = measure(own, 304, get_etag(own))
    with short_caching():
        figures["own page: 304 after another table's result"] = measure_after_other_results(results, event)
        figures["own page: changed, rendered"] = measure_rendering(results, own)
    figures["own page: opened"] = measure(event.own_pages[0], 200)
    figures["event page: opened by a stranger"] = measure(event.url, 200)
    return figures


def short_caching():
    from django.test import override_settings

    return override_settings(FRAGMENT_CACHE_SECONDS=FRAGMENT_CACHE_SECONDS)


def measure_rendering(results, path):
    """Poll a fragment after each of some changes, with the ETag of the previous answer."""
    taken, etag = [], get_etag(path)
    for number in range(CHANGES + 3):
        results.report(1)
        microseconds, status, headers = get(path, etag)
        check(path, status, 200)
        etag = headers["ETag"]
        if number >= 3:
            taken.append(microseconds)
    return taken


def measure_after_other_results(results, event):
    """Poll players' own pages after each result of another table."""
    paths = [f"{page}?part=now" for page in event.own_pages[8 : 8 + PLAYERS_POLLING]]
    pages = {path: get_etag(path) for path in paths}
    taken = []
    for number in range(CHANGES):
        results.report(1)
        for page, etag in pages.items():
            microseconds, status, headers = get(page, etag)
            check(page, status, 304)
            pages[page] = headers["ETag"]
            if number:
                taken.append(microseconds)
    return taken


def chain_to_standings(event) -> list[str]:
    """Return the functions that a poll of the standings goes through after a change."""
    from tournaments.rules.standings.standings import standings

    path = f"{event.url}standings/?part=table"
    with short_caching():
        etag = get_etag(path)
        Results(event).report(2)
        return chain_to(standings, lambda: get(path, etag))


def main():
    with TemporaryDirectory() as folder:
        # Where gunicorn's processes store their metrics.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        connect(f"sqlite:///{Path(folder, 'topcut.sqlite3')}")
        from django.conf import settings

        settings.ROOT_URLCONF = "tests.benchmarks.empty_view"
        (event,) = store(played("Hall", PLAYERS))
        figures = {
            name: {"median": round(median(taken)), "mean": round(mean(taken))}
            for name, taken in measure_all(event).items()
        }
        chain = chain_to_standings(event)
    print("| request | processor µs, median | mean |\n| --- | --- | --- |")
    print(*(f"| {name} | {f['median']:,} | {f['mean']:,} |" for name, f in figures.items()), sep="\n")
    print(f"\nFunctions of a poll of the standings, from its view to standings(): {len(chain)}")
    print(*(f"{number}. {function}" for number, function in enumerate(chain, 1)), sep="\n")
    print(json.dumps({"microseconds": figures, "chain": chain}))


if __name__ == "__main__":
    main()
