"""The service worker: pages are readable without a network; no pages of a signed-in user are stored."""

import re

import pytest
from playwright.sync_api import Error, expect

from tests.conftest import PHONE
from tests.journeys.test_first_event import sign_in
from tests.views.desk_events import friday, paired, reported
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
    own = f"{address}me/{Player.objects.get(event=event, name='Anna').token}/"
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
