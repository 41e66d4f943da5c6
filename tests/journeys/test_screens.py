"""Screens of the venue choose their type: no nearly empty page, and no name is cut."""

import pytest

from tests.support.browser import quick_sign_in
from tests.support.desk_events import friday, paired, played

SIZES = [(1920, 1080), (1280, 720)]
SHORT = [f"Player {number:02} Ashdown" for number in range(1, 61)]
LONG = [f"Wilhelmina Montgomery-Featherstonehau {chr(65 + number)}." for number in range(24)]

# Names whose text does not fit in their box, and lines of the shown page outside the screen.
CUT_NAMES = """() => [...document.querySelectorAll(".panel:not([hidden]) .line-name")]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""
HIDDEN_LINES = """() => [...document.querySelectorAll(".panel:not([hidden]) .line")]
  .filter((line) => {
    const { left, right, top, bottom } = line.getBoundingClientRect();
    return left < 0 || right > innerWidth + 1 || top < 0 || bottom > innerHeight;
  }).map((line) => line.textContent)"""
CUT_NOTES = """() => [...document.querySelectorAll(".panel:not([hidden]) .line-note")]
  .filter((note) => note.scrollWidth > note.clientWidth + 1).map((note) => note.textContent)"""
BOXES = """() => [...document.querySelectorAll(".screen *")]
  .map((el) => JSON.stringify(el.getBoundingClientRect()))"""
TYPE_SIZE = """() => {
  const name = document.querySelector(".panel:not([hidden]) .line-name");
  return parseFloat(getComputedStyle(name).fontSize);
}"""


def open_screen(visitor, event, size, show):
    page = visitor({"viewport": {"width": size[0], "height": size[1]}})
    page.goto(f"/e/{event.slug}/screen/?show={show}&seconds=60")
    page.evaluate("document.fonts.ready")
    return page


@pytest.mark.parametrize("size", [SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.slow)], ids=str)
@pytest.mark.parametrize("show", ["names", "tables", "standings"])
@pytest.mark.parametrize(
    "names",
    [pytest.param(SHORT[:24], marks=pytest.mark.slow), LONG[:24]],
    ids=["usual names", "long names"],
)
def test_24_players_fit_one_page_and_no_name_is_cut(organiser, visitor, names, show, size):
    event = paired(played(friday(organiser, names=names), organiser), organiser)
    page = open_screen(visitor, event, size, show)
    assert page.locator(".panel:not([hidden]) .line").count() == (12 if show == "tables" else 24)
    assert page.locator("[data-pages]").inner_text() == ""
    assert page.evaluate(HIDDEN_LINES) == []
    assert page.evaluate(CUT_NAMES) == [] and page.evaluate(CUT_NOTES) == []
    # Readable from ten metres: a name is at least as high as a fiftieth of the screen.
    assert page.evaluate(TYPE_SIZE) >= size[1] / 50


@pytest.mark.parametrize(
    "count", [*(pytest.param(n, marks=pytest.mark.slow) for n in (6, 20, 28, 60)), 12, 40]
)
def test_no_page_is_nearly_empty_and_few_names_are_larger(organiser, visitor, count):
    event = paired(friday(organiser, names=[name[:9] for name in SHORT[:count]]), organiser)
    page = open_screen(visitor, event, SIZES[0], "names")
    pages = page.locator("[data-pages] span").count() or 1
    assert pages == {6: 1, 12: 1, 20: 1, 28: 1, 40: 2, 60: 3}[count]
    assert page.evaluate(CUT_NAMES) == []
    if count <= 12:
        assert page.evaluate(TYPE_SIZE) > 60
    if pages == 1:
        assert page.evaluate(HIDDEN_LINES) == []


def test_a_screen_looks_the_same_for_organisers_and_visitors(organiser, visitor):
    event = paired(friday(organiser, names=SHORT[:24]), organiser)
    screens = []
    for is_organiser in (False, True):
        page = visitor({"viewport": {"width": 1024, "height": 576}})
        if is_organiser:
            quick_sign_in(page)
        page.goto(f"/e/{event.slug}/screen/?show=names")
        page.evaluate("document.fonts.ready")
        screens.append(page.evaluate(BOXES))
    assert screens[0] == screens[1]
