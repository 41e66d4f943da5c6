"""A convention on each kind of installation, told as a table in Markdown: `make bench-load`.

Quiet machines alone tell the truth. LOAD_PHONES=200 makes a tenth of it.
"""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from tempfile import TemporaryDirectory

from tests.benchmarks import hall_load, hall_polls, hall_site
from tests.benchmarks.hall_event import hall_of, played, store

PHONES = int(os.environ.get("LOAD_PHONES", 2048))
# One event for half of the players, and four others.
SIZES = (PHONES // 4 * 2, *[PHONES // 16 * 2] * 4)
# Phones that come in a second; seconds in which all results of the round can come in, and after it.
COME, LASTS, AFTER = 50, 75, 20
PLAN = hall_load.Plan(PHONES, max(12, PHONES / COME), LASTS, max(2, PHONES // 100), PHONES // 4, AFTER)
YARDSTICKS, BOUND = 3, 190
INSTALLATIONS = {
    "SQLite, one host": hall_site.on_sqlite,
    "PostgreSQL, one host": hall_site.on_postgres,
    "PostgreSQL, Redis, nginx, two hosts": hall_site.on_hosts,
}


def main():
    """Each installation in a process of its own, which has its own database."""
    began, told = time.time(), {}
    for name in INSTALLATIONS:
        print(f"{name} …", file=sys.stderr, flush=True)
        told[name] = run(name)
    print(table(told))
    took = f"{time.time() - began:.0f} s on {os.cpu_count()} processors"
    print(f"\n{PHONES} phones; {time.strftime('%d %B %Y')}, in {took}.")
    for name, one in told.items():
        for wrong in one.get("wrong", [])[:8]:
            print(f"{name}: {wrong}")


def run(name):
    """What `evening` told in a process of its own, as far as it came in time."""
    asked = subprocess.Popen([sys.executable, "-m", __spec__.name, name], stdout=subprocess.PIPE, text=True)
    try:
        out, _ = asked.communicate(timeout=BOUND)
    except subprocess.TimeoutExpired:
        asked.terminate()
        out, _ = asked.communicate()
    finally:
        asked.terminate()
    lines = out.splitlines() or [json.dumps({"wrong": ["It told nothing."]})]
    return json.loads(lines[-1])


def evening(name):
    """Tells what the crowd met and what it cost; then, too, what an unchanged poll costs beside nothing."""
    with TemporaryDirectory() as folder, INSTALLATIONS[name](folder) as site:
        halls = store(site, *(played(f"Event {number}", size) for number, size in enumerate(SIZES, 1)))
        before, rendered, own = versions(), site.renderings(), site.renderings("o")
        told = asdict(hall_load.load(halls, PLAN))
        told |= {"versions": versions() - before, "rendered": site.renderings() - rendered}
        told |= {"own": site.renderings("o") - own, "polls": {}, "pages": {}, "changes": {}}
        print(json.dumps(told), flush=True)
        now = hall_of(site, halls[0].slug, halls[0].cookie)
        told["polls"] = hall_polls.costs_of_polls(now, YARDSTICKS)
        print(json.dumps(told), flush=True)
        told |= {"pages": hall_polls.costs_of_pages(now), "changes": hall_polls.costs_of_a_change(now)}
        print(json.dumps(told))


def versions():
    from django.db.models import Sum

    from tournaments.models import Event

    return Event.objects.aggregate(all=Sum("version"))["all"]


def table(told) -> str:
    """In Markdown: a column for each installation."""
    rows = [("", *told), ("---",) * (len(told) + 1)]
    rows += [(kind, *(times(one, kind) for one in told.values())) for kind in hall_load.KINDS]
    rows += [(label, *(cell(of, one) for one in told.values())) for label, of in ROWS.items()]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def times(one, kind) -> str:
    found = one.get("kinds", {}).get(kind)
    return f"{found['50%']:.0f} / {found['95%']:.0f} / {found['99%']:.0f}" if found else "–"


def cell(of, one) -> str:
    return of(one) if "kinds" in one else "–"


def each(of):
    def said(one):
        return ", ".join(f"{name} {cost:.0f}" for name, cost in one[of].items()) or "–"

    return said


def ratio(part):
    def said(one):
        if part not in one["polls"]:
            return "–"
        poll, empty, times = one["polls"][part]
        return f"{times:.2f} ({poll:.2f} / {empty:.2f} ms)"

    return said


ROWS = {
    "requests a second": lambda one: f"{one['a_second']:.0f}",
    "errors": lambda one: str(one["errors"]),
    "results stored": lambda one: str(one["results"]),
    "renderings of shared parts, per version": lambda one: (
        f"{one['rendered']} / {one['versions']} = {one['rendered'] / max(1, one['versions']):.2f}"
    ),
    "renderings of own pages": lambda one: str(one["own"]),
    "processors busy": lambda one: ", ".join(
        f"{name} {used:.2f}" for name, used in one["busy"].items() if name != "crowd"
    ),
    "the load generator itself": lambda one: f"{one['busy']['crowd']:.2f}",
    "ms of processor time, a page": each("pages"),
    "ms of processor time, the first poll after a change": each("changes"),
    **{f"unchanged poll over empty view: {part}": ratio(part) for part in hall_polls.PARTS},
}

if __name__ == "__main__":
    # Whoever ends this ends all that it has started, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    main() if len(sys.argv) == 1 else evening(sys.argv[1])
