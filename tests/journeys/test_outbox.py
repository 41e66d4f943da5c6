"""Reports made without a network are stored on the phone and sent once, in order, later."""

import re

from playwright.sync_api import expect

from tests.support.browser import (
    current_match,
    own_address,
    report_without_a_network,
    send_report,
)
from tests.support.desk_events import friday, paired
from tournaments.models import ResultRevision


def test_a_report_without_a_network_is_kept_and_sent_once(organiser, page, phone, visitor):
    report_without_a_network(organiser, page, phone, visitor)


def test_a_report_stored_before_the_upgrade_is_sent(organiser, phone):
    event = paired(friday(organiser), organiser)
    match = current_match(event)
    own = own_address(event, match.seats[0])
    body = [["key", "stored"], ["phase", "1"], ["round", "1"], ["table", "1"], ["said", "2-1"]]
    body += [["seat", player] for player in match.players]
    stored = {"url": f"{own}report/", "body": body, "table": "1", "said": "2–1"}
    phone.goto(own)
    phone.evaluate("(it) => localStorage.setItem('topcut:outbox:1.stored', JSON.stringify(it))", stored)
    phone.reload()
    expect(phone.get_by_text(re.compile(r"You reported at"))).to_be_visible()
    assert ResultRevision.objects.count() == 1


def test_a_sent_report_is_shown_at_once_although_fragments_are_cached(organiser, phone, settings):
    event = paired(friday(organiser), organiser)
    settings.FRAGMENT_CACHE_SECONDS = 3600
    with phone.expect_response("**/?part=now"):
        phone.goto(own_address(event, current_match(event).seats[0]))
    phone.context.set_offline(True)
    send_report(phone, "2–0")
    phone.context.set_offline(False)
    expect(phone.locator("#unsent-result")).to_be_empty()
    expect(phone.get_by_text(re.compile(r"You reported at"))).to_be_visible()


def test_the_answer_to_an_earlier_poll_does_not_hide_a_sent_report(organiser, phone, settings):
    event = paired(friday(organiser), organiser)
    settings.FRAGMENT_CACHE_SECONDS = 3600
    with phone.expect_response("**/?part=now"):
        phone.goto(own_address(event, current_match(event).seats[0]))
    delayed = []
    with phone.expect_request("**/?part=now"):
        phone.route("**/?part=now", lambda route: delayed.append((route, route.fetch())), times=1)
    phone.context.set_offline(True)
    send_report(phone, "2–0")
    phone.context.set_offline(False)
    expect(phone.locator("#unsent-result")).to_be_empty()
    ((route, answer),) = delayed
    route.fulfill(response=answer)
    expect(phone.get_by_text(re.compile(r"You reported at"))).to_be_visible()
