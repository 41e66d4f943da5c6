"""Reports typed without a network: kept, sent once, in order, never a change of a round that has gone on."""

import re

from playwright.sync_api import expect

from tests.conftest import PHONE
from tests.journeys.test_first_event import sign_in
from tests.views.desk_events import fresh, friday, paired, reported
from tournaments.models import Message, Player, Report
from tournaments.queries.history.cache import load_history


def address_of(event, seat):
    return f"/e/{event.slug}/me/{Player.objects.get(event=event, key=seat.player).token}/"


def match_now(event, table=1):
    round_ = load_history(fresh(event)).phase(1).rounds[-1]
    return next(match for match in round_.matches if match.table == table)


def send(phone, figures):
    phone.get_by_role("radio", name=re.compile(f"^{figures}")).check()
    phone.get_by_role("button", name="Send the result").tap()


def test_a_report_without_a_network_is_kept_and_sent_once(organiser, page, phone, visitor):
    event = paired(friday(organiser), organiser)
    first, second = match_now(event).seats
    own = address_of(event, first)
    phone.goto(own)
    other = visitor(PHONE)
    other.goto(address_of(event, second))
    sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")

    # No network: what was said stays here, and one of two is taken back.
    phone.context.set_offline(True)
    send(phone, "2–0")
    kept = phone.locator("#kept")
    expect(kept).to_contain_text(
        re.compile("^Kept on this phone: “2–0.*” at table 1. It is sent as soon as there is a network.")
    )
    send(phone, "2–1")
    expect(kept.get_by_role("button", name="Do not send it")).to_have_count(2)
    kept.get_by_role("button", name="Do not send it").first.tap()
    expect(kept).to_contain_text("Kept on this phone: “2–1")
    expect(phone.locator("#stale")).not_to_be_empty()
    assert not Report.objects.exists()

    # The page is closed; another page of the event sends it. The answer is lost on its way, so it goes again.
    phone.close()
    context = phone.context
    context.set_offline(False)
    context.route("**/report/", lambda route: (route.fetch(), route.abort()), times=1)
    phone = context.new_page()
    with phone.expect_event("requestfailed", lambda request: request.url.endswith("/report/")):
        phone.goto(f"/e/{event.slug}/")
    expect(phone.locator(".toast")).to_contain_text(re.compile("^Sent: “2–1.*” at table 1.$"))
    expect(phone.locator("#kept p")).to_have_count(0)
    assert Report.objects.count() == 1

    # The other phone confirms.
    expect(other.get_by_text(re.compile(r"reported at \d\d:\d\d"))).to_be_visible()
    with other.expect_response("**/report/"):
        other.get_by_role("button", name="That is right").tap()
    expect(other.get_by_text("Result stored")).to_be_visible()
    # What was answered is forgotten, and not sent again by the next page.
    assert not any(name.startswith("topcut:outbox:") for name in other.evaluate("Object.keys(localStorage)"))
    assert [seat.games for seat in match_now(event).seats] == [2, 1]

    # The desk, too, hears that something was not sent; it stands there to be sent again.
    page.context.set_offline(True)
    for name, typed in (("table", "2"), ("first", "2"), ("second", "0")):
        page.locator(f"#entry-form [name={name}]").fill(typed)
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Not sent.")
    page.context.set_offline(False)
    page.keyboard.press("Enter")
    expect(page.locator("#entry-stored")).to_contain_text("2–0")
    expect(page.locator(".toast")).to_have_count(0)

    # A new round comes, is spoken, and what is said of it too late becomes a message.
    phone.goto(own)
    event = paired(reported(fresh(event), organiser), organiser)
    expect(phone.locator("[data-spoken]")).to_have_text(re.compile(r"^Round 2: table \d against "))
    context.set_offline(True)
    send(phone, "2–0")
    expect(phone.locator("#kept p")).to_have_count(1)
    paired(reported(event, organiser, said="1-2"), organiser)
    context.set_offline(False)
    expect(phone.get_by_text("came too late to count by itself")).to_be_visible()
    message = Message.objects.get()
    assert (message.round, message.kind) == (2, "late_report")


def test_what_was_sent_at_last_is_seen_at_once_though_lists_are_cached(organiser, phone, settings):
    event = paired(friday(organiser), organiser)
    settings.FRAGMENT_CACHE_SECONDS = 3600
    with phone.expect_response("**/?part=now"):
        phone.goto(address_of(event, match_now(event).seats[0]))
    phone.context.set_offline(True)
    send(phone, "2–0")
    phone.context.set_offline(False)
    expect(phone.locator("#kept p")).to_have_count(0)
    expect(phone.get_by_text(re.compile(r"You reported at"))).to_be_visible()


def test_an_answer_to_a_poll_from_before_says_nothing_of_what_was_sent(organiser, phone, settings):
    event = paired(friday(organiser), organiser)
    settings.FRAGMENT_CACHE_SECONDS = 3600
    with phone.expect_response("**/?part=now"):
        phone.goto(address_of(event, match_now(event).seats[0]))
    held = []
    with phone.expect_request("**/?part=now"):
        phone.route("**/?part=now", lambda route: held.append((route, route.fetch())), times=1)
    phone.context.set_offline(True)
    send(phone, "2–0")
    phone.context.set_offline(False)
    expect(phone.locator("#kept p")).to_have_count(0)
    ((route, answer),) = held
    route.fulfill(response=answer)
    expect(phone.get_by_text(re.compile(r"You reported at"))).to_be_visible()
