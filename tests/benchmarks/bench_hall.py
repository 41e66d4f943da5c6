"""The hall's budgets, with how far each is kept: `make bench`. Quiet machines alone tell the truth."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks import hall_load, hall_phone, hall_polls
from tests.benchmarks.hall_event import hall

PLAYERS = 256
KILOBYTES, REQUESTS, PAINT = 60, 6, 1.5
POLL, DESK = 1.2, 0.2
PHONES, ARRIVING, LASTS, RESULTS = 1000, 30, 60, 2


def main(phones):
    with TemporaryDirectory() as folder, hall(PLAYERS, folder) as found:
        first_visits(found)
        polls(found)
        changes(found)
        evening(found, phones)


def row(*cells):
    print(*(f"{cell:>12}" for cell in cells), flush=True)


def of(value, limit):
    """A value and its share of what it may be at most."""
    return f"{value:.2f} {100 * value / limit:3.0f} %"


def first_visits(found):
    print(f"\nFirst visits to an event of {PLAYERS} on a phone, slow 4G, a quarter of the processor;")
    print(f"limits: {KILOBYTES} kB, {REQUESTS} requests, largest paint {PAINT} s, layout shift 0")
    asked, seen = hall_phone.queries(found), hall_phone.looks(found)
    row("page", "queries", "next reader", "kB", "requests", "paint s", "shift")
    for name, counts in asked.items():
        if seen is None:
            row(name, *counts, *["no browser"] * 4)
            continue
        loaded, requests, paint, shift = seen[name]
        row(name, *counts, of(loaded, KILOBYTES), requests, of(paint, PAINT), f"{shift:.3f}")


def polls(found):
    print("\nProcessor time of a poll that is answered 304 beside an empty view, medians; limit", POLL)
    row("part", "304 ms", "empty ms", "ratio")
    for part, (poll, empty, ratio) in hall_polls.costs_of_polls(found).items():
        row(part, f"{poll:.2f}", f"{empty:.2f}", of(ratio, POLL))


def changes(found):
    count = found.site.processes
    print(f"\nRenderings after a change that {hall_polls.PHONES} phones ask for at once; limit: one in each")
    print(f"of the {count} processes (one for all where CACHE_URL names a cache that they share)")
    row("part", "renderings")
    for part, times in hall_polls.renderings_of_a_change(found).items():
        row(part, times)


def evening(found, phones):
    print(f"\n{phones} phones that poll every {hall_load.EVERY} s for {LASTS} s, while results")
    print(f"come from the desk and from phones; limits: no error, 95 of 100 pages of the desk in {DESK} s")
    rendered = found.site.renderings()
    told = hall_load.load([found], hall_load.Plan(phones, ARRIVING, LASTS, RESULTS))
    row("milliseconds", "asked", "median", "95 %", "99 %", "slowest")
    for kind, taken in told.kinds.items():
        print(f"{kind:>26}", *(f"{cell:>12.0f}" for cell in taken.values()))
    print(
        f"errors {told.errors}; processors busy:", *(f"{name} {used:.2f}" for name, used in told.busy.items())
    )
    print(f"{found.site.renderings() - rendered} renderings of shared parts; {told.results} results;")
    desk = told.kinds[hall_load.DESK]["95%"] / 1000
    print(f"desk: {of(desk, DESK)} of the limit; load of the machine now:", load())
    print(*told.wrong[:5], sep="\n")


def load():
    return Path("/proc/loadavg").read_text().split()[0]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else PHONES)
