"""Paper as the browser prints it: the number of sheets, and nothing cut off."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import quick_sign_in
from tests.support.desk_events import actor_of, friday, paired, played
from tournaments.results.actions.results import report_result

NAMES = [f"Player {n:02d} of the Harbour" for n in range(1, 18)]
# The texts of elements that overflow their card or sheet.
OVERFLOWING = """() => [...document.querySelectorAll(".sheet-pages, .cut-card, .cut-card *")].filter((el) =>
  (el.clientWidth && el.scrollWidth > el.clientWidth + 1)
  || (el.matches(".cut-card") && el.scrollHeight > el.clientHeight + 1)).map((el) => el.textContent)"""
# The width of a sheet of slips inside its margins.
WIDTHS_MM = {"a4": 194, "letter": 200}
SHEETS = {"slips": 2, "pack": 9}
PIXELS_PER_MM = 96 / 25.4


def test_slips_and_emergency_pack_are_printed_completely(organiser, page):
    event = paired(played(friday(organiser, names=NAMES), organiser), organiser)
    report_result(event, actor_of(organiser), 1, 2, 1, "2-1")
    quick_sign_in(page)
    page.emulate_media(media="print")
    for size, width in WIDTHS_MM.items():
        page.set_viewport_size({"width": round(width * PIXELS_PER_MM), "height": 900})
        for key, sheets in SHEETS.items():
            page.goto(f"/e/{event.slug}/desk/print/{key}/?paper={size}")
            assert page.evaluate(OVERFLOWING) == []
            printed = page.pdf(prefer_css_page_size=True)
            assert len(re.findall(rb"/Type\s*/Page\b", printed)) == sheets, (size, key)
    page.goto(f"/e/{event.slug}/desk/print/slips/")
    codes = page.locator(".slip .qr").all()
    assert len(codes) == 16
    assert all(code.bounding_box()["width"] >= 20 * PIXELS_PER_MM for code in codes)
    # Who signs in has a line that ends with the row's.
    page.goto(f"/e/{event.slug}/desk/print/players/")
    row, cell = (
        page.locator(f".sign-in tbody {one}").first.bounding_box() for one in ("tr", "td:last-child")
    )
    assert (cell["y"], cell["height"]) == (row["y"], row["height"])
    assert cell["x"] + cell["width"] == row["x"] + row["width"]


@pytest.mark.slow
def test_public_lists_fit_the_width_of_the_paper(organiser, page):
    event = friday(organiser, names=NAMES, rounds=1, finals=("mcintyre8", 8))
    event = paired(played(event, organiser), organiser)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": round(182 * PIXELS_PER_MM), "height": 900})
    for address in ("", "rounds/1/", "rounds/1/?by=name", "standings/", "bracket/", "players/"):
        page.goto(f"/e/{event.slug}/{address}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
        assert page.locator("nav:visible, button:visible, input:visible").count() == 0, address
    page.goto(f"/e/{event.slug}/bracket/")
    expect(page.locator("svg.br")).to_be_visible()
