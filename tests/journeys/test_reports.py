"""Phones and a desk at once: reported, confirmed, disputed, decided; a judge; a report that is late."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.conftest import PHONE
from tests.journeys.test_first_event import assert_never_reloaded, let_in
from tests.views.desk_events import actor_of, fresh, friday, paired, reported
from tests.views.own_pages import address, table_of
from tournaments.actions.change import Actor
from tournaments.actions.events import events
from tournaments.actions.results import player_reports
from tournaments.queries.history.cache import load_history


def send(phone, figures):
    phone.get_by_role("radio", name=figures).check(force=True)
    phone.get_by_role("button", name="Send the result").tap()


def test_two_players_and_the_desk_settle_their_results(organiser, visitor, page):
    event = paired(friday(organiser), organiser)
    (anna, ben), (cleo, dan) = table_of(event, 1), table_of(event, 2)
    phones = {}
    for name in (anna, ben, cleo, dan):
        phones[name] = visitor(PHONE)
        phones[name].goto(address(event, name))
        phones[name].evaluate("window.isTheSame = true")
    let_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    page.evaluate("window.isTheSame = true")

    # One reports, the other sees it and confirms, and the desk has it.
    expect(phones[anna].get_by_role("region", name="Your table")).to_contain_text(ben)
    send(phones[anna], "2–1 You win")
    expect(phones[anna].get_by_text("has not confirmed it yet")).to_be_visible()
    expect(phones[ben].get_by_text("You lost 1–2")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile(f"{anna} 2–1 {ben} ?, table 1"))).to_be_visible()
    phones[ben].get_by_role("button", name="That is right").tap()
    for name in (anna, ben):
        expect(phones[name].get_by_text("Result stored")).to_be_visible()
    expect(page.locator(".progress-cells .in")).to_have_text(re.compile("^1"))

    # Both claim the win: the desk rings and decides.
    send(phones[cleo], "2–0 You win")
    phones[dan].get_by_text("That is not right").tap()
    send(phones[dan], "2–1 You win")
    for name in (cleo, dan):
        expect(phones[name].get_by_text("You do not agree")).to_be_visible()
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(page.locator("[data-ring-said]")).to_have_text("Table 2 is disputed")
    assert_never_reloaded(page)
    page.get_by_role("button", name="Sound is on").click()
    expect(page.get_by_role("button", name="Sound is off")).to_be_visible()
    page.get_by_role("button", name=re.compile(f"{cleo} 1–2 {dan} ?, table 2")).click()
    expect(phones[dan].get_by_text("You won 2–1")).to_be_visible()
    expect(phones[cleo].get_by_text("You lost 1–2")).to_be_visible()
    expect(page).not_to_have_title(re.compile(r"^\("))

    # A judge is called, and seen to.
    phones[cleo].get_by_role("button", name="Call a judge").tap()
    expect(phones[dan].get_by_text("A judge was called to table 2")).to_be_visible()
    page.get_by_role("button", name=re.compile("Seen to ?: Table 2 needs a judge")).click()
    expect(phones[cleo].get_by_text("The desk has seen your call")).to_be_visible()
    for phone in phones.values():
        assert_never_reloaded(phone)


def test_a_report_for_a_round_that_has_gone_on_reaches_the_desk_as_a_message(organiser, phone, page):
    event = paired(friday(organiser), organiser)
    anna, _ben = table_of(event, 1)
    phone.goto(address(event, anna))
    phone.route(re.compile("part=now"), lambda route: route.fulfill(status=304))
    reported(event, organiser, said="0-2")
    paired(event, organiser)
    send(phone, "2–0 You win")
    expect(phone.get_by_text("came too late to count")).to_be_visible()
    let_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    expect(page.locator(".row-main").get_by_text("Round 1, table 1, too late")).to_be_visible()


@pytest.mark.slow
def test_a_report_that_nobody_answers_is_stored_by_whichever_page_sees_its_time_come(organiser, phone):
    event = paired(friday(organiser), organiser)
    events.change_settings(event, actor_of(organiser), 1, report_minutes=1)
    seats = load_history(event).phase(1).rounds[0].matches[0].players
    before = Actor("phone", now=timezone.now() - timedelta(seconds=57))
    player_reports.submit_report(fresh(event), before, seats[0], 1, 1, seats, "2-0")
    phone.goto(address(event, table_of(event, 1)[1]))
    expect(phone.get_by_text("if nobody says otherwise")).to_be_visible()
    expect(phone.get_by_text("You lost 0–2")).to_be_visible()
    expect(phone.get_by_text("Result stored")).to_be_visible(timeout=15_000)
