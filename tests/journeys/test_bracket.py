"""The bracket in a browser: names that fit, the way of a player, and the screen of the hall."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import assert_never_reloaded, open_and_watch
from tests.support.desk_events import friday, paired, played, reported

NAMES = (
    "Priya Raghunathan",
    "Tomás Figueira",
    "Amara Okonkwo",
    "Henrik Østergaard",
    "Yuki Takemura",
    "Daichi Ishimori",
    "Milena Wilczyńska",
    "Oisín O’Dwyer",
)
LONG = ("Wilhelmina Featherstone-W", *NAMES[1:])
# Each name of the drawing with its right edge and the left edge of what stands after it in the row.
EDGES = """() => [...document.querySelectorAll('.br .br-name')].map((name) => {
  const box = name.getBoundingClientRect();
  const after = [...document.querySelectorAll('.br .br-score, .br .br-odds')]
    .map((score) => score.getBoundingClientRect())
    .filter((score) => score.width && score.left > box.left)
    .filter((score) => score.top < box.bottom && score.bottom > box.top);
  return [name.textContent, box.right, Math.min(...after.map((score) => score.left), 1e6)];
})"""


def in_finals(organiser, names=NAMES, finals=("mcintyre8", 8), rounds=2):
    event = played(friday(organiser, names, rounds=1, finals=finals), organiser, rounds)
    return reported(paired(event, organiser), organiser, 1)


def style(locator, name):
    return locator.first.evaluate(f"element => getComputedStyle(element).{name}")


def assert_no_name_is_cut(page):
    edges = page.evaluate(EDGES)
    assert edges and all("…" not in name and right <= next_left for name, right, next_left in edges), edges
    cut = "els => els.filter(el => el.scrollWidth > el.clientWidth).map(el => el.textContent)"
    assert page.locator(".br-narrow .row-main, .br-narrow b").evaluate_all(cut) == []


def test_pressing_or_focusing_a_name_draws_the_way_of_the_player(organiser, page):
    event = in_finals(organiser)
    open_and_watch(page, f"/e/{event.slug}/bracket/")
    assert_no_name_is_cut(page)
    assert page.locator(".br").bounding_box()["width"] <= 1000
    expect(page.get_by_role("link", name="Full names")).to_have_count(0)
    top, height = page.locator(".br").bounding_box()["y"], page.locator(".br-follow").bounding_box()["height"]
    loser = page.locator(".br-box .br-link:has(.br-name.out)").first
    player = loser.get_attribute("data-of")
    loser.click()
    way = page.locator(".br-way.on .br-path")
    assert style(way, "strokeWidth") == "4px" and style(way, "strokeDasharray") != "none"
    assert style(page.locator(".br > .br-path"), "opacity") == "0.35"
    quiet = page.locator(".br-box:not(.on) .br-name")
    ink_3 = page.evaluate(
        "() => { const one = document.createElement('i'); one.style.color = 'var(--ink-3)';"
        " document.body.append(one); return getComputedStyle(one).color; }"
    )
    assert style(quiet, "fill") == ink_3
    assert style(page.locator(".br-link.on .br-name"), "fontWeight") == "700"
    assert page.locator(".br").bounding_box()["y"] == top
    assert page.url.endswith(f"?follow={player}")
    expect(page.get_by_role("link", name="Player’s page")).to_have_attribute(
        "href", f"/e/{event.slug}/players/{player}/"
    )
    # The next poll keeps the way.
    with page.expect_response("**part=bracket**"):
        page.evaluate("dispatchEvent(new Event('changed'))")
    expect(way.first).to_be_visible()
    page.get_by_role("link", name="Show all").click()
    expect(way).to_have_count(0)
    assert page.url.endswith("/bracket/?")
    # With the keyboard, focus draws it for a moment, and Enter keeps it.
    page.locator(".br-scroll").focus()
    page.keyboard.press("Tab")
    expect(page.locator(".br-link.on").first).to_be_visible()
    page.keyboard.press("Enter")
    assert "follow=" in page.url
    # The list does the same, and tells whom a press has chosen.
    followed = page.get_by_label("Follow", exact=True)
    expect(followed).to_have_value(page.url.partition("follow=")[2])
    followed.select_option(label="Yuki Takemura")
    expect(page.locator(".br-link.on").first).to_have_accessible_name(re.compile("Yuki Takemura"))
    assert page.url.endswith(f"?follow={followed.input_value()}")
    assert page.locator(".br-follow").bounding_box()["height"] == height
    assert followed.bounding_box()["height"] == 44
    followed.select_option(label="Nobody")
    expect(way).to_have_count(0)
    assert page.url.endswith("/bracket/?")
    followed.select_option(label="Yuki Takemura")
    assert_never_reloaded(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, forced_colors="active")
        assert style(page.locator(".br-way.on .br-path"), "stroke") != "none"


@pytest.mark.parametrize("finals", [("mcintyre8", 8), pytest.param(("double", 8), marks=pytest.mark.slow)])
def test_long_names_take_an_initial_and_in_full_the_drawing_scrolls(organiser, page, finals):
    event = in_finals(organiser, LONG, finals)
    page.goto(f"/e/{event.slug}/bracket/")
    assert_no_name_is_cut(page)
    expect(page.locator(".br").get_by_text("W. Featherstone-W").first).to_be_visible()
    page.get_by_role("link", name="Full names").click()
    expect(page.locator(".br").get_by_text("Wilhelmina Featherstone-W").first).to_be_visible()
    assert_no_name_is_cut(page)
    assert page.locator(".br-scroll").evaluate("box => box.scrollWidth > box.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".br-scroll")).to_be_hidden()
    assert_no_name_is_cut(page)
    name = page.locator(".br-narrow .br-row").first
    assert name.bounding_box()["height"] >= 44
    name.click()
    expect(page.get_by_role("link", name="Player’s page")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_screen_readers_hear_each_match_with_its_players_as_links(organiser, page):
    event = in_finals(organiser, rounds=3, finals=("single", 8))
    page.goto(f"/e/{event.slug}/bracket/")
    match = page.locator(".br").get_by_role("group", name="Quarter-final 1, over")
    names = [link.get_attribute("aria-label") for link in match.get_by_role("link").all()]
    assert [name[-1] for name in names] in (["2", "1"], ["1", "2"])
    assert all(name[:-2] in NAMES for name in names)
    snapshot = page.locator(".br").aria_snapshot()
    assert snapshot.startswith('- group "Bracket"') and 'group "Final, over"' in snapshot


@pytest.mark.slow
def test_the_hall_reads_names_at_32_px_up_to_eight_players_and_above_that_rounds_in_turn(organiser, page):
    page.set_viewport_size({"width": 1920, "height": 1080})
    scale = "name => parseFloat(getComputedStyle(name).fontSize) * name.getScreenCTM().a"
    for finals in (("mcintyre8", 8), ("single", 8)):
        event = in_finals(organiser, finals=finals)
        page.goto(f"/e/{event.slug}/screen/?show=bracket")
        assert page.locator(".br .br-name:not(.words)").first.evaluate(scale) >= 32
        assert_no_name_is_cut(page)
    event = in_finals(organiser, [f"Player Number {n}" for n in range(16)], ("single", 16))
    page.goto(f"/e/{event.slug}/screen/?show=bracket")
    panels = page.locator("[data-panel^=bracket]")
    expect(panels).to_have_count(2)
    expect(panels.first.get_by_role("heading")).to_have_text("Quarter-finals")
    size = page.locator(".line-name").first.evaluate("name => parseFloat(getComputedStyle(name).fontSize)")
    assert size >= 32
