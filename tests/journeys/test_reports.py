"""Players' reports on phones and the desk: confirmed, disputed, decided, late, unanswered; judge calls."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.support.browser import PHONE, assert_never_reloaded, mark_page, quick_sign_in
from tests.support.desk_events import actor_of, fresh, friday, paired, reported
from tests.support.own_pages import address, table_of
from tournaments.changes.change import Actor
from tournaments.events.actions.events import change_settings
from tournaments.history.cache import load_history
from tournaments.results.actions.reports import submit_report


def send(phone, figures):
    phone.get_by_role("radio", name=figures).check(force=True)
    phone.get_by_role("button", name="Report result").tap()


def test_reports_are_confirmed_by_the_opponent_or_decided_by_the_desk(organiser, visitor, page):
    event = paired(friday(organiser), organiser)
    (anna, ben), (cleo, dan) = table_of(event, 1), table_of(event, 2)
    phones = {}
    for name in (anna, ben, cleo, dan):
        phones[name] = visitor(PHONE)
        phones[name].goto(address(event, name))
        mark_page(phones[name])
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    mark_page(page)

    # One player reports, the opponent confirms, and the desk shows the result.
    expect(phones[anna].get_by_role("region", name="Your table")).to_contain_text(ben)
    send(phones[anna], "2–1 You win")
    expect(phones[anna].get_by_text("Waiting for")).to_be_visible()
    expect(phones[ben].get_by_text("You lost 1–2")).to_be_visible()
    expect(page.locator("#t1")).to_contain_text("says 2–1")
    phones[ben].get_by_role("button", name="Confirm").tap()
    for name in (anna, ben):
        expect(phones[name].get_by_text("Confirmed", exact=True)).to_be_visible()
    expect(page.locator("#t1")).to_be_hidden()
    expect(page.get_by_role("link", name="Done 1")).to_be_visible()

    # Both report a win: the desk gets an alert and decides.
    send(phones[cleo], "2–0 You win")
    phones[dan].get_by_role("button", name="2–1 You win").tap()
    for name in (cleo, dan):
        expect(phones[name].get_by_text("Disputed result")).to_be_visible()
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(page.locator("[data-alert-text]")).to_have_text("Table 2 is disputed")
    assert_never_reloaded(page)
    page.get_by_role("button", name="Sound: on").click()
    expect(page.get_by_role("button", name="Sound: off")).to_be_visible()
    page.get_by_role("button", name=re.compile(f"{dan} won table 2")).click()
    for name, score in ((dan, "2–1"), (cleo, "1–2")):
        expect(phones[name].get_by_role("region", name="Your result")).to_contain_text(
            re.compile(f"{score}.*Confirmed", re.S)
        )
    expect(page).not_to_have_title(re.compile(r"^\("))

    # A judge call is answered.
    phones[cleo].get_by_role("button", name="Call a judge").tap()
    expect(phones[dan].get_by_text("A judge was called to table 2")).to_be_visible()
    page.get_by_role("button", name="Done Judge call at table 2").click()
    expect(phones[cleo].get_by_text("The desk has seen your call")).to_be_visible()
    for phone in phones.values():
        assert_never_reloaded(phone)


@pytest.mark.slow
def test_a_report_for_an_earlier_round_becomes_a_message_to_the_desk(organiser, phone, page):
    event = paired(friday(organiser), organiser)
    anna, _ben = table_of(event, 1)
    phone.goto(address(event, anna))
    phone.route(re.compile("part=now"), lambda route: route.fulfill(status=304))
    reported(event, organiser, result_text="0-2")
    paired(event, organiser)
    send(phone, "2–0 You win")
    expect(phone.get_by_text("arrived too late to count")).to_be_visible()
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    expect(page.locator(".row-main").get_by_text("Late report for round 1, table 1")).to_be_visible()


@pytest.mark.slow
def test_an_unanswered_report_becomes_the_result_when_it_expires(organiser, phone):
    event = paired(friday(organiser), organiser)
    change_settings(event, actor_of(organiser), 1, report_minutes=1)
    seats = load_history(event).phase(1).rounds[0].matches[0].players
    before = Actor("phone", now=timezone.now() - timedelta(seconds=57))
    submit_report(fresh(event), before, seats[0], 1, 1, seats, "2-0")
    phone.goto(address(event, table_of(event, 1)[1]))
    expect(phone.get_by_text("unless someone disputes it")).to_be_visible()
    expect(phone.get_by_text("You lost 0–2")).to_be_visible()
    expect(phone.get_by_text("Confirmed", exact=True)).to_be_visible(timeout=15_000)
