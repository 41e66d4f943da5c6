"""The hall: the desk runs the clock and tells everybody; a phone and a screen follow by themselves."""

import re

import pytest
from playwright.sync_api import expect

from tests.conftest import DESKTOP
from tests.journeys.test_first_event import assert_never_reloaded, sign_in
from tests.views.desk_events import fresh, friday, paired, reported

HALL = [f"{letter}. Player {n}" for letter in "ABCDEFGHIJKLMNOP" for n in (1, 2)]
RUNS = re.compile(r"^(50:00|49:\d\d)$")


def press(desk, name):
    desk.get_by_role("button", name=name).click()


def test_phones_and_screens_follow_the_desk(organiser, page, phone, visitor):
    event = paired(friday(organiser, names=HALL), organiser)
    screen = visitor(DESKTOP)
    sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    phone.goto(f"/e/{event.slug}/standings/")
    screen.goto(f"/e/{event.slug}/screen/?show=names,clock&seconds=2")
    for one in (page, phone, screen):
        one.evaluate("window.isTheSame = true")

    # The screen turns its own pages.
    pages = screen.locator("[data-pages]")
    expect(pages).to_contain_text("1 of 2")
    expect(screen.get_by_text("A. Player 1", exact=True)).to_be_in_viewport()
    expect(pages).to_contain_text("2 of 2")
    expect(screen.get_by_text("P. Player 2", exact=True)).to_be_in_viewport()
    for gone in ("A. Player 1", "I. Player 1"):
        expect(screen.get_by_text(gone, exact=True)).not_to_be_in_viewport()

    # The clock is started, paused, given five minutes, and goes on.
    press(page, "Start the clock: 50 minutes")
    for one in (phone, screen):
        expect(one.locator(".clock-left")).to_have_text(RUNS)
    press(page, "Pause")
    for one in (phone, screen):
        expect(one.locator(".clock")).to_contain_text("paused")
    press(page, "+5 minutes")
    press(page, "Go on")
    for one in (phone, screen):
        expect(one.locator(".clock-left")).to_have_text(re.compile(r"^(55:00|54:\d\d)$"))

    # A table is given more time by keyboard, and results are typed on.
    page.keyboard.press("+")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.locator(".toast").last).to_contain_text("Table 3: 3 minutes more")
    expect(page.locator("#entry-table")).to_be_focused()
    phone.goto(f"/e/{event.slug}/?by=table")
    phone.evaluate("window.isTheSame = true")
    expect(phone.locator("tr[data-key='3']")).to_contain_text("3 minutes more, until")

    # Everybody is told something, until it is taken back.
    page.get_by_label("On every phone and screen").fill("Pizza is here")
    page.keyboard.press("Enter")
    for one in (page, phone, screen):
        expect(one.locator("#hall-said[role=status]")).to_contain_text("Pizza is here")
    press(page, "Take back")
    expect(phone.locator("#hall-said")).to_be_empty()

    # A new round comes to the screen and the phone, without the old one's clock.
    assert_never_reloaded(page)
    paired(reported(fresh(event), organiser), organiser)
    expect(screen.get_by_role("heading", level=1)).to_have_text("Round 2 of 3")
    expect(pages).to_contain_text("1 of 2")
    for one in (phone, screen):
        expect(one.locator(".clock")).to_have_count(0)
        assert_never_reloaded(one)


@pytest.mark.parametrize("page", ["standings/", "players/p1/", "players/", "about/"])
def test_the_header_follows_the_event_with_the_list(organiser, visitor, page):
    event = reported(paired(friday(organiser), organiser), organiser, 1)
    laptop = visitor(DESKTOP)
    laptop.goto(f"/e/{event.slug}/{page}")
    laptop.evaluate("window.isTheSame = true")
    header = laptop.locator(".rail")
    expect(header.locator(".rail-results")).to_have_text("1 of 4 results in")
    reported(fresh(event), organiser)
    expect(header.locator(".rail-results")).to_have_text("4 of 4 results in")
    paired(fresh(event), organiser)
    expect(header.locator(".rail-now")).to_have_text("Round 2 of 3")
    expect(header.locator(".tube-stop.now")).to_have_count(1)
    expect(header.locator(".tube-stop.done")).to_have_count(1)
    expect(header.get_by_role("link", name="Pairings Round 2")).to_be_visible()
    assert_never_reloaded(laptop)
