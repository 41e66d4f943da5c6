"""Load test with phones, organisers and results on each deployment, phase by phase: `make bench-load`.

It needs an idle machine. LOAD_PHONES=200 makes a tenth of it, LOAD_SIMULATION=1 plays a simulation beside
the site. The name of a deployment as an argument measures that one alone.
"""

import asyncio
import gc
import json
import os
import resource
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from tempfile import TemporaryDirectory

import aiohttp

from tests.benchmarks import load_table, sites
from tests.benchmarks.crowd import GIVE_UP_SECONDS, Crowd, Phone
from tests.benchmarks.sample_event import played, store

SCALE = int(os.environ.get("LOAD_PHONES", 2048)) / 2048
# Results of the convention while its next round is published; tables of the four small events.
LAST_RESULTS = 300
# So long phones that do not show the new round are waited for.
SHOWN_SECONDS = 30


@dataclass(frozen=True)
class Deployment:
    """A site, its events and phones, and how fast results are reported in its phases."""

    site: callable
    phases: tuple[str, ...]
    event_sizes: tuple[int, ...]
    phones: int
    arrival_seconds: int
    seconds_between_results: float
    seconds: int = 0


DEPLOYMENTS = {
    "shop": Deployment(sites.shop_site, ("shop",), (256,), 256, 10, 5, seconds=120),
    "hall": Deployment(sites.shop_site, ("hall",), (1024,), 1000, 20, 2, seconds=90),
    "convention": Deployment(
        sites.convention_site, ("convention", "new round"), (1024, *[256] * 4), 2048, 41, 0.05
    ),
}


def main():
    """Measure each deployment in a process of its own, which has its own database."""
    began, run = time.monotonic(), {}
    for name in DEPLOYMENTS:
        print(f"{name} …", file=sys.stderr, flush=True)
        command = [sys.executable, "-m", __spec__.name, name]
        process = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        if process.returncode == 0:
            run |= json.loads(process.stdout.splitlines()[-1])
    print(load_table.table({"": run}))
    seconds, phones = time.monotonic() - began, round(2048 * SCALE)
    print(
        f"\n{phones} phones at most; {time.strftime('%d %B %Y')}, {seconds:.0f} s, {os.cpu_count()} cores.\n"
    )
    print(json.dumps(run))


def measure(name):
    """Print the figures of a deployment's phases as JSON."""
    deployment = DEPLOYMENTS[name]
    # Each waiting request is an open file.
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    sizes = [max(8, round(size * SCALE / 2) * 2) for size in deployment.event_sizes]
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        site = stack.enter_context(deployment.site(folder))
        events = store(*(played(f"Event {number}", size) for number, size in enumerate(sizes, 1)))
        if os.environ.get("LOAD_SIMULATION"):
            stack.enter_context(sites.busy_simulations(folder, site))
        # While the garbage collector searches all of Django, answers would seem late.
        gc.freeze()
        print(json.dumps(asyncio.run(run_phases(deployment, site, events))))


async def run_phases(deployment, site, events) -> dict:
    """Let the phones arrive, go through the phases and return their figures by phase and kind."""
    connections = aiohttp.TCPConnector(limit=0, force_close=True)
    timeout = aiohttp.ClientTimeout(total=GIVE_UP_SECONDS)
    options = {"connector": connections, "timeout": timeout, "auto_decompress": False}
    async with aiohttp.ClientSession(**options, cookie_jar=aiohttp.DummyCookieJar()) as session:
        crowd, phones = Crowd(site, events, session), max(8, round(deployment.phones * SCALE))
        tasks = [asyncio.create_task(crowd.organiser(event)) for event in events]
        for _ in range(phones):
            tasks.append(asyncio.create_task(Phone(crowd, next(crowd.pages)).run()))
            await asyncio.sleep(max(10, deployment.arrival_seconds * SCALE) / phones)
        tables, figures = split_tables(deployment, events), {}
        for phase, phase_tables in zip(deployment.phases, tables, strict=True):
            crowd.phase, began, before = phase, time.monotonic(), cpu_seconds(site)
            work = [crowd.report_results(phase_tables, deployment.seconds_between_results)]
            if phase == "new round":
                work.append(crowd.publish_next_round(events[0], phones // 4))
            await asyncio.gather(*work)
            seconds = time.monotonic() - began
            figures[phase] = {
                "cpu": {name: (used - before[name]) / seconds for name, used in cpu_seconds(site).items()},
                "seconds": seconds,
            }
        crowd.phase = "end"
        while any(crowd.pending[phase] for phase in deployment.phases):
            await asyncio.sleep(0.1)
        if crowd.new_round:
            until = time.monotonic() + SHOWN_SECONDS
            while crowd.new_round.waiting_phones() and time.monotonic() < until:
                await asyncio.sleep(0.1)
        tasks += crowd.newcomers
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result
    # First visits before the first phase count in it, and what is repeated after the last phase in that.
    for phase in figures:
        phases = [phase]
        phases += ["arrival"] if phase == deployment.phases[0] else []
        phases += ["end"] if phase == deployment.phases[-1] else []
        figures[phase] |= load_table.figures(crowd, phases)
    if crowd.new_round:
        figures["new round"]["shown"] = load_table.shown_figures(crowd.new_round)
    return figures


def split_tables(deployment, events):
    """Return (event, table) of the results of each phase; the first event only in the first."""
    tables = [(event, number) for event in events for number in range(1, len(event.tables) + 1)]
    Random(1).shuffle(tables)
    if len(deployment.phases) == 1:
        return [tables[: round(max(20, deployment.seconds * SCALE) / deployment.seconds_between_results)]]
    last = [table for table in tables if table[0] is not events[0]][: round(LAST_RESULTS * SCALE)]
    return [[table for table in tables if table not in last], last]


def cpu_seconds(site):
    return {**site.cpu_seconds(), "load generator": time.process_time()}


if __name__ == "__main__":
    measure(sys.argv[1]) if len(sys.argv) > 1 else main()
