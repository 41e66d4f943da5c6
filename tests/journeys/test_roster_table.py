"""The table of players at the desk in a browser: rows of 48 px, and the bar for selected players."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import DESKTOP, PHONE, quick_sign_in
from tests.support.desk_events import actor_of, fresh, friday, paired, played
from tournaments.history.cache import load_history
from tournaments.players.actions.check_in import set_check_in
from tournaments.players.actions.players import add_players, drop_player
from tournaments.rules.history.players import CheckInSettings

LINES = "\n".join(f"Player {number:02}; Harbour Club" for number in range(1, 31))


@pytest.fixture
def event(organiser):
    event = friday(organiser, names=())
    add_players(event, actor_of(organiser), LINES)
    set_check_in(fresh(event), actor_of(organiser), CheckInSettings(open=True))
    return fresh(event)


def open_players(visitor, size, event):
    page = visitor(size)
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/players/")
    return page


def row_heights(page):
    return {round(row.bounding_box()["height"]) for row in page.locator("#roster tbody tr").all()[:6]}


def test_rows_are_48_px_and_what_is_selected_has_one_bar_at_the_bottom(event, visitor, organiser):
    page = open_players(visitor, DESKTOP, event)
    assert row_heights(page) == {48}
    bar = page.locator(".selected-bar")
    expect(bar).to_be_hidden()
    page.get_by_label("Select Player 01").check()
    page.get_by_label("Select Player 03").check()
    expect(bar.get_by_role("status")).to_have_text("2 selected")
    box = bar.bounding_box()
    assert round(box["height"]) == 62 and round(box["y"] + box["height"]) == 900
    # Enter in a box asks, and drops nobody.
    page.get_by_label("Select Player 03").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Drop 2 players")
    page.get_by_role("link", name="Cancel").click()
    page.get_by_label("Select Player 01").check()
    page.get_by_label("Select Player 03").check()
    bar.get_by_role("button", name="Check in").click()
    expect(page.get_by_text("2 players checked in")).to_be_visible()
    page.get_by_role("link", name="Not checked in 28").click()
    page.locator("#find-roster").fill("player 1")
    page.get_by_label("Select all").check()
    expect(bar.get_by_role("status")).to_have_text("10 selected")
    bar.get_by_role("button", name="Drop").click()
    page.get_by_role("button", name="Drop").click()
    expect(page.get_by_text("10 players dropped")).to_be_visible()
    assert sum(player.has_left for player in load_history(fresh(event)).players) == 10
    page.get_by_role("button", name="Undo").first.click()
    expect(page.get_by_role("link", name="Dropped 10")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1024])
def test_on_narrow_windows_the_club_is_below_the_name(event, visitor, organiser, width):
    running = paired(played(event, organiser), organiser)
    size = PHONE if width == 390 else {"viewport": {"width": width, "height": 800}}
    page = open_players(visitor, size, running)
    first = page.locator("#roster tbody tr").first
    expect(first.locator("td.club")).to_be_hidden()
    expect(first.locator(".name")).to_contain_text("Harbour Club")
    expect(page.locator(".add-players textarea")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    if width == 390:
        assert page.locator(".page-actions > .link:visible").count() <= 2
        first.get_by_role("checkbox").check()
        bar, tabs = page.locator(".selected-bar").bounding_box(), page.locator(".tabs").bounding_box()
        assert round(bar["height"]) == 62 and round(bar["y"] + bar["height"]) <= round(tabs["y"]) + 1


def test_without_scripts_the_bar_appears_with_the_first_selected_player(event, visitor):
    page = open_players(visitor, DESKTOP | {"java_script_enabled": False}, event)
    page.get_by_label("Select Player 02").check()
    page.locator(".selected-bar").get_by_role("button", name="Check in").click()
    expect(page.get_by_text("1 player checked in")).to_be_visible()
    page.get_by_role("link", name="Checked in", exact=True).click()
    expect(page.locator("#roster tbody tr").last).to_contain_text("Player 02")


def top_of(row):
    return round(row.bounding_box()["y"])


def test_the_list_keeps_its_place_after_a_press(event, visitor, organiser):
    page = open_players(visitor, DESKTOP, event)
    row = page.locator("#p-p20")
    row.scroll_into_view_if_needed()
    page.mouse.wheel(0, 200)
    expect(page.get_by_role("heading", level=1)).not_to_be_in_viewport()
    # The row that was pressed stays where it was, with the focus, and Undo is in view.
    top = top_of(row)
    row.get_by_role("button", name="Drop").click()
    expect(row.get_by_role("button", name="Bring back")).to_be_focused()
    assert abs(top_of(row) - top) <= 1
    undo = page.locator(".messages").get_by_role("button", name="Undo")
    expect(undo).to_be_in_viewport()
    undo.click()
    expect(page.get_by_text("Undone: Player 20 dropped")).to_be_visible()
    expect(row.get_by_role("button", name="Drop")).to_be_in_viewport()
    assert abs(top_of(row) - top) < 48, "less than a row"
    # With a search, an order and a filter: the next row takes the focus, and all three stay.
    page.goto(f"/e/{event.slug}/desk/players/?sort=-name&show=not_checked_in")
    page.locator("#find-roster").fill("player 1")
    for number in (17, 16):
        page.get_by_label(f"Select Player {number}").check()
    page.locator(".selected-bar").get_by_role("button", name="Check in").click()
    expect(page.get_by_text("2 players checked in")).to_be_visible()
    expect(page.get_by_label("Select Player 15")).to_be_focused()
    rows = page.locator("#roster tbody tr:visible")
    expect(rows).to_have_count(8)
    assert page.url.endswith("?sort=-name&show=not_checked_in")
    page.locator(".messages").get_by_role("button", name="Undo").click()
    expect(rows).to_have_count(10)
    assert page.url.endswith("?sort=-name&show=not_checked_in")
    # The page of a player leads back, too.
    page.get_by_role("link", name="Player 14").click()
    page.locator("#id_club").fill("Pier")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Edit Player 14")).to_be_focused()
    expect(rows).to_have_count(10)
    assert page.url.endswith("?sort=-name&show=not_checked_in")


def test_the_list_keeps_its_place_where_another_organiser_was_first(event, visitor, organiser):
    page = open_players(visitor, DESKTOP, event)
    first, second = page.locator("#p-p20"), page.locator("#p-p25")
    # A player's page in another tab is no press.
    second.get_by_role("link", name="Player 25").click(modifiers=["Control"])
    page.goto(f"/e/{event.slug}/desk/players/?sort=name")
    expect(second).not_to_be_in_viewport()
    first.scroll_into_view_if_needed()
    page.mouse.wheel(0, 200)
    expect(page.get_by_role("heading", level=1)).not_to_be_in_viewport()
    top = top_of(first)
    drop_player(fresh(event), actor_of(organiser), "p20")
    first.get_by_role("button", name="Drop").click()
    expect(page.get_by_text("Player 20 has already dropped.")).to_be_in_viewport()
    assert abs(top_of(first) - top) <= 1
    second.get_by_role("button", name="Drop").click()
    expect(page.locator(".messages")).to_contain_text("Player 25 dropped")
    expect(second.get_by_role("button", name="Bring back")).to_be_focused()
