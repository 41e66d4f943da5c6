"""Standings under the thumb and on the desk: why this number, and what other columns would do."""

from playwright.sync_api import expect

from tests.journeys.test_first_event import assert_never_reloaded, let_in, open_and_leave
from tests.views.desk_events import actor_of, friday, paired, played
from tournaments.actions.results.results import report_result


def test_a_number_and_a_rank_open_their_working_under_the_thumb(organiser, phone):
    event = played(friday(organiser), organiser, 2)
    open_and_leave(phone, f"/e/{event.slug}/standings/")
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


def test_columns_are_moved_by_keyboard_and_a_floor_is_tried_before_it_is_used(organiser, page):
    event = played(friday(organiser), organiser, 2)
    let_in(page)
    open_and_leave(page, f"/e/{event.slug}/standings/?columns=1")
    panel = page.locator("#columns")
    panel.locator("#up-gw").focus()
    page.keyboard.press("Enter")
    expect(panel.locator("ol.rows b")).to_have_text(["GW %", "OMW %", "OGW %"])
    expect(panel.locator("#up-gw")).to_be_focused()
    expect(panel.get_by_text("What it would do", exact=True)).to_be_visible()
    panel.get_by_text("How they are counted").click()
    floor = panel.get_by_label("A percentage counts at least")
    floor.fill("0.6")
    floor.blur()
    expect(floor).to_have_attribute("value", "0.6")
    assert_never_reloaded(page)
    panel.get_by_role("button", name="Use these columns").click()
    expect(page.get_by_text("The standings rank by these columns now")).to_be_visible()
    settings = event.phases.get(number=1).settings
    assert settings["tiebreakers"] == ["gw", "omw", "ogw"]
    assert settings["percentages"] == {"floor": 0.6}


def test_an_answer_that_comes_when_its_part_is_gone_does_nothing(organiser, page):
    event = paired(played(friday(organiser), organiser, 1), organiser)
    let_in(page)
    held = []
    page.goto(f"/e/{event.slug}/standings/?columns=1")
    report_result(event, actor_of(organiser), 1, 2, 1, "2-0")
    with page.expect_request("**part=table**"):
        page.route("**part=table**", lambda route: held.append((route, route.fetch())), times=1)
    panel = page.locator("#columns")
    panel.locator("#up-gw").focus()
    page.keyboard.press("Enter")
    expect(panel.locator("ol.rows b")).to_have_text(["GW %", "OMW %", "OGW %"])
    ((route, answer),) = held
    assert answer.status == 200
    route.fulfill(response=answer)
    with page.expect_response("**part=table**"):
        pass
