"""Results of pods by keyboard at the desk and by touch on a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import assert_never_reloaded, mark_page, quick_sign_in, type_result
from tests.support.pod_events import pods, wargame


def press(desk, *keys):
    for key in keys:
        desk.keyboard.press(key)


def test_pods_are_entered_by_keyboard_as_quickly_as_pairs(event_from, page):
    event = event_from(pods(4, 4, 4))
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    mark_page(page)
    expect(page.locator("#entry-table")).to_be_focused()
    readback = page.locator("[data-readback]")
    press(page, "2", "Enter")
    expect(readback).to_have_text("1 Eva, 2 Finn, 3 Gus, 4 Hana")
    press(page, "5")
    expect(readback).to_have_text("Table 2 has no seat 5")
    press(page, "Backspace", "3")
    expect(readback).to_have_text("Table 2: Gus wins")
    press(page, "Enter")
    expect(page.locator("#entry-stored")).to_contain_text("Table 2: Gus beats Eva, Finn and Hana")
    expect(page.locator("#entry-table")).to_be_focused()
    type_result(page, 1, "d")
    type_result(page, 3, "1-3-2-4")
    expect(page.locator("#entry-stored")).to_contain_text("Table 3: Ivo beats Kai, Jia and Lea")
    expect(page.get_by_role("button", name="Pair round 2")).to_be_enabled()
    press(page, "2", "Enter", "7", "Enter")
    expect(page.locator("#entry-error")).to_have_text("There is no seat 7. This pod has seats 1 to 4.")
    expect(page.locator("#entry-first")).to_be_focused()
    press(page, "Backspace", "Backspace")
    expect(page.locator("#entry-table")).to_be_focused()
    press(page, "Escape")
    expect(page.locator("#entry-table")).to_have_value("")
    assert_never_reloaded(page)


FOCUS_TABLE_AFTER_SWAP = """() => document.addEventListener("htmx:afterSwap", () => setTimeout(() => {
    document.getElementById("entry-table").focus();
    setTimeout(() => (document.body.dataset.typedOn = document.activeElement.id), 100);
}))"""


@pytest.mark.slow
def test_the_focus_stays_where_the_user_puts_it_after_an_error(event_from, page):
    event = event_from(pods())
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    page.evaluate(FOCUS_TABLE_AFTER_SWAP)
    press(page, "2", "Enter", "7", "Enter")
    expect(page.locator("body")).to_have_attribute("data-typed-on", "entry-table")


@pytest.mark.slow
def test_victory_points_of_several_digits_are_entered_by_keyboard(event_from, page):
    event = event_from(wargame())
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    press(page, "2", "Enter", "1", "0", "0", "Enter", "4", "5")
    expect(page.locator("[data-readback]")).to_have_text("Cleo 100–45 Dan")
    press(page, "Enter")
    expect(page.locator("#entry-stored")).to_contain_text("Table 2: Cleo 100–45 Dan")


@pytest.mark.slow
def test_a_pod_is_reported_by_touch(event_from, phone):
    event = event_from(pods())
    quick_sign_in(phone)
    phone.goto(f"/e/{event.slug}/desk/")
    row = phone.locator("#t2")
    row.get_by_role("button", name=re.compile("Hana")).tap()
    expect(row.locator(".line-score")).to_have_text("Hana beats Finn, Gus and Ivo")
    phone.get_by_role("link", name="Done 1").tap()
    row.get_by_role("link", name="Edit").tap()
    for name in ("Finn", "Gus", "Ivo"):
        phone.get_by_role("group", name=name).get_by_role("radio", name="drew").tap()
    phone.get_by_role("group", name="Hana").get_by_role("radio", name="lost").tap()
    phone.locator("form").filter(has=phone.locator(".ends")).get_by_role("button", name="Save").tap()
    expect(phone.locator("#t2 .line-score")).to_have_text("Finn, Gus and Ivo draw, Hana lost")
    phone.locator(".messages").get_by_role("button", name="Undo").tap()
    expect(phone.locator("#t2 .line-score")).to_have_text("Hana beats Finn, Gus and Ivo")
