"""The service worker: pages are readable without a network; no pages of a signed-in user are stored."""

import re

import pytest
from playwright.sync_api import Error, expect

from tests.support.browser import PHONE, sign_in
from tests.support.desk_events import friday, paired, reported
from tournaments.models import Player

# The paths of the stored pages.
STORED_PATHS = """async () => {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = await Promise.all(stores.map((store) => store.keys()));
  const paths = requests.flat().map((request) => new URL(request.url).pathname);
  return paths.filter((path) => !path.startsWith("/static/"));
}"""


def wait_until_stored(phone, paths):
    for _ in range(600):
        if set(phone.evaluate(STORED_PATHS)) == set(paths):
            return
        phone.evaluate("new Promise(requestAnimationFrame)")
    assert set(phone.evaluate(STORED_PATHS)) == set(paths)


def test_visited_pages_are_readable_without_a_network_and_show_their_time(organiser, visitor):
    event = paired(friday(organiser), organiser)
    address = f"/e/{event.slug}/"
    phone = visitor(PHONE, service_workers="allow")
    phone.goto(address)
    wait_until_stored(phone, [address])
    phone.goto(f"{address}standings/")
    own = f"{address}me/{Player.objects.get(event=event, name='Anna').secret}/"
    phone.goto(own)
    phone.goto(f"{address}rounds/1/")
    stored = {address, own, f"{address}rounds/1/"}
    wait_until_stored(phone, stored)

    phone.context.set_offline(True)
    phone.goto(address)
    expect(phone.get_by_text("All pairings")).to_be_visible()
    stale = phone.locator("#stale")
    expect(stale).to_have_text(re.compile(r"^Offline\. Last updated \d\d:\d\d\.$"))
    phone.get_by_role("region", name="Your table").get_by_role("link", name="Your page").tap()
    expect(phone.get_by_role("button", name="Report result")).to_be_visible()
    with pytest.raises(Error, match="ERR_"):
        phone.goto(f"{address}standings/")
    # Wait for the browser's own error page, which would replace the next page.
    phone.wait_for_url("chrome-error://**")

    # With a network again the page is up to date at once.
    reported(event, organiser)
    phone.goto(address)
    expect(stale).not_to_be_empty()
    phone.context.set_offline(False)
    expect(stale).to_be_empty()
    expect(phone.locator("[data-own]")).to_contain_text(re.compile("(won|lost)"))

    # No page of a signed-in user is stored.
    sign_in(phone)
    phone.goto(f"{address}desk/")
    phone.goto(f"{address}phases/1/")
    phone.goto(f"{address}rounds/1/?by=name")
    assert set(phone.evaluate(STORED_PATHS)) == stored


STORED_FILES = """async () => {
  const requests = await (await caches.open("topcut-pages")).keys();
  return requests.map((request) => new URL(request.url).pathname);
}"""
# Install the worker of a new release, and wait until it is active.
INSTALL_RELEASE = """async () => {
  const workers = navigator.serviceWorker;
  const next = (target, name) => new Promise((done) => target.addEventListener(name, done, { once: true }));
  const installed = next(workers, "controllerchange");
  await (await workers.getRegistration()).update();
  await installed;
  while (workers.controller.state !== "activated") await next(workers.controller, "statechange");
}"""


def test_a_new_release_keeps_the_stored_pages_and_the_files_they_name(organiser, visitor, settings):
    event = paired(friday(organiser), organiser)
    address = f"/e/{event.slug}/"
    phone = visitor(PHONE, service_workers="allow")
    phone.goto(address)
    wait_until_stored(phone, [address])
    phone.evaluate("""async () => {
      const cache = await caches.open("topcut-pages");
      const page = await (await cache.match(location.pathname)).text();
      const style = '<link rel="stylesheet" href="/static/app.old.css"></head>';
      const headers = { "Content-Type": "text/html" };
      await cache.put(location.pathname, new Response(page.replace("</head>", style), { headers }));
      await cache.put("/static/app.old.css", new Response(""));
      await cache.put("/static/unused.css", new Response(""));
    }""")
    settings.RELEASE = "another"
    phone.evaluate(INSTALL_RELEASE)
    files = phone.evaluate(STORED_FILES)
    assert {address, "/static/app.css", "/static/app.old.css"} <= {
        *files
    } and "/static/unused.css" not in files
    phone.context.set_offline(True)
    phone.goto(address)
    expect(phone.get_by_text("All pairings")).to_be_visible()
    expect(phone.locator("#stale")).to_have_text(re.compile(r"^Offline"))
