"""The desk's list of registrations in a browser: instant search, selecting, copying, dependent fields."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import quick_sign_in
from tests.support.desk_events import friday
from tests.support.registrations import open_registration, register_online
from tournaments.history.cache import load_history

pytestmark = pytest.mark.slow


@pytest.fixture
def event(organiser, page):
    event = open_registration(friday(organiser, names=[]), organiser, approval=True)
    for name in ("Ada Byron", "Ada Lovelace", "Bo", "Cleo"):
        register_online(event, name, email=f"{name.replace(' ', '.').lower()}@example.org")
    quick_sign_in(page)
    return event


def test_the_entries_that_a_search_shows_are_selected_and_accepted(event, page):
    page.goto(f"/e/{event.slug}/desk/registration/")
    expect(page.get_by_role("button", name="Decline", exact=True)).to_be_hidden()
    page.get_by_label("Search names, teams and email addresses").fill("ada")
    expect(page.locator("#entries li:visible")).to_have_count(2)
    page.get_by_role("button", name="Select all").click()
    page.locator(".bulk-bar").get_by_role("button", name="Approve").click()
    expect(page.get_by_text("2 players approved")).to_be_visible()
    assert [player.name for player in load_history(event).players] == ["Ada Byron", "Ada Lovelace"]


def test_addresses_are_shown_to_copy(event, page):
    page.goto(f"/e/{event.slug}/desk/registration/?show=pending")
    page.get_by_label("Select Bo").check()
    page.locator(".bulk-bar").get_by_role("button", name="Email addresses").click()
    expect(page.locator("#addresses")).to_have_value("bo@example.org")
    page.get_by_role("button", name="Copy").click()
    assert page.evaluate("getSelection().toString()") == "bo@example.org"


def test_the_waitlist_is_offered_only_with_a_number_of_places(event, page):
    page.goto(f"/e/{event.slug}/desk/settings/registration/")
    waitlist = page.get_by_label("Waitlist")
    expect(waitlist).to_be_hidden()
    page.get_by_role("spinbutton", name="Places").fill("16")
    expect(waitlist).to_be_visible()
    page.get_by_label("Registration is open").uncheck()
    expect(page.get_by_label("From", exact=True)).to_be_hidden()


def test_a_missing_player_is_replaced_from_the_waitlist_with_one_press(organiser, page):
    event = open_registration(friday(organiser, names=[]), organiser, cap=2)
    for name in ("Ada", "Bo", "Cleo", "Dan"):
        register_online(event, name)
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/check-in/")
    page.get_by_role("button", name="Check in Bo").click()
    expect(page.get_by_text("1 of 2 checked in")).to_be_visible()
    page.get_by_role("button", name="Here Dan").click()
    page.get_by_role("button", name="Seat Dan instead Ada").click()
    expect(page.get_by_text("Dan plays instead of Ada")).to_be_visible()
    expect(page.get_by_text("2 of 2 checked in")).to_be_visible()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("button", name="Seat Dan instead Ada")).to_be_visible()
