"""First visits to each page of an event on a slow phone, compared with their limits: `make bench`."""

from dataclasses import dataclass
from tempfile import TemporaryDirectory

from tests.benchmarks.sample_event import played, store
from tests.benchmarks.sites import shop_site
from tests.support.chromium import find_chromium

PLAYERS, VISITS = 256, 3
KILOBYTES, REQUESTS, PAINT_SECONDS = 60, 6, 1.5
# Slow 4G and a slow processor as Lighthouse defines them: 1.6 Mb/s down, 750 kb/s up, 150 ms round trip.
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
PROCESSOR_SLOWDOWN = 4
OBSERVERS = """
  window.measured = { paint: 0, shift: 0 };
  new PerformanceObserver((list) => list.getEntries().forEach((one) => (measured.paint = one.startTime)))
    .observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => list.getEntries().forEach((one) => (measured.shift += one.value)))
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
        swiss, finals = store(played("Hall", PLAYERS), played("Finals", PLAYERS, 5, 5))
        pages = pages_of(swiss, finals)
        queries = {name: (count_queries(page, True), count_queries(page)) for name, page in pages.items()}
        visits = {name: visit(site.url + page) for name, page in pages.items()} if find_chromium() else {}
    print(f"\nFirst visits to an event of {PLAYERS} on a phone, slow 4G, a quarter of the processor;")
    print(f"limits: {KILOBYTES} kB, {REQUESTS} requests, largest paint {PAINT_SECONDS} s, layout shift 0")
    row("page", "queries", "next reader", "kB", "requests", "paint s", "shift")
    for name, counts in queries.items():
        row(name, *counts, *(measures(visits[name]) if visits else ["no browser"] * 4))


def pages_of(swiss, finals):
    """Return the address of each page by name."""
    return {
        "event": swiss.url,
        "pairings": f"{swiss.url}rounds/{swiss.round}/",
        "standings": f"{swiss.url}standings/",
        "bracket": f"{finals.url}bracket/",
        "personal": swiss.own_pages[0],
        "screen": f"{swiss.url}screen/",
        "players": f"{swiss.url}players/",
        "player": f"{swiss.url}players/p1/",
        "about": f"{swiss.url}about/",
    }


def count_queries(page, is_first=False):
    """Return the number of queries of a page, with empty caches for its first reader."""
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
    """Visit a page several times; return the fastest paint and the maximum of all else.

    Other programs disturb the fastest paint least.
    """
    from playwright.sync_api import sync_playwright

    from tests.support.browser import ARGS

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGS)
        visits = [visit_once(browser, url) for _ in range(VISITS)]
        browser.close()
    return Visit(
        max(v.kilobytes for v in visits),
        max(v.requests for v in visits),
        min(v.paint_seconds for v in visits),
        max(v.layout_shift for v in visits),
    )


def visit_once(browser, url) -> Visit:
    from tests.support.browser import PHONE

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
    # The paint is observed a little later; the page’s CSP forbids wait_for_function.
    while not (measured := page.evaluate("measured"))["paint"]:
        page.wait_for_timeout(50)
    context.close()
    count = sum(not address.startswith("data:") for address in requests)
    return Visit(sum(loaded) / 1000, count, measured["paint"] / 1000, measured["shift"])


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
