"""Reports made without a network are stored on the phone and sent once, in order, later."""

import re

from playwright.sync_api import expect

from tests.conftest import PHONE
from tests.journeys.test_first_event import sign_in
from tests.views.desk_events import fresh, friday, paired, reported
from tournaments.history.cache import load_history
from tournaments.models import Message, Player, ResultRevision


def address_of(event, seat):
    return f"/e/{event.slug}/me/{Player.objects.get(event=event, public_id=seat.player).secret}/"


def current_match(event, table=1):
    round_ = load_history(fresh(event)).phase(1).rounds[-1]
    return next(match for match in round_.matches if match.table == table)


def send(phone, figures):
    phone.get_by_role("radio", name=re.compile(f"^{figures}")).check()
    phone.get_by_role("button", name="Report result").tap()


def test_a_report_without_a_network_is_kept_and_sent_once(organiser, page, phone, visitor):
    event = paired(friday(organiser), organiser)
    first, second = current_match(event).seats
    own = address_of(event, first)
    phone.goto(own)
    other = visitor(PHONE)
    other.goto(address_of(event, second))
    sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")

    # Without a network two reports wait on the phone; one is discarded.
    phone.context.set_offline(True)
    send(phone, "2–0")
    outbox = phone.locator("#outbox")
    expect(outbox).to_contain_text(
        re.compile("^Saved on this phone: “2–0.*” at table 1. It will be sent when you’re back online.")
    )
    send(phone, "2–1")
    expect(outbox.get_by_role("button", name="Discard")).to_have_count(2)
    outbox.get_by_role("button", name="Discard").first.tap()
    expect(outbox).to_contain_text("Saved on this phone: “2–1")
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
    expect(other.get_by_text("Result confirmed")).to_be_visible()
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
    send(phone, "2–0")
    expect(phone.locator("#outbox p")).to_have_count(1)
    paired(reported(event, organiser, result_text="1-2"), organiser)
    context.set_offline(False)
    expect(phone.get_by_text("arrived too late to count automatically")).to_be_visible()
    message = Message.objects.get()
    assert (message.round, message.kind) == (2, "late_report")


def test_a_report_stored_before_the_upgrade_is_sent(organiser, phone):
    event = paired(friday(organiser), organiser)
    match = current_match(event)
    own = address_of(event, match.seats[0])
    body = [["key", "stored"], ["phase", "1"], ["round", "1"], ["table", "1"], ["said", "2-1"]]
    body += [["seat", player] for player in match.players]
    stored = {"url": f"{own}report/", "body": body, "table": "1", "said": "2–1"}
    phone.goto(own)
    phone.evaluate("(it) => localStorage.setItem('topcut:outbox:1.stored', JSON.stringify(it))", stored)
    phone.reload()
    expect(phone.locator(".toast")).to_contain_text("Sent: “2–1” at table 1.")
    expect(phone.get_by_text(re.compile(r"You reported at"))).to_be_visible()
    assert ResultRevision.objects.count() == 1


def test_a_sent_report_is_shown_at_once_although_fragments_are_cached(organiser, phone, settings):
    event = paired(friday(organiser), organiser)
    settings.FRAGMENT_CACHE_SECONDS = 3600
    with phone.expect_response("**/?part=now"):
        phone.goto(address_of(event, current_match(event).seats[0]))
    phone.context.set_offline(True)
    send(phone, "2–0")
    phone.context.set_offline(False)
    expect(phone.locator("#outbox p")).to_have_count(0)
    expect(phone.get_by_text(re.compile(r"You reported at"))).to_be_visible()


def test_the_answer_to_an_earlier_poll_does_not_hide_a_sent_report(organiser, phone, settings):
    event = paired(friday(organiser), organiser)
    settings.FRAGMENT_CACHE_SECONDS = 3600
    with phone.expect_response("**/?part=now"):
        phone.goto(address_of(event, current_match(event).seats[0]))
    delayed = []
    with phone.expect_request("**/?part=now"):
        phone.route("**/?part=now", lambda route: delayed.append((route, route.fetch())), times=1)
    phone.context.set_offline(True)
    send(phone, "2–0")
    phone.context.set_offline(False)
    expect(phone.locator("#outbox p")).to_have_count(0)
    ((route, answer),) = delayed
    route.fulfill(response=answer)
    expect(phone.get_by_text(re.compile(r"You reported at"))).to_be_visible()
