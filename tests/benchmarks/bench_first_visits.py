"""First visits to each page of an event on a slow phone, beside what they may cost: `make bench`."""

from dataclasses import dataclass
from tempfile import TemporaryDirectory

from tests.benchmarks.hall_event import played, store
from tests.benchmarks.sites import shop_site
from tests.chromium import find_chromium

PLAYERS, LOOKS = 256, 3
KILOBYTES, REQUESTS, PAINT_SECONDS = 60, 6, 1.5
# Slow 4G as Lighthouse defines it: 1.6 Mb/s down, 750 kb/s up, 150 ms there and back; its processor, too.
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
PROCESSOR_SLOWDOWN = 4
OBSERVERS = """
  window.seen = { paint: 0, shift: 0 };
  new PerformanceObserver((list) => list.getEntries().forEach((one) => (seen.paint = one.startTime)))
    .observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => list.getEntries().forEach((one) => (seen.shift += one.value)))
    .observe({ type: "layout-shift", buffered: true });
"""


@dataclass(frozen=True)
class Visit:
    """The measurements of one visit with an empty cache; bytes as transferred, headers included."""

    kilobytes: float
    requests: int
    paint_seconds: float
    layout_shift: float


def main():
    with TemporaryDirectory() as folder, shop_site(folder) as site:
        hall, finals = store(played("Hall", PLAYERS), played("Finals", PLAYERS, 5, 5))
        pages = pages_of(hall, finals)
        queries = {name: (count_queries(page, True), count_queries(page)) for name, page in pages.items()}
        visits = {name: visit(site.url + page) for name, page in pages.items()} if find_chromium() else {}
    print(f"\nFirst visits to an event of {PLAYERS} on a phone, slow 4G, a quarter of the processor;")
    print(f"limits: {KILOBYTES} kB, {REQUESTS} requests, largest paint {PAINT_SECONDS} s, layout shift 0")
    row("page", "queries", "next reader", "kB", "requests", "paint s", "shift")
    for name, counts in queries.items():
        row(name, *counts, *(measures(visits[name]) if visits else ["no browser"] * 4))


def pages_of(hall, finals):
    """Return the address of each page that people open, by name."""
    return {
        "event": hall.url,
        "pairings": f"{hall.url}rounds/{hall.round}/",
        "standings": f"{hall.url}standings/",
        "bracket": f"{finals.url}bracket/",
        "personal": hall.own_pages[0],
        "screen": f"{hall.url}screen/",
        "players": f"{hall.url}players/",
        "player": f"{hall.url}players/p1/",
        "about": f"{hall.url}about/",
    }


def count_queries(page, is_first=False):
    """Return how many queries a page takes, for its first reader with empty caches."""
    from django.core.cache import caches
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    if is_first:
        for cache in caches.all():
            cache.clear()
    with CaptureQueriesContext(connection) as counted:
        response = Client().get(page, headers={"host": "localhost"})
    assert response.status_code == 200, (page, response.status_code)
    return len(counted)


def visit(url) -> Visit:
    """Visit a page several times; return the quickest paint, which other programs disturb least, and the
    worst of all else."""
    from playwright.sync_api import sync_playwright

    from tests.conftest import ARGS

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGS)
        visits = [visit_once(browser, url) for _ in range(LOOKS)]
        browser.close()
    return Visit(
        max(one.kilobytes for one in visits),
        max(one.requests for one in visits),
        min(one.paint_seconds for one in visits),
        max(one.layout_shift for one in visits),
    )


def visit_once(browser, url) -> Visit:
    from tests.conftest import PHONE

    context = browser.new_context(**PHONE, service_workers="block")
    page = context.new_page()
    page.add_init_script(OBSERVERS)
    network = context.new_cdp_session(page)
    loaded, requests = [], []
    network.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    network.on("Network.requestWillBeSent", lambda event: requests.append(event["request"]["url"]))
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", NETWORK)
    network.send("Emulation.setCPUThrottlingRate", {"rate": PROCESSOR_SLOWDOWN})
    page.goto(url, wait_until="networkidle", timeout=60_000)
    page.wait_for_function("seen.paint")
    seen = page.evaluate("seen")
    context.close()
    count = sum(not address.startswith("data:") for address in requests)
    return Visit(sum(loaded) / 1000, count, seen["paint"] / 1000, seen["shift"])


def measures(visit):
    kilobytes, paint = share(visit.kilobytes, KILOBYTES), share(visit.paint_seconds, PAINT_SECONDS)
    return kilobytes, visit.requests, paint, f"{visit.layout_shift:.3f}"


def share(value, limit):
    """Return a value and its share of its limit, as text."""
    return f"{value:.2f} {100 * value / limit:3.0f} %"


def row(*cells):
    print(*(f"{cell:>12}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
