"""The format lab in a browser: two formats are chosen and compared, and the sizes of an answer."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import DESKTOP, PHONE, quick_sign_in
from tests.support.worker import run_worker
from tournaments.lab.pages.comparison_plan import list_examples

pytestmark = pytest.mark.django_db(transaction=True)
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
# Texts of drawings that stick out of the window.
OUTSIDE = """() => [...document.querySelectorAll(".chart text")].filter((text) => {
  const { left, right, width } = text.getBoundingClientRect();
  return width && (left < 0 || right > innerWidth);
}).map((text) => text.textContent)"""


@pytest.mark.slow
def test_two_formats_are_compared_on_a_phone(visitor, organiser):
    page = visitor(PHONE)
    quick_sign_in(page)
    page.goto("/")
    page.get_by_role("navigation", name="Site").get_by_role("link", name="Format lab").click()
    page.get_by_label("Swiss rounds").first.fill("3")
    page.get_by_label("Players", exact=True).fill("16")
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Events").fill("40")
    page.get_by_role("button", name="Run").click()
    page.get_by_text("It starts in a moment").wait_for()
    run_worker("simulations")
    # The page asks by itself.
    page.get_by_role("heading", name="What differs").wait_for()
    page.get_by_text("Choose formats and measures").click()
    page.get_by_label("Across", exact=True).select_option(label="Rounds")
    page.get_by_label("Up", exact=True).select_option(label="Upsets")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("img", name=re.compile("Across: Rounds. Up: Upsets")).wait_for()
    assert "x=rounds" in page.url
    expect(page.get_by_role("heading", level=1)).to_contain_text("Upsets")


@pytest.mark.slow
def test_the_answer_of_the_lab_comes_first_and_fits_a_desktop_and_a_phone(visitor, db):
    desktop, phone = visitor(DESKTOP), visitor(PHONE)
    for example in list_examples():
        desktop.goto(f"/lab/{example.address}/")
        heading = desktop.get_by_role("heading", level=1)
        assert heading.evaluate("el => getComputedStyle(el).fontSize") == "28px"
        assert heading.bounding_box()["y"] < 80
        assert desktop.evaluate("document.documentElement.scrollHeight") <= 1800
        picture = desktop.locator("#picture .chart").bounding_box()
        assert picture["y"] + picture["height"] <= 900, "the picture is in view"
        assert desktop.locator("details[open]").count() == 0
        phone.goto(f"/lab/{example.address}/")
        for page in (desktop, phone):
            assert page.evaluate(SIDEWAYS) <= 0 and page.evaluate(OUTSIDE) == []
