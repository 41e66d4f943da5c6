"""The service worker: pages are readable without a network; no pages of a signed-in user are stored."""

import re
import time

from playwright.sync_api import expect

from tests.support import browser
from tests.support.browser import PHONE, current_match, own_address, send_report, sign_in
from tests.support.desk_events import actor_of, friday, paired, reported
from tournaments.changes.change import increment_layout_versions
from tournaments.events.actions.events import change_event
from tournaments.models import Event, Player, ResultRevision

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
    # A page that was never visited is answered by one of its own.
    phone.goto(f"{address}standings/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Friday night")
    expect(phone.get_by_text("You’re offline.")).to_be_visible()
    expect(phone.get_by_role("link", name="Retry")).to_be_visible()
    phone.get_by_role("link", name="Your page").tap()
    expect(phone.get_by_role("button", name="Report result")).to_be_visible()

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
      const stored = await cache.match(location.pathname);
      const page = await stored.text();
      const style = '<link rel="stylesheet" href="/static/app.old.css"></head>';
      const { headers } = stored;
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


def open_and_store(phone, *pages):
    for number, page in enumerate(pages, 1):
        phone.goto(page)
        wait_until_stored(phone, pages[:number])


def slow_network(phone):
    """Let the phone have 400 kbit/s and 400 ms."""
    tools = phone.context.new_cdp_session(phone)
    tools.send("Network.enable")
    conditions = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
    tools.send("Network.emulateNetworkConditions", conditions)
    return tools


def test_a_result_on_a_weak_network_that_goes_and_comes_back(organiser, visitor):
    event = paired(friday(organiser), organiser)
    address = f"/e/{event.slug}/"
    first, second = current_match(event).seats
    own = own_address(event, first)
    phone = visitor(PHONE, service_workers="allow")
    tools = slow_network(phone)
    # The page is there and can be used.
    phone.goto(own)
    send = phone.get_by_role("button", name="Report result")
    expect(send).to_be_visible()
    wait_until_stored(phone, [own])
    # Then nothing: the report is saved, also after a reload.
    tools.detach()
    phone.context.set_offline(True)
    result = phone.get_by_role("region", name="Your result")
    send_report(phone, "2–1")
    expect(result).to_contain_text(re.compile("2–1.*Saved on this phone", re.S))
    phone.reload()
    expect(result).to_contain_text(re.compile("2–1.*Saved on this phone", re.S))
    assert result.bounding_box()["height"] == 272
    expect(send).to_be_hidden()
    expect(phone.locator("#stale")).to_have_text(re.compile(r"^Offline\. Last updated \d\d:\d\d\.$"))
    # A page never visited leads back to the own one.
    phone.goto(f"{address}bracket/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Friday night")
    phone.get_by_role("link", name="Your page").tap()
    expect(result).to_contain_text("Saved on this phone")
    assert not ResultRevision.objects.exists()
    # And back.
    phone.context.set_offline(False)
    expect(result).to_contain_text("Waiting for")
    expect(phone.locator("#stale")).to_be_empty()
    assert ResultRevision.objects.count() == 1
    other = visitor(PHONE)
    other.goto(own_address(event, second))
    other.get_by_role("button", name="Confirm").tap()
    expect(result).to_contain_text("Confirmed")


def test_a_site_that_does_not_answer_shows_the_stored_page_after_two_seconds(organiser, visitor):
    event = paired(friday(organiser), organiser)
    address = f"/e/{event.slug}/"
    phone = visitor(PHONE, service_workers="allow")
    phone.goto(address)
    wait_until_stored(phone, [address])
    held = []
    phone.context.route(f"**{address}*", lambda route: held.append(route))
    before = time.monotonic()
    phone.goto(address, wait_until="commit")
    assert 1.9 < time.monotonic() - before < 6
    stale = phone.locator("#stale")
    expect(stale).to_have_text("Updating…")
    phone.context.unroute_all()
    phone.evaluate("dispatchEvent(new Event('changed'))")
    expect(stale).to_be_empty()


def test_an_event_that_becomes_private_leaves_nothing_on_the_phone(organiser, visitor, monkeypatch):
    monkeypatch.setattr(browser, "IGNORED_CONSOLE_ERRORS", (*browser.IGNORED_CONSOLE_ERRORS, "404"))
    event = paired(friday(organiser), organiser)
    address = f"/e/{event.slug}/"
    phone = visitor(PHONE, service_workers="allow")
    open_and_store(phone, address, f"{address}rounds/1/")
    change_event(event, actor_of(organiser), visibility="private")
    phone.goto(f"{address}rounds/1/")
    wait_until_stored(phone, [])


def test_pages_that_name_somebody_who_is_hidden_now_are_not_kept(organiser, visitor):
    event = paired(friday(organiser), organiser)
    address = f"/e/{event.slug}/"
    own = own_address(event, current_match(event).seats[0])
    phone = visitor(PHONE, service_workers="allow")
    open_and_store(phone, own, f"{address}rounds/1/", address)
    increment_layout_versions(Event.objects.filter(pk=event.pk))
    phone.goto(address)
    # The own page was fetched anew.
    wait_until_stored(phone, [own, address])
