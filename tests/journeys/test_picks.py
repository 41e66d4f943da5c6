"""A player reports by picking their name, from the QR code on the wall."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE
from tests.support.desk_events import actor_of, fresh, friday, paired, reported
from tests.support.own_pages import table_of
from tests.support.repetitions import count
from tournaments.access import secret_links
from tournaments.events.actions.events import change_settings
from tournaments.history.cache import load_history
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import finish_round


@pytest.fixture
def event(organiser):
    event = friday(organiser)
    change_settings(event, actor_of(organiser), 1, reporting="anyone")
    return paired(fresh(event), organiser)


def open_code(phone, event):
    phone.goto(f"/e/{event.slug}/hall/{secret_links.venue_code(event)}/")


def say_thats_me(phone, name):
    phone.locator(f'#by-name [data-name="{name}"] [data-choose-me]').click()
    expect(phone).to_have_url(re.compile("/pick/"))


def test_thats_me_one_tap_for_the_score_one_to_send_and_one_to_confirm(event, phone, visitor):
    first, second = table_of(event)
    phone.set_viewport_size({"width": 390, "height": 844})
    open_code(phone, event)
    say_thats_me(phone, first)
    send, tabs = phone.get_by_role("button", name="Report result"), phone.locator("nav.tabs")
    score = phone.locator(".result-option").filter(has_text="2–1")
    assert send.bounding_box()["y"] + send.bounding_box()["height"] <= tabs.bounding_box()["y"]
    score.click()
    send.click()
    expect(phone.get_by_text("Waiting for")).to_be_visible()

    other = visitor(PHONE)
    open_code(other, event)
    say_thats_me(other, second)
    other.get_by_role("button", name="Confirm").click()
    expect(other.get_by_text("Confirmed", exact=True)).to_be_visible()
    assert load_history(fresh(event)).find_match(1, 1, 1).reported


def test_the_opponent_disputes_with_one_tap(event, phone, visitor):
    first, second = table_of(event)
    open_code(phone, event)
    say_thats_me(phone, first)
    phone.locator(".result-option").filter(has_text="2–0").click()
    phone.get_by_role("button", name="Report result").click()
    expect(phone.get_by_text("Waiting for")).to_be_visible()
    other = visitor(PHONE)
    open_code(other, event)
    say_thats_me(other, second)
    other.locator(".disputes button").filter(has_text="2–1").click()
    expect(other.get_by_text("Disputed result")).to_be_visible()


def test_a_phone_that_chose_its_name_before_round_1_reports_once_it_is_published(organiser, phone):
    event = friday(organiser)
    change_settings(event, actor_of(organiser), 1, reporting="anyone")
    open_code(phone, fresh(event))
    phone.locator('[data-name="Anna"] [data-choose-me]').click()
    report = phone.get_by_role("button", name="Report your result")
    expect(report).to_be_hidden()
    paired(fresh(event), organiser)
    phone.evaluate("dispatchEvent(new Event('changed'))")
    report.click()
    expect(phone).to_have_url(re.compile("/pick/"))
    expect(phone.get_by_text("This phone reports for Anna")).to_be_visible()


def test_a_report_without_a_network_is_sent_later(event, phone):
    first, _second = table_of(event)
    open_code(phone, event)
    say_thats_me(phone, first)
    phone.context.set_offline(True)
    phone.locator(".result-option").filter(has_text="2–1").click()
    phone.get_by_role("button", name="Report result").click()
    expect(phone.get_by_text("Saved on this phone")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.get_by_text("You reported at")).to_be_visible()


def test_the_first_visit_of_the_own_page_takes_at_most_six_requests(event, phone):
    first, _second = table_of(event)
    token = event.players.get(name=first).secret
    requests = []
    phone.on("request", lambda request: requests.append(request.url))
    phone.goto(f"/e/{event.slug}/me/{token}/")
    assert len([url for url in requests if "part=" not in url]) <= 6, requests


MODES = {
    "players": "open your personal link",
    "anyone": "scan the QR code at the venue",
    "slips": "result slip",
    "organisers": "Staff enter the results",
}


@pytest.mark.parametrize("mode", [*MODES][:: count(2, 1)])
def test_a_phone_says_what_it_can_do_about_the_result_and_nothing_else(organiser, phone, mode):
    event = friday(organiser)
    change_settings(event, actor_of(organiser), 1, reporting=mode)
    event = paired(fresh(event), organiser)
    first, _second = table_of(event)
    report = phone.get_by_role("button", name="Report your result")
    scan = phone.get_by_text("scan the QR code")
    note = phone.locator("[data-report-note]")
    phone.goto(f"/e/{event.slug}/")
    phone.get_by_label("Find your table").fill(first)
    phone.locator(f'#by-name [data-name="{first}"] [data-choose-me]').click()
    expect(note).to_contain_text(MODES[mode])
    expect(report).to_be_hidden()
    assert scan.count() == (2 if mode == "anyone" else 0)
    if mode == "anyone":
        expect(phone.locator("p.hint", has_text="scan the QR code")).to_be_hidden()

    phone.goto(f"/e/{event.slug}/me/{event.players.get(name=first).secret}/")
    phone.goto(f"/e/{event.slug}/")
    expect(phone.get_by_text("Your table", exact=True)).to_be_visible()
    expect(report).to_be_visible(visible=mode in ("players", "anyone"))
    expect(note).to_be_visible(visible=mode not in ("players", "anyone"))
    expect(scan.first).to_be_visible(visible=False)


@pytest.mark.slow
def test_the_red_button_disappears_once_the_result_is_confirmed(organiser, event, phone):
    first, _second = table_of(event)
    open_code(phone, event)
    say_thats_me(phone, first)
    phone.goto(f"/e/{event.slug}/")
    report = phone.get_by_role("button", name="Report your result")
    expect(report).to_be_visible()
    report_result(fresh(event), actor_of(organiser), 1, 1, 1, "2-1")
    phone.reload()
    expect(phone.locator("[data-own] [data-slot=result]")).to_be_visible()
    expect(report).to_be_hidden()
    reported(fresh(event), organiser)
    finish_round(fresh(event), actor_of(organiser))
    phone.goto(f"/e/{event.slug}/rounds/1/")
    expect(phone.get_by_text("Your last table")).to_be_visible()
    expect(report).to_be_hidden()
