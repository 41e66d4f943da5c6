"""The keyboard alone: skip to the page, open the working of a number and close it."""

from playwright.sync_api import expect

from tests.support.browser import open_and_watch
from tests.support.desk_events import friday, played


def test_the_working_of_a_number_is_opened_and_closed_by_keyboard(organiser, page):
    event = played(friday(organiser), organiser, 2)
    open_and_watch(page, f"/e/{event.slug}/standings/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    rank = page.locator("tbody tr[data-player] .rank a").first
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('tbody') !== null"):
            break
    expect(rank).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".working").get_by_role("heading")).to_be_visible()
    expect(rank).to_be_focused()
    close = page.get_by_role("link", name="Close")
    close.focus()
    page.keyboard.press("Enter")
    expect(close).to_have_count(0)
    expect(rank).to_be_focused()
