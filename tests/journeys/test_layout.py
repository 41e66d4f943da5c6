"""Layout on phones and desktops: unbroken scores, fields above the Save bar, marks that cover no word."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, quick_sign_in
from tests.support.desk_events import friday, paired, played, reported
from tests.support.own_pages import address as own_address
from tournaments.lab.pages.comparison_plan import TEXTS

# Their lengths differ by one letter, so that a score stands at the end of a line somewhere.
NAMES = ["Player " + "abcdefghijklmnop"[: number + 1] for number in range(16)]

# Returns the numbers that match a pattern and stand in two lines.
FIND_BROKEN = """pattern => {
  const broken = [], walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    for (const match of walker.currentNode.data.matchAll(new RegExp(pattern, "g"))) {
      const range = document.createRange();
      range.setStart(walker.currentNode, match.index);
      range.setEnd(walker.currentNode, match.index + match[0].length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1) broken.push(walker.currentNode.data.trim());
    }
  }
  return broken;
}"""

# Scrolls each field behind the Save bar, focuses it, and returns those that stay there.
FIND_FIELDS_BEHIND_SAVE_BAR = """() => {
  const bar = document.querySelector(".save-bar");
  const fields = [...bar.closest("form").querySelectorAll("input, select, textarea, a, summary")];
  return fields.filter(field => {
    if (bar.contains(field) || !field.checkVisibility() || field.offsetHeight > 200) return false;
    scrollBy(0, field.getBoundingClientRect().bottom - innerHeight + 100);
    field.focus();
    const { bottom } = field.getBoundingClientRect();
    return document.activeElement === field && bottom > bar.getBoundingClientRect().top;
  }).map(field => field.name || field.textContent);
}"""

# Marks everything that can change, and returns the texts that an inset mark of 4 px covers.
FIND_COVERED_TEXTS = """() => {
  document.querySelectorAll("[data-key], .own").forEach(el => el.classList.add("changed"));
  const covered = [];
  for (const el of document.querySelectorAll(".changed, .changed *")) {
    if (!el.innerText?.trim() || !getComputedStyle(el).boxShadow.includes("inset")) continue;
    const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT), range = document.createRange();
    while (walker.nextNode()) {
      range.selectNodeContents(walker.currentNode);
      const { left, width } = range.getBoundingClientRect();
      const isCovered = width > 1 && left < el.getBoundingClientRect().left + 4;
      if (isCovered) covered.push(walker.currentNode.data.trim());
    }
  }
  return covered;
}"""

# Whether nothing is painted over the middle of an element.
IS_ON_TOP = """el => {
  const { x, y, width, height } = el.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === el;
}"""


def find_broken(page, pattern):
    """Return the broken numbers of the open page on phones of several widths."""
    broken = []
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 844})
        broken += page.evaluate(FIND_BROKEN, pattern)
    return broken


@pytest.mark.slow
def test_no_score_is_broken_in_two_lines(organiser, phone):
    event = played(friday(organiser, names=NAMES), organiser)
    for address in ("?by=name", "?find=abcdefghijklmnop", "players/"):
        phone.goto(f"/e/{event.slug}/{address}")
        assert find_broken(phone, r"\d+(?:–\d+)+") == [], address


@pytest.mark.slow
def test_no_percentage_is_broken_before_its_sign(db, phone):
    phone.goto(f"/lab/{next(iter(TEXTS))}/")
    assert find_broken(phone, r"[\d.]+ %(?: ± [\d.]+)?") == []


@pytest.mark.slow
def test_the_save_bar_hides_no_focused_field(organiser, phone):
    event = friday(organiser, finals=("single", 4))
    quick_sign_in(phone)
    for subject in ("", "format/", "reporting/"):
        phone.goto(f"/e/{event.slug}/desk/settings/{subject}")
        # The bar is there once something is not saved.
        phone.evaluate("document.querySelector('#settings').dataset.changed = ''")
        phone.evaluate("dispatchEvent(new Event('pageshow'))")
        expect(phone.locator(".save-bar")).to_be_visible()
        assert phone.evaluate(FIND_FIELDS_BEHIND_SAVE_BAR) == [], subject


# Returns the words of the links whose border before or after the text is seen.
FIND_MARKED = """links => {
  const paper = getComputedStyle(document.body).backgroundColor;
  const isSeen = ({ borderTopWidth, borderTopColor, borderBottomWidth, borderBottomColor }) =>
    [[borderTopWidth, borderTopColor], [borderBottomWidth, borderBottomColor]]
      .some(([width, colour]) => parseFloat(width) && colour !== paper);
  const marked = links.filter(link => link.checkVisibility() && isSeen(getComputedStyle(link)));
  return marked.map(link => link.innerText.trim());
}"""


@pytest.mark.slow
def test_with_the_systems_colours_one_tab_and_one_filter_are_marked_as_current(organiser, visitor):
    event, phone = paired(friday(organiser), organiser), visitor({**PHONE, "forced_colors": "active"})
    phone.goto(f"/e/{event.slug}/players/")
    assert phone.locator(".tabs :is(a, summary)").evaluate_all(FIND_MARKED) == ["Players"]
    quick_sign_in(phone)
    phone.goto(f"/e/{event.slug}/desk/")
    assert phone.locator(".strip .toggle a").evaluate_all(FIND_MARKED) == ["Open\n4"]
    assert (
        phone.locator(".find-table input").evaluate(
            "input => getComputedStyle(input, '::placeholder').opacity"
        )
        == "0"
    )


@pytest.mark.slow
def test_the_mark_of_a_change_covers_no_letter(organiser, phone):
    pair, pods = (
        paired(friday(organiser, names=NAMES, rulebook=rulebook), organiser)
        for rulebook in ("magic", "pods-multiplayer")
    )
    own = own_address(pair, NAMES[0])
    addresses = (own, *(f"/e/{event.slug}/{more}" for event in (pair, pods) for more in ("", "?by=table")))
    for address in addresses:
        phone.goto(address)
        assert phone.evaluate(FIND_COVERED_TEXTS) == [], address


@pytest.mark.slow
def test_the_line_of_a_cut_strikes_no_word_through(organiser, page):
    event = reported(
        paired(friday(organiser, rounds=1, finals=("single", 4)), organiser), organiser, None, "1-1"
    )
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/round/")
    reason = page.get_by_text("tied on every tiebreaker at the cut")
    reason.scroll_into_view_if_needed(timeout=3000)
    assert reason.evaluate(IS_ON_TOP)
