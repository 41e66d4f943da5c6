"""Prizes by record: planned with a live total, won, and paid out by a printed list."""

import csv
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser import assert_never_reloaded, mark_page, open_and_watch, quick_sign_in
from tests.support.desk_events import friday, played
from tests.support.own_pages import address as own_address


@pytest.mark.slow
def test_prizes_by_record_from_the_first_line_to_the_printed_list(organiser, page, phone):
    event = played(friday(organiser, finals=("single", 2)), organiser, 3)
    event = played(event, organiser)
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/settings/")
    page.get_by_role("link", name="Prizes", exact=True).click()
    mark_page(page)
    plan = page.locator("#plan")
    page.get_by_label("Swiss", exact=True).press_sequentially("x-1: 20 each\n1-2: 10\n2: 5")
    expect(plan).to_contain_text("Line 3: place 2 already has a prize")
    page.get_by_label("Swiss", exact=True).fill("x-1: 20 each")
    page.get_by_label("Finals", exact=True).fill("1: 10 + playmat")
    page.get_by_label("Currency").fill("€")
    page.get_by_label("Per entry").fill("12,50")
    expect(plan).to_contain_text("€10 of the pot is left.")
    expect(plan).not_to_contain_text("Line 3")
    assert_never_reloaded(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Prizes saved")).to_be_visible()

    open_and_watch(phone, f"/e/{event.slug}/prizes/")
    expect(phone.get_by_text("Provisional, as if the event ended now")).to_be_visible()
    expect(phone.locator(".payees .row")).to_have_count(4)
    page.goto(f"/e/{event.slug}/desk/")
    page.get_by_role("button", name="End event").click()
    expect(phone.get_by_text(re.compile("^Final. Pot €100"))).to_be_visible()
    payees = phone.locator(".payees .row")
    expect(payees).to_have_count(4)
    expect(payees.first).to_contain_text("€30")
    expect(payees.first).to_contain_text("playmat")
    assert_never_reloaded(phone)

    # No step is marked until the phone knows whose it is.
    expect(phone.locator(".own-sum")).to_have_count(2)
    expect(phone.locator(".chart-own:visible, .own-sum:visible")).to_have_count(0)
    second = payees.nth(1).get_by_role("link").inner_text()
    phone.goto(own_address(event, second))
    phone.goto(f"/e/{event.slug}/prizes/")
    expect(phone.locator(".own-sum:visible")).to_have_text("Your payout: €20")
    (step,) = phone.locator("g.mine").all()
    expect(step).to_contain_text("€203 playersyou")
    expect(phone.get_by_role("img", name="Payouts: €30: 1 player; €20: 3 players")).to_be_visible()

    page.goto(f"/e/{event.slug}/prizes/")
    with page.expect_download() as file:
        page.get_by_role("link", name="CSV").click()
    rows = list(csv.DictReader(Path(file.value.path()).read_text().splitlines()))
    assert [row["sum"] for row in rows] == ["30", "20", "20", "20"]
    page.emulate_media(media="print")
    expect(page.locator(".payees .row")).to_have_count(4)
    expect(page.locator(".payees .row").first).to_be_visible()
    expect(page.get_by_role("navigation", name="Event")).to_be_hidden()
    expect(page.get_by_role("link", name="CSV")).to_be_hidden()
