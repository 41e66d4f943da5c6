"""Standings: explanations of numbers on a phone, and a preview of other columns at the desk."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import assert_never_reloaded, open_and_watch, quick_sign_in
from tests.support.desk_events import actor_of, friday, paired, played
from tournaments.results.actions.results import report_result


def test_a_tap_on_a_number_or_rank_opens_its_working(organiser, phone):
    event = played(friday(organiser), organiser, 2)
    open_and_watch(phone, f"/e/{event.slug}/standings/")
    row = phone.locator("tbody tr[data-player]").nth(1)
    row.locator(".points a").tap()
    work = phone.locator(".working")
    expect(work.get_by_role("heading")).to_contain_text("Points")
    expect(work).to_be_in_viewport()
    expect(row.locator(".points a")).to_have_attribute("aria-expanded", "true")
    row.locator(".rank a").tap()
    expect(work.get_by_role("heading")).to_contain_text("Rank")
    work.get_by_role("link", name="Close").tap()
    expect(work).to_have_count(0)
    assert_never_reloaded(phone)


@pytest.mark.slow
def test_an_explanation_is_fetched_without_the_table_and_stays_while_the_table_changes(organiser, page):
    event = paired(played(friday(organiser), organiser, 1), organiser)
    open_and_watch(page, f"/e/{event.slug}/standings/?hide=gw")
    first, second = (page.locator("tbody tr[data-player]").nth(n) for n in (0, 1))
    with page.expect_response("**part=explanation**") as answer:
        first.locator(".points a").click()
    assert len(answer.value.body()) < 5000
    assert page.url.endswith(f"?hide=gw&open={first.get_attribute('data-key')}:points")
    opened = page.locator("#open")
    second.locator(".rank a").click()
    expect(opened).to_have_count(1)
    expect(first.locator(".points a")).not_to_have_attribute("aria-expanded", "true")
    player = second.get_attribute("data-key")
    report_result(event, actor_of(organiser), 1, 2, 1, "2-0")
    with page.expect_response("**part=table**") as poll:
        page.evaluate("dispatchEvent(new Event('changed'))")
    assert poll.value.status == 200
    row = page.locator(f"tr[data-key={player}]")
    expect(row.locator(".rank a")).to_have_attribute("aria-expanded", "true")
    expect(opened.get_by_role("heading")).to_contain_text("Rank")
    row.locator(".rank a").click()
    expect(opened).to_have_count(0)
    assert page.url.endswith("?hide=gw")
    assert_never_reloaded(page)


@pytest.mark.slow
def test_columns_are_moved_by_keyboard_and_a_floor_is_previewed(organiser, page):
    event = played(friday(organiser), organiser, 2)
    quick_sign_in(page)
    open_and_watch(page, f"/e/{event.slug}/desk/settings/standings/")
    panel = page.locator("#columns")
    panel.locator("#up-gw").focus()
    page.keyboard.press("Enter")
    expect(panel.locator("ol.rows b")).to_have_text(["GW %", "OMW %", "OGW %"])
    expect(panel.locator("#up-gw")).to_be_focused()
    expect(panel.get_by_role("heading", name="Preview", exact=True)).to_be_visible()
    panel.get_by_text("How they’re calculated").click()
    floor = panel.get_by_label("Minimum percentage")
    floor.fill("0.6")
    floor.blur()
    expect(floor).to_have_attribute("value", "0.6")
    assert_never_reloaded(page)
    panel.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Tiebreakers saved. The standings now use them.")).to_be_visible()
    settings = event.phases.get(number=1).settings
    assert settings["tiebreakers"] == ["gw", "omw", "ogw"]
    assert settings["percentages"] == {"floor": 0.6}


def test_an_answer_for_a_removed_fragment_is_ignored(organiser, page):
    event = paired(played(friday(organiser), organiser, 1), organiser)
    quick_sign_in(page)
    delayed = []
    page.goto(f"/e/{event.slug}/standings/")
    report_result(event, actor_of(organiser), 1, 2, 1, "2-0")
    with page.expect_request("**part=table**"):
        page.route("**part=table**", lambda route: delayed.append((route, route.fetch())), times=1)
    page.locator("tbody tr[data-player]").nth(1).locator(".points a").click()
    expect(page.locator(".working")).to_be_visible()
    ((route, answer),) = delayed
    assert answer.status == 200
    route.fulfill(response=answer)
    with page.expect_response("**part=table**"):
        pass
