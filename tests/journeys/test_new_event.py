"""The form of a new event: formats by game, a height of one screen, and a bar that creates it in view."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import DESKTOP, PHONE, quick_sign_in
from tournaments.events.pages.presets import GAME_CHOICES
from tournaments.models import Event

MAX_UNFOLDED_HEIGHT = 1600


# Whether the field is as wide as its widest choice.
FITS = """(field) => {
  const width = field.offsetWidth;
  field.style.width = "max-content";
  const isFitting = field.offsetWidth <= width;
  field.style.width = "";
  return isFitting;
}"""


@pytest.fixture
def form(organiser, visitor):
    """Return a function that opens the form on a device of this size."""

    def open_form(size):
        page = visitor(size)
        quick_sign_in(page)
        page.goto("/new/")
        return page

    return open_form


def height_of(page):
    return page.evaluate("document.documentElement.scrollHeight")


def choose_game(page, name):
    page.locator(".toggle label", has_text=name).click()


def visible_presets(page):
    return page.locator(".preset:visible")


def assert_the_bar_is_in_view(page):
    bar, button = page.locator(".create-bar"), page.get_by_role("button", name="Create event")
    expect(button).to_be_in_viewport(ratio=1)
    height = page.evaluate("innerHeight")
    assert round(bar.bounding_box()["y"] + bar.bounding_box()["height"]) == height
    return bar.bounding_box(), button.bounding_box()


@pytest.mark.slow
def test_each_game_has_three_presets_and_six_more_in_three_columns(form):
    page = form(DESKTOP)
    bar, button = assert_the_bar_is_in_view(page)
    assert (round(bar["height"]), round(button["width"]), round(button["height"])) == (82, 200, 44)
    expect(visible_presets(page)).to_have_count(3)
    page.get_by_text("More formats").click()
    assert page.get_by_label("Match length").evaluate(FITS), "the chosen length is cut"
    for game in list(GAME_CHOICES.values())[:-1]:
        choose_game(page, game.name)
        expect(visible_presets(page)).to_have_count(9)
        assert len({card.bounding_box()["x"] for card in visible_presets(page).all()}) == 3
        expect(page.locator(".preset:visible :checked")).to_have_count(1)
        assert height_of(page) <= MAX_UNFOLDED_HEIGHT
    choose_game(page, "All")
    assert visible_presets(page).count() == len(GAME_CHOICES["all"].presets)
    assert height_of(page) <= MAX_UNFOLDED_HEIGHT
    page.mouse.wheel(0, 5000)
    assert_the_bar_is_in_view(page)
    # Nothing of the form lies behind the bar at the end.
    end = page.locator("#new-event .folded").last.bounding_box()
    assert end["y"] + end["height"] <= page.locator(".create-bar").bounding_box()["y"]


def test_a_game_sets_the_rulebook_and_the_bar_says_what_will_be_created(form):
    page = form(DESKTOP)
    page.get_by_label("Name", exact=True).fill("Harbour Cup")
    page.get_by_label("Date", exact=True).fill("2030-11-29")
    page.get_by_label("Start time").fill("19:00")
    choose_game(page, "Chess")
    expect(page.locator(".create-bar")).to_contain_text("5 rounds of Swiss, no top cut")
    expect(page.locator(".create-bar b")).to_have_text(re.compile("^Harbour Cup, Fri,? 29 Nov, 19:00$"))
    page.get_by_role("button", name="Create event").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Players")
    assert Event.objects.get().rulebook == "chess"


@pytest.mark.parametrize("height", [pytest.param(844, marks=pytest.mark.slow), 664])
def test_on_a_phone_the_button_is_in_view_and_the_form_needs_no_sideways_scrolling(form, height):
    page = form({**PHONE, "viewport": {"width": 390, "height": height}})
    assert_the_bar_is_in_view(page)
    assert page.locator(".page-actions .link:visible").count() <= 2
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_without_scripts_a_game_filters_the_presets_and_sets_the_rulebook(organiser, visitor):
    page = visitor(DESKTOP | {"java_script_enabled": False})
    quick_sign_in(page)
    page.goto("/new/")
    page.get_by_label("Name", exact=True).fill("Cup")
    choose_game(page, "Pokémon")
    expect(visible_presets(page)).to_have_count(3)
    page.locator(".preset:visible", has_text="Store championship").click()
    page.get_by_role("button", name="Create event").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Players")
    event = Event.objects.get()
    assert (event.rulebook, event.phases.last().settings["cut"]) == ("pokemon", {"top": 8})
