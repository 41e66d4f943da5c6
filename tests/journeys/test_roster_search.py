"""The players page at the desk: its search narrows the list while typing."""

from playwright.sync_api import expect

from tests.support.browser import quick_sign_in
from tests.support.desk_events import friday

NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Zoë"]


def test_the_search_shows_only_players_whose_name_matches(organiser, page):
    event = friday(organiser, names=NAMES)
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/players/")
    rows = page.locator("#roster tbody tr:visible")
    expect(rows).to_have_count(len(NAMES))
    page.locator("#find-roster").fill("zoe")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Zoë")
    page.locator("#find-roster").press("Enter")
    expect(rows).to_have_count(1)
    page.locator("#find-roster").fill("")
    expect(rows).to_have_count(len(NAMES))
