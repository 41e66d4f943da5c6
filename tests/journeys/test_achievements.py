"""A Commander league on two phones: achievements ticked with a report, and confirmed with the result."""

from playwright.sync_api import expect

from tests.support.achievements import count_for_achievements
from tests.support.browser import PHONE, Hands
from tests.support.desk_events import friday, paired
from tests.support.own_pages import address, table_of
from tournaments.models import Series
from tournaments.series.pages.loading import list_ticks


def test_two_achievements_and_a_result_take_four_taps_and_confirming_them_takes_one(organiser, visitor):
    event = count_for_achievements(paired(friday(organiser), organiser))
    first, second = table_of(event)
    phones = {name: Hands(visitor(PHONE)) for name in (first, second)}
    for name, hands in phones.items():
        hands.page.goto(address(event, name))
    reporter, confirmer = phones.values()
    boxes = [reporter.page.locator(css) for css in (".achievement", ".report-send")]
    last, send = (box.last.bounding_box() for box in boxes)
    assert last["y"] + last["height"] <= send["y"], "The button covers an achievement."
    reporter.click(reporter.page.locator(".result-option").filter(has_text="2–1").first)
    reporter.click(reporter.page.get_by_text("First blood"))
    reporter.click(reporter.page.get_by_text("Win by commander damage"))
    reporter.click("button", name="Report result")
    reporter.page.get_by_text("Your achievements: First blood, Win by commander damage").wait_for()
    confirmer.page.get_by_text(f"Achievements of {first}: First blood and Win by commander damage").wait_for()
    confirmer.click("button", name="Confirm")
    confirmer.page.get_by_text("Confirmed", exact=True).wait_for()
    reporter.page.get_by_text("Confirmed", exact=True).wait_for()
    expect(reporter.page.get_by_text("confirmed +1")).to_be_visible()
    assert [hands.counts["clicks"] for hands in phones.values()] == [4, 1]
    (ticks,) = list_ticks(Series.objects.get()).values()
    assert {key for key, _game in ticks} == {"blood", "damage"}
