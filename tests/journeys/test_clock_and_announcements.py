"""Clock, time extensions and announcements of the desk on a phone and a screen."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import DESKTOP, assert_never_reloaded, mark_page, sign_in
from tests.support.desk_events import fresh, friday, paired, reported
from tests.support.repetitions import count

PLAYERS = [f"{letter}. Player {n}" for letter in "ABCDEFGHIJKLMNOP" for n in (1, 2)]
RUNNING_CLOCK = re.compile(r"^(50:00|49:\d\d)$")


def press(desk, name):
    desk.get_by_role("button", name=name).click()


def test_phones_and_screens_follow_the_desk(organiser, page, phone, visitor):
    event = paired(friday(organiser, names=PLAYERS), organiser)
    screen = visitor({"viewport": {"width": 1920, "height": 1080}})
    sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    phone.goto(f"/e/{event.slug}/standings/")
    screen.goto(f"/e/{event.slug}/screen/?show=names,clock&seconds=2")
    for viewer in (page, phone, screen):
        mark_page(viewer)

    # The screen turns its pages.
    pages = screen.locator("[data-pages]")
    expect(pages).to_contain_text("1 of 2")
    expect(screen.get_by_text("A. Player 1", exact=True)).to_be_in_viewport()
    expect(pages).to_contain_text("2 of 2")
    expect(screen.get_by_text("P. Player 2", exact=True)).to_be_in_viewport()
    for name in ("A. Player 1", "I. Player 1"):
        expect(screen.get_by_text(name, exact=True)).not_to_be_in_viewport()

    # The clock is started, paused, extended by five minutes and resumed.
    press(page, "Start timer: 50 minutes")
    for viewer in (phone, screen):
        expect(viewer.locator(".clock-left")).to_have_text(RUNNING_CLOCK)
    press(page, "Pause")
    for viewer in (phone, screen):
        expect(viewer.locator(".clock")).to_contain_text("paused")
    press(page, "+5 minutes")
    press(page, "Resume")
    for viewer in (phone, screen):
        expect(viewer.locator(".clock-left")).to_have_text(re.compile(r"^(55:00|54:\d\d)$"))

    # A table gets a time extension by keyboard; then results can be typed again.
    page.keyboard.press("+")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.locator("#extend-form .tool-done")).to_contain_text("Table 3: time extension of 3 minutes")
    expect(page.locator("#entry-table")).to_be_focused()
    phone.goto(f"/e/{event.slug}/?by=table")
    mark_page(phone)
    expect(phone.locator("tr[data-key='3']")).to_contain_text("3-minute time extension, until")

    # An announcement is shown until it is removed.
    page.get_by_role("heading", name="Announcement").click()
    page.get_by_label("Shows on every phone and screen").fill("Pizza is here")
    page.keyboard.press("Enter")
    for viewer in (page, phone, screen):
        expect(viewer.locator("#event-announcement[role=status]")).to_contain_text("Pizza is here")
    press(page, "Remove")
    expect(phone.locator("#event-announcement")).to_be_empty()

    # A new round is shown on the screen and the phone, without the old clock.
    assert_never_reloaded(page)
    paired(reported(fresh(event), organiser), organiser)
    expect(screen.get_by_role("heading", level=1)).to_have_text("Round 2 of 3")
    expect(pages).to_contain_text("1 of 2")
    for viewer in (phone, screen):
        expect(viewer.locator(".clock")).to_have_count(0)
        assert_never_reloaded(viewer)


@pytest.mark.parametrize("page", ["standings/", "players/p1/", "players/", "about/"][:: count(4, 1)])
def test_the_header_is_updated_with_the_list(organiser, visitor, page):
    event = reported(paired(friday(organiser), organiser), organiser, 1)
    laptop = visitor(DESKTOP)
    laptop.goto(f"/e/{event.slug}/{page}")
    mark_page(laptop)
    header = laptop.locator(".sidebar")
    expect(header.locator(".sidebar-results")).to_have_text("1 of 4 results reported")
    reported(fresh(event), organiser)
    expect(header.locator(".sidebar-results")).to_have_text("4 of 4 results reported")
    paired(fresh(event), organiser)
    expect(header.locator(".sidebar-now")).to_have_text("Round 2 of 3")
    expect(header.locator(".track-stop.now")).to_have_count(1)
    expect(header.locator(".track-stop.done")).to_have_count(1)
    expect(header.get_by_role("link", name="Pairings Round 2")).to_be_visible()
    assert_never_reloaded(laptop)
