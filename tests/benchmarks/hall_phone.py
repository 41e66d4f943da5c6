"""What a phone on a slow network loads and sees of each page, and what each page asks the database."""

from tests.chromium import found

# Slow 4G as Lighthouse has it: 1.6 Mb/s down, 750 kb/s up, 150 ms there and back; its processor, too.
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWER = 4
LOOKS = 3
WATCH = """
  window.seen = { paint: 0, shift: 0 };
  new PerformanceObserver((list) => list.getEntries().forEach((one) => (seen.paint = one.startTime)))
    .observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => list.getEntries().forEach((one) => (seen.shift += one.value)))
    .observe({ type: "layout-shift", buffered: true });
"""


def looks(hall):
    """{page: (kilobytes, requests, seconds to the largest paint, layout shift)} of first visits: bytes as
    they travel, compressed and with their heads; the quickest paint of several looks, which other programs
    disturb least, and the worst shift. None without a browser."""
    path = found()
    if path is None:
        return None
    from playwright.sync_api import sync_playwright

    from tests.conftest import ARGS

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        told = {name: look_at(browser, hall.base + page) for name, page in hall.pages.items()}
        browser.close()
    return told


def look_at(browser, address):
    seen = [first_visit(browser, address) for _ in range(LOOKS)]
    loaded, requests, paints, shifts = zip(*seen, strict=True)
    return max(loaded) / 1000, max(requests), min(paints) / 1000, max(shifts)


def first_visit(browser, address):
    """(bytes, requests, milliseconds to the largest paint, layout shift) with nothing kept."""
    from tests.conftest import PHONE

    context = browser.new_context(**PHONE, service_workers="block")
    page = context.new_page()
    page.add_init_script(WATCH)
    network = context.new_cdp_session(page)
    loaded, requests = [], []
    network.on("Network.loadingFinished", lambda said: loaded.append(said["encodedDataLength"]))
    network.on("Network.requestWillBeSent", lambda said: requests.append(said["request"]["url"]))
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", NETWORK)
    network.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="networkidle", timeout=60_000)
    seen = page.evaluate("seen")
    context.close()
    count = sum(not url.startswith("data:") for url in requests)
    return sum(loaded), count, seen["paint"], seen["shift"]


def queries(hall):
    """{page: (queries of its first reader, of the next one)}."""
    from django.core.cache import caches
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    def asked(page):
        with CaptureQueriesContext(connection) as counted:
            answer = Client().get(page, headers={"host": "localhost"})
        assert answer.status_code == 200, (page, answer.status_code)
        return len(counted)

    told = {}
    for name, page in hall.pages.items():
        for cache in caches.all():
            cache.clear()
        told[name] = asked(page), asked(page)
    return told
