"""The desk and phones in a browser: sign in, press, watch."""

import re
from collections import Counter
from dataclasses import dataclass, field

from playwright.sync_api import expect

from tests.support.accounts import PASSWORD
from tests.support.desk_events import fresh, friday, paired, reported
from tournaments.history.cache import load_history
from tournaments.models import Message, Player, ResultRevision
from tournaments.rules import event_file

ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]


DESKTOP = {"viewport": {"width": 1280, "height": 900}}


PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}

# Console errors that are not faults of a page: refused forms, a network that a test has cut.
IGNORED_CONSOLE_ERRORS = (
    "a status of 422",
    "a status of 429",
    "Error Code 429",
    "net::ERR_INTERNET_DISCONNECTED",
    "net::ERR_FAILED",
    "htmx:afterRequest",
    "htmx:sendError",
)


@dataclass
class Hands:
    """One person at one browser: does what they do, and counts it."""

    page: object
    counts: Counter = field(default_factory=Counter)

    def click(self, *target, **options):
        """Click or tap an element, given as arguments of get_by_role or as a locator."""
        element = self.page.get_by_role(*target, **options) if isinstance(target[0], str) else target[0]
        self.counts["clicks"] += 1
        element.click()

    def fill(self, label, text):
        self.counts["fields"] += 1
        self.page.get_by_label(label, exact=True).fill(text)

    def press(self, *keys):
        for key in keys:
            self.counts["keys"] += 1
            self.page.keyboard.press(key)


def sign_in(desk):
    desk.goto("/accounts/login/")
    desk.get_by_label("Username").fill("organiser")
    desk.get_by_label("Password").fill(PASSWORD)
    desk.get_by_label("Password").press("Enter")
    expect(desk.get_by_role("button", name="Sign out")).to_be_visible()


def quick_sign_in(desk):
    """Sign in by requests, without opening the page."""
    desk.request.get("/accounts/login/")
    (token,) = [cookie["value"] for cookie in desk.context.cookies() if cookie["name"] == "csrftoken"]
    form = {"username": "organiser", "password": PASSWORD, "csrfmiddlewaretoken": token}
    desk.request.post("/accounts/login/", form=form)
    assert any(cookie["name"] == "sessionid" for cookie in desk.context.cookies())


def go_to_the_desk(desk):
    desk.get_by_role("navigation", name="Desk").get_by_role("link", name="Desk").click()


def pair_and_publish(desk, button, round_name):
    desk.get_by_role("button", name=button).click()
    publish(desk, round_name)


def publish(desk, round_name):
    expect(desk.get_by_role("heading", level=1)).to_have_text(f"{round_name} (draft)")
    desk.get_by_role("button", name=re.compile("^Publish")).click()
    expect(desk.locator("#entry-table")).to_be_focused()


def type_result(desk, table, games):
    """Type `12 ⏎ 2 1 ⏎`; wait until it is stored and the next one can be typed."""
    for key in (*str(table), "Enter", *games, "Enter"):
        desk.keyboard.press(key)
    expect(desk.locator("#entry-stored")).to_contain_text(re.compile(rf"^\s*Table {table}:"))
    expect(desk.locator("#entry-table")).to_be_focused()


def tables_of(desk):
    """Return {table: (first player, second player)} of the round at the desk."""
    cells = desk.locator(".tables > [data-match]").all()
    names = ("data-match", "data-seat1", "data-seat2")
    rows = [[cell.get_attribute(name) for name in names] for cell in cells]
    return {int(table): (first, second) for table, first, second in rows}


def enter_all(desk, games="21"):
    tables = tables_of(desk)
    for table in tables:
        type_result(desk, table, games)
    return tables


def mark_page(page):
    """Mark the loaded page, for `assert_never_reloaded`."""
    page.evaluate("window.isTheSame = true")


def open_and_watch(page, address):
    page.goto(address)
    mark_page(page)


def assert_never_reloaded(page):
    assert page.evaluate("window.isTheSame")


