"""The desk of a big round in a browser: its height, its lines with a mouse and a finger, and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, quick_sign_in
from tests.support.desk_events import friday, paired

DESKTOP = {"viewport": {"width": 1280, "height": 900}}
TABLET = {"viewport": {"width": 1180, "height": 820}, "has_touch": True, "is_mobile": True}
# Names of many players, the longest of which takes two lines.
GIVEN = ["Milena", "Siti Nurhaliza", "Oisín", "Matthias", "Joaquín", "Valentina"]
FAMILY = ["Wilczyńska", "Kazlauskaitė", "Aziz", "Rattanakul", "Brinkhoff", "Ng"]

MEASURE = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)].filter(el => el.checkVisibility());
  const sizes = (selector, name) => [...new Set(all(selector).map(el => el[name]))].sort((a, b) => a - b);
  const top = (selector) => all(selector)[0]?.getBoundingClientRect().top;
  return {
    height: document.documentElement.scrollHeight,
    lines: sizes(".line", "offsetHeight"),
    buttons: sizes(".line-scores button", "offsetHeight"),
    widths: sizes(".line-scores button", "offsetWidth"),
    names: Math.min(...sizes(".line-a, .line-b", "offsetWidth")),
    cut: all(".line-names b").filter(el => el.scrollHeight > el.clientHeight + 1).map(el => el.textContent),
    side: sizes(".desk-side", "offsetWidth")[0], bar: sizes(".desk-side", "offsetHeight")[0],
    step: all(".next-action .button")[0]?.offsetHeight, button: top(".line-scores button"),
    line: all(".next-line")[0]?.offsetHeight, end: all(".next-action")[0]?.getBoundingClientRect().bottom,
    tabs: top(".tabs"), entry: all(".entry").length,
  };
}"""


def names(count):
    return [f"{GIVEN[n % 6]} {'ABCDE'[n // 36]}. {FAMILY[n // 6 % 6]}" for n in range(count)]


@pytest.fixture
def big_desk(organiser, visitor):
    """Open the desk of a round with so many open tables, and return the page."""

    def open_desk(tables, device, **kwargs):
        event = paired(friday(organiser, names=names(2 * tables), **kwargs), organiser)
        page = visitor(device)
        quick_sign_in(page)
        page.goto(f"/e/{event.slug}/desk/")
        return page

    return open_desk


@pytest.mark.parametrize(("tables", "tallest"), [(53, 2720), pytest.param(86, 4200, marks=pytest.mark.slow)])
def test_a_desk_of_many_open_tables_is_one_line_a_table(big_desk, tables, tallest):
    page = big_desk(tables, DESKTOP)
    desk = page.evaluate(MEASURE)
    assert desk["height"] <= tallest
    assert (desk["lines"], desk["buttons"], desk["step"]) == ([44], [36], 56)
    assert desk["names"] >= 140 and desk["side"] <= 248 and desk["cut"] == []
    # Below 1280 px the side column is a bar, and what it holds is folded.
    page.set_viewport_size({"width": 1100, "height": 900})
    expect(page.locator("#desk-activity")).not_to_have_attribute("open", "")
    desk = page.evaluate(MEASURE)
    assert desk["lines"] == [44] and desk["names"] >= 140 and 44 <= desk["bar"] <= 46


@pytest.mark.slow
def test_lines_are_higher_for_a_finger(big_desk):
    desk = big_desk(12, TABLET).evaluate(MEASURE)
    assert (desk["lines"], desk["buttons"]) == ([52], [44])
    assert desk["names"] >= 140


@pytest.mark.slow
def test_best_of_five_has_six_buttons_and_no_draw(big_desk):
    page = big_desk(4, DESKTOP, rulebook="hct-2017")
    desk = page.evaluate(MEASURE)
    assert (desk["lines"], desk["widths"]) == ([44], [44]) and desk["names"] >= 140
    expect(page.locator("#t1 .line-scores button")).to_have_count(6)


@pytest.mark.slow
def test_points_have_two_fields_in_the_line(big_desk):
    page = big_desk(4, DESKTOP, rulebook="old-world")
    assert page.evaluate(MEASURE)["lines"] == [44]
    expect(page.locator("#t1 .score-input")).to_have_count(2)


@pytest.mark.parametrize("height", [pytest.param(844, marks=pytest.mark.slow), 664])
def test_a_phones_desk_is_for_walking(big_desk, height):
    page = big_desk(12, {**PHONE, "viewport": {"width": 390, "height": height}})
    desk = page.evaluate(MEASURE)
    assert desk["button"] <= 240 and desk["lines"][0] == 109 and desk["buttons"] == [48]
    assert desk["line"] == 44 and desk["entry"] == 0
    assert abs(desk["end"] - desk["tabs"]) <= 1, "The next step is a bar above the tabs"
    page.evaluate("scrollTo(0, 600)")
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    expect(page.get_by_role("link", name="Open 12")).to_be_in_viewport()
    # Each part of the line opens its list.
    page.locator("#desk-timer summary").tap()
    expect(page.get_by_role("button", name="Start timer")).to_be_in_viewport()
    page.locator("#desk-timer summary").tap()
    # The number brings the table up; a name finds it, too.
    field = page.get_by_role("searchbox", name="Table number")
    field.fill("7")
    shown = page.locator(".line:visible")
    expect(shown).to_have_count(1)
    field.fill(page.locator("#t3").get_attribute("data-seat2").upper()[:-2])
    expect(shown).to_have_count(1)
    expect(page.locator("#t3")).to_be_visible()
    field.fill("12")
    field.press("Enter")
    expect(page.locator("#t12 button").first).to_be_focused()
    field.fill("")
    expect(shown).to_have_count(12)
