"""Push messages in a browser: turned on, delivered to the service worker, shown, opened, turned off.

There is no push service of a browser's maker here: a subscription at the tests' own service stands in for
`PushManager.subscribe`, and the tests' hands give the worker what was sent to it.
"""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE
from tests.support.desk_events import friday, paired
from tests.support.own_pages import address, table_of
from tests.support.push_service import push_service
from tests.support.worker import run_worker_after
from tournaments.models import PushSubscription

# A browser whose permission is asked for, and which subscribes at the tests' service.
STAND_IN = """(subscription) => {
  let permission = sessionStorage.permission || "default";
  Object.defineProperty(Notification, "permission", { get: () => permission });
  Notification.requestPermission = async () => {
    permission = sessionStorage.permission = sessionStorage.answer || "granted";
    return permission;
  };
  const made = { endpoint: subscription.endpoint, toJSON: () => subscription, unsubscribe: async () => true };
  PushManager.prototype.subscribe = async (options) => {
    sessionStorage.siteKey = options.applicationServerKey;
    sessionStorage.isSubscribed = "1";
    return made;
  };
  PushManager.prototype.getSubscription = async () => (sessionStorage.isSubscribed ? made : null);
}"""
# Chromium without a screen allows no notifications: the worker keeps what it would show.
KEEP_SHOWN = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, options) => self.shown.push({ title, ...options });
}"""


@pytest.fixture
def service(settings):
    settings.LOCAL_ADDRESSES = True
    with push_service() as service:
        yield service


def with_push(phone, browser):
    """Let the phone's pages subscribe as this browser of the service."""
    form = browser.form()
    subscription = {
        "endpoint": browser.endpoint,
        "keys": {"p256dh": form["public_key"], "auth": form["secret"]},
    }
    phone.add_init_script(f"({STAND_IN})({json.dumps(subscription)})")
    return phone


def test_a_phone_in_the_pocket_is_told_of_the_round_and_opens_the_page(organiser, visitor, service):
    event, browser = friday(organiser), service.browser("anna")
    phone = with_push(visitor(PHONE, service_workers="allow"), browser)
    phone.goto(address(event, "Anna"))
    phone.get_by_role("button", name="Turn on").tap()
    expect(phone.get_by_text("On for this phone")).to_be_visible()
    assert PushSubscription.objects.get().player.name == "Anna"
    assert len(phone.evaluate("sessionStorage.siteKey")) == 87

    phone.reload()
    expect(phone.get_by_text("On for this phone")).to_be_visible()
    paired(event, organiser)
    run_worker_after(1)
    [message] = browser.messages
    [shown] = deliver(phone, message)
    table = next(number for number in (1, 2, 3, 4) if "Anna" in table_of(event, number))
    assert (shown["title"], shown["body"]) == (f"Round 1: table {table}", "Friday night")
    assert shown["data"] == address(event, "Anna")
    assert shown["tag"] == message["tag"]

    phone.get_by_role("button", name="Turn off").tap()
    expect(phone.get_by_role("button", name="Turn on")).to_be_visible()
    assert not PushSubscription.objects.exists()


def deliver(phone, message: dict) -> list[dict]:
    """Give a message to the phone's service worker, as the browser does; return what it shows."""
    [worker] = phone.context.service_workers
    worker.evaluate(KEEP_SHOWN)
    tools = phone.context.new_cdp_session(phone)
    versions = []
    tools.on("ServiceWorker.workerVersionUpdated", lambda event: versions.extend(event["versions"]))
    tools.send("ServiceWorker.enable")
    while not versions:
        phone.evaluate("1")
    origin = re.match(r"https?://[^/]+", phone.url)[0]
    data = {"origin": origin, "registrationId": versions[-1]["registrationId"], "data": json.dumps(message)}
    tools.send("ServiceWorker.deliverPushMessage", data)
    for _ in range(600):
        if shown := worker.evaluate("self.shown"):
            return shown
        phone.evaluate("new Promise(requestAnimationFrame)")
    return []


def test_who_says_no_reads_where_to_allow_it(organiser, visitor, service):
    event = friday(organiser)
    phone = with_push(visitor(PHONE, service_workers="allow"), service.browser("anna"))
    phone.goto(address(event, "Anna"))
    phone.evaluate("sessionStorage.answer = 'denied'")
    phone.get_by_role("button", name="Turn on").tap()
    expect(phone.get_by_text("Messages are blocked")).to_be_visible()
    assert not PushSubscription.objects.exists()


def test_not_now_hides_the_offer_for_a_month(organiser, visitor, service):
    event = friday(organiser)
    phone = with_push(visitor(PHONE, service_workers="allow"), service.browser("anna"))
    phone.clock.install()
    phone.goto(address(event, "Anna"))
    phone.get_by_role("button", name="Not now").tap()
    expect(phone.get_by_role("button", name="Turn on")).to_be_hidden()
    phone.reload()
    expect(phone.locator("[data-push]")).to_be_hidden()
    phone.evaluate("localStorage['topcut:push-later'] -= 31 * 24 * 3600e3")
    phone.reload()
    expect(phone.get_by_role("button", name="Turn on")).to_be_visible()


def test_an_iphone_outside_the_home_screen_shows_the_steps(organiser, visitor):
    event = friday(organiser)
    phone = visitor(PHONE)
    phone.add_init_script("delete window.PushManager; navigator.standalone = false")
    phone.goto(address(event, "Anna"))
    expect(phone.get_by_role("listitem").filter(has_text="Add to Home Screen")).to_be_visible()
    expect(phone.get_by_role("button", name="Turn on")).to_be_hidden()


def test_without_push_the_open_page_offers_a_sound_and_vibrates_at_a_new_round(organiser, visitor):
    event = friday(organiser)
    phone = visitor(PHONE)
    phone.add_init_script(
        "delete window.PushManager; window.felt = [];"
        "Object.defineProperty(navigator, 'vibrate', { value: (pattern) => felt.push(pattern) })"
    )
    phone.goto(address(event, "Anna"))
    sound = phone.get_by_role("button", name="Sound")
    sound.tap()
    expect(sound).to_have_attribute("aria-pressed", "true")
    paired(event, organiser)
    for _ in range(600):
        if phone.evaluate("felt.length"):
            break
        phone.evaluate("new Promise(requestAnimationFrame)")
    assert phone.evaluate("felt") == [[200, 100, 200]]


def test_the_offer_stands_below_the_form_of_the_result(organiser, visitor, service):
    event = paired(friday(organiser), organiser)
    phone = with_push(visitor(PHONE), service.browser("anna"))
    phone.goto(address(event, "Anna"))
    offer = phone.get_by_role("button", name="Turn on")
    expect(offer).to_be_visible()
    report = phone.get_by_role("button", name="Report result")
    assert offer.bounding_box()["y"] > report.bounding_box()["y"]
    assert phone.locator("[data-push]").bounding_box()["height"] <= 80