def own_address(event, seat):
    return f"/e/{event.slug}/me/{Player.objects.get(event=event, public_id=seat.player).secret}/"


def current_match(event, table=1):
    round_ = load_history(fresh(event)).phase(1).rounds[-1]
    return next(match for match in round_.matches if match.table == table)


def send_report(phone, figures):
    phone.get_by_role("radio", name=re.compile(f"^{figures}")).check()
    phone.get_by_role("button", name="Report result").tap()


def report_without_a_network(organiser, page, phone, visitor):
    event = paired(friday(organiser), organiser)
    first, second = current_match(event).seats
    own = own_address(event, first)
    phone.goto(own)
    other = visitor(PHONE)
    other.goto(own_address(event, second))
    sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")

    # Without a network a report waits on the phone; it is discarded, and another one made.
    phone.context.set_offline(True)
    send_report(phone, "2–0")
    result = phone.get_by_role("region", name="Your result")
    expect(result).to_contain_text(re.compile("2–0.*Saved on this phone.*Not sent yet.", re.S))
    result.get_by_role("button", name="Discard").tap()
    send_report(phone, "2–1")
    expect(result).to_contain_text(re.compile("2–1.*Saved on this phone", re.S))
    expect(phone.locator("#stale")).not_to_be_empty()
    assert not ResultRevision.objects.exists()

    # The page is closed; another page of the event sends the report, twice, because the first answer is lost.
    phone.close()
    context = phone.context
    context.set_offline(False)
    context.route("**/report/", lambda route: (route.fetch(), route.abort()), times=1)
    phone = context.new_page()
    with phone.expect_event("requestfailed", lambda request: request.url.endswith("/report/")):
        phone.goto(f"/e/{event.slug}/")
    expect(phone.locator(".toast")).to_contain_text(re.compile("^Sent: “2–1.*” at table 1.$"))
    expect(phone.locator("#outbox p")).to_have_count(0)
    assert ResultRevision.objects.count() == 1

    # The other phone confirms.
    expect(other.get_by_text(re.compile(r"reported at \d\d:\d\d"))).to_be_visible()
    with other.expect_response("**/report/"):
        other.get_by_role("button", name="Confirm").tap()
    expect(other.get_by_text("Confirmed", exact=True)).to_be_visible()
    # An answered report is removed, and not sent again by the next page.
    assert not any(name.startswith("topcut:outbox:") for name in other.evaluate("Object.keys(localStorage)"))
    assert [seat.games for seat in current_match(event).seats] == [2, 1]

    # The desk shows that a form was not sent; it keeps the typed values.
    page.context.set_offline(True)
    for name, typed in (("table", "2"), ("first", "2"), ("second", "0")):
        page.locator(f"#entry-form [name={name}]").fill(typed)
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Not sent.")
    page.context.set_offline(False)
    page.keyboard.press("Enter")
    expect(page.locator("#entry-stored")).to_contain_text("2–0")
    expect(page.locator(".toast")).to_have_count(0)

    # A new round is announced; a late report for it becomes a message to the desk.
    phone.goto(own)
    event = paired(reported(fresh(event), organiser), organiser)
    expect(phone.locator("[data-new-round]")).to_have_text(re.compile(r"^Round 2: table \d against "))
    context.set_offline(True)
    send_report(phone, "2–0")
    expect(phone.get_by_text("Saved on this phone")).to_be_visible()
    paired(reported(event, organiser, result_text="1-2"), organiser)
    context.set_offline(False)
    expect(phone.get_by_text("arrived too late to count automatically")).to_be_visible()
    message = Message.objects.get()
    assert (message.round, message.kind) == (2, "late_report")


def import_file(desk, event):
    desk.goto("/import/")
    file = {"name": "winter.json", "mimeType": "application/json", "buffer": event_file.text(event).encode()}
    desk.get_by_label("Event file").set_input_files(file)
    desk.get_by_role("button", name="Import").click()
    expect(desk.get_by_text("Event imported")).to_be_visible()
