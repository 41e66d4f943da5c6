"""Processor time of single requests, and the functions that a poll of the standings goes through.

The whole application runs in this process, with the settings of production, on SQLite, for an event of 256
players in round 5. Results are stored by another process, as they are where several serve the site.
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
from tests.benchmarks.hall_event import played, store
from tests.benchmarks.sites import connect
from tests.benchmarks.wsgi_client import check, get, get_etag, measure

PLAYERS, CHANGES, PLAYERS_POLLING = 256, 30, 15
# A list may be served unchanged for some seconds after a change; shortened where each request must render it.
SHORT, PAUSE = 0.02, 0.1


class Results:
    """Stores results of tables, another one each time."""

    def __init__(self, hall):
        self.hall, self.results = hall, cycle(("2-0", "1-2", "2-1"))

    def report(self, table):
        """Store a result in a process of its own, whose memory the measured one does not share."""
        from django.db import connections

        connections.close_all()
        if child := os.fork():
            check("the result", os.waitpid(child, 0)[1], 0)
            next(self.results)
            time.sleep(PAUSE)
            return
        try:
            self.store(table)
        except BaseException as error:
            print(repr(error), file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)

    def store(self, table):
        from tournaments.actions.change import Actor
        from tournaments.actions.results.results import report_result
        from tournaments.models import Event

        event = Event.objects.get(slug=self.hall.slug)
        report_result(event, Actor("organiser"), 1, self.hall.round, table, next(self.results))


def measure_all(hall) -> dict[str, list[float]]:
    """Return the microseconds of each kind of request."""
    results = Results(hall)
    lists = {"standings": f"{hall.url}standings/?part=table", "pairings": f"{hall.url}?part=now"}
    own = f"{hall.own_pages[0]}?part=now"
    figures = {"empty view": measure("/empty/", 200)}
    for name, path in lists.items():
        etag = get_etag(path)
        figures[f"{name}: 304"] = measure(path, 304, etag)
        with short_staleness():
            figures[f"{name}: changed, rendered"] = rendered(results, path)
            results.report(1)
            get(path)
        figures[f"{name}: changed, from the cache"] = measure(path, 200, etag)
    figures["own page: 304"] = measure(own, 304, get_etag(own))
    with short_staleness():
        figures["own page: 304 after another table's result"] = after_other_results(results, hall)
        figures["own page: changed, rendered"] = rendered(results, own)
    figures["own page: opened"] = measure(hall.own_pages[0], 200)
    figures["event page: opened by a stranger"] = measure(hall.url, 200)
    return figures


def short_staleness():
    from django.test import override_settings

    return override_settings(FRAGMENT_CACHE_SECONDS=SHORT)


def rendered(results, path):
    """Poll a part after one change after another, always with the ETag of the answer before."""
    taken, etag = [], get_etag(path)
    for number in range(CHANGES + 3):
        results.report(1)
        microseconds, status, headers = get(path, etag)
        check(path, status, 200)
        etag = headers["ETag"]
        if number >= 3:
            taken.append(microseconds)
    return taken


def after_other_results(results, hall):
    """Poll the own pages of players after each result of a table that is not theirs."""
    paths = [f"{page}?part=now" for page in hall.own_pages[8 : 8 + PLAYERS_POLLING]]
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


def chain_to_standings(hall) -> list[str]:
    """Return the functions that a poll of the standings goes through after a change."""
    from tournaments.rules.standings.standings import standings

    path = f"{hall.url}standings/?part=table"
    with short_staleness():
        etag = get_etag(path)
        Results(hall).report(2)
        return chain_to(standings, lambda: get(path, etag))


def main():
    with TemporaryDirectory() as folder:
        # Where the processes of gunicorn count their metrics.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        connect(f"sqlite:///{Path(folder, 'topcut.sqlite3')}")
        from django.conf import settings

        settings.ROOT_URLCONF = "tests.benchmarks.empty_view"
        (hall,) = store(played("Hall", PLAYERS))
        figures = {
            name: {"median": round(median(taken)), "mean": round(mean(taken))}
            for name, taken in measure_all(hall).items()
        }
        chain = chain_to_standings(hall)
    print("| request | processor µs, median | mean |\n| --- | --- | --- |")
    print(*(f"| {name} | {one['median']:,} | {one['mean']:,} |" for name, one in figures.items()), sep="\n")
    print(f"\nFunctions of a poll of the standings, from its view to standings(): {len(chain)}")
    print(*(f"{number}. {function}" for number, function in enumerate(chain, 1)), sep="\n")
    print(json.dumps({"microseconds": figures, "chain": chain}))


if __name__ == "__main__":
    main()
