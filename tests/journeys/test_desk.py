"""The desk in a browser: the entry stays in its place, one press per result, keys over the page, messages."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, quick_sign_in
from tests.support.desk_events import actor_of, fresh, friday, paired, reported
from tests.support.own_pages import address, report, table_of
from tests.support.pod_events import pods
from tournaments.desk.actions import announce, call_judge
from tournaments.history.cache import load_history

COVERED = """() => {
  const toast = document.querySelector("#toasts .toast").getBoundingClientRect();
  return [...document.querySelectorAll("main :is(a, button, input, select, summary)")]
    .filter((el) => !el.closest("#toasts") && el.checkVisibility())
    .map((el) => [el, el.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > toast.top + 1 && box.top < toast.bottom - 1 && box.right > toast.left)
    .map(([el]) => el.textContent || el.name);
}"""


def top_of(page, selector="#entry"):
    return page.locator(selector).bounding_box()["y"]


def open_desk(page, event):
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")


def test_the_entry_stays_in_its_place_whatever_happens(organiser, client, visitor, page):
    phone = visitor(PHONE)
    event = paired(friday(organiser), organiser)
    for viewer in (page, phone):
        open_desk(viewer, event)
    before = [top_of(viewer) for viewer in (page, phone)]
    announce(fresh(event), actor_of(organiser), "Pizza is here")
    first, second = table_of(event, 2)
    report(client, event, first, "2-0")
    report(client, event, second, "0-2")
    seats = load_history(fresh(event)).phase(1).rounds[0].matches[2].players
    call_judge(fresh(event), actor_of(organiser), seats[0])
    reported(fresh(event), organiser, count=1)
    for viewer, top in zip((page, phone), before, strict=True):
        expect(viewer.get_by_text("1 request from players")).to_be_visible()
        expect(viewer.get_by_role("heading", level=1)).to_have_text("3 results missing")
        assert top_of(viewer) == top
    reported(fresh(event), organiser)
    for viewer, top in zip((page, phone), before, strict=True):
        expect(viewer.get_by_role("button", name="Pair round 2")).to_be_enabled()
        expect(viewer.get_by_role("heading", level=1)).to_have_text("All 4 results are in")
        assert top_of(viewer) == top


def test_a_pressed_result_counts_at_once_and_its_row_moves_later(organiser, page):
    event = paired(friday(organiser), organiser)
    open_desk(page, event)
    page.get_by_role("button", name=re.compile("^2–0.*, table 1$")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("3 results missing")
    tables = page.locator(".tables > li")
    expect(tables.first).to_have_attribute("data-match", "1")
    expect(tables.first.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.locator("#live-activity")).to_contain_text("Table 1")
    tables_before = [row.bounding_box() for row in tables.all()]
    expect(tables.first.get_by_role("button", name="Undo")).to_be_hidden(timeout=10_000)
    expect(tables.first.get_by_role("link", name="Edit")).to_be_visible()
    assert [row.bounding_box() for row in tables.all()] == tables_before, "The pointer is among the tables"
    page.mouse.move(5, 5)
    expect(tables.first).to_have_attribute("data-match", "2")
    expect(tables.last).to_have_attribute("data-match", "1")
    expect(tables.last.get_by_role("link", name="Edit")).to_be_visible()


@pytest.mark.slow
def test_tables_stay_under_the_finger_until_it_is_elsewhere(organiser, phone):
    event = paired(friday(organiser), organiser)
    open_desk(phone, event)
    phone.get_by_role("button", name=re.compile("^2–0.*, table 1$")).tap()
    tables = phone.locator(".tables > li")
    expect(tables.first.get_by_role("button", name="Undo")).to_be_visible()
    before = top_of(phone, "#t2")
    expect(tables.first.get_by_role("button", name="Undo")).to_be_hidden(timeout=10_000)
    assert top_of(phone, "#t2") == before
    reported(fresh(event), organiser, count=2)
    expect(phone.get_by_role("heading", level=1)).to_have_text("2 results missing")
    expect(phone.locator("#t2").get_by_role("link", name="Edit")).to_be_visible()
    assert top_of(phone, "#t2") == before
    phone.get_by_role("heading", level=1).tap()
    expect(tables.first).to_have_attribute("data-match", "3")


def test_the_timers_buttons_change_with_its_answer(organiser, page):
    event = paired(friday(organiser), organiser)
    open_desk(page, event)
    page.route("**/desk/?part=*", lambda route: None)  # no poll is answered
    page.get_by_role("button", name="Start timer").dblclick()
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    expect(page.get_by_role("button", name="Start timer")).to_have_count(0)
    expect(page.locator("#event-clock")).to_contain_text("49:")
    for _press in range(2):
        page.get_by_role("button", name="+5 minutes").click()
    expect(page.locator(".desk-clock [role=timer]")).to_have_text(re.compile("^59:"))
    expect(page.locator(".tool-done.error")).to_have_count(0)


def test_an_offer_to_undo_ends_with_the_next_change(organiser, page):
    event = paired(friday(organiser), organiser, publish=False)
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    page.get_by_role("button", name="Publish round 1").click()
    undo = page.locator(".messages").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    reported(fresh(event), organiser, count=1)
    expect(undo).to_have_count(0)


OVERLAPS = """() => {
  const boxOf = (el) => el.getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".tables .small-button")].map(boxOf);
  const isBeside = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1;
  const isOver = (a, b) => !isBeside(a, b) && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap((a, n) => boxes.slice(n + 1).filter((b) => isOver(a, b))).length;
}"""


@pytest.mark.slow
def test_the_seats_of_pods_can_be_read_on_a_desktop(organiser, event_from, visitor):
    event = event_from(pods(4, 4, 4))
    for width in (1280, 390):
        desk = visitor({"viewport": {"width": width, "height": 900}})
        open_desk(desk, event)
        assert desk.evaluate(OVERLAPS) == 0
        for button in desk.locator(".tables .small-button").all():
            assert button.bounding_box()["width"] > 100


def test_the_keys_open_over_the_page_and_push_nothing(organiser, page):
    event = paired(friday(organiser), organiser)
    open_desk(page, event)
    field, tables = page.locator("#entry-table"), ".tables"
    expect(field).to_be_focused()
    before = top_of(page), top_of(page, tables)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys).to_be_visible()
    assert (top_of(page), top_of(page, tables)) == before
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(field).to_be_focused()
    page.get_by_role("button", name="all shortcuts").click()
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()


@pytest.mark.slow
def test_a_message_covers_nothing_at_the_end_of_the_page(organiser, visitor):
    event = paired(friday(organiser), organiser)
    for size in (PHONE, {"viewport": {"width": 1280, "height": 720}}):
        viewer = visitor(size)
        open_desk(viewer, event)
        viewer.context.set_offline(True)
        viewer.locator("#entry-table").fill("1")
        viewer.locator("#entry-form [name=first]").fill("2")
        viewer.locator("#entry-form [name=second]").fill("0")
        viewer.keyboard.press("Enter")
        expect(viewer.locator("#toasts .toast")).to_contain_text("Not sent.")
        viewer.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert viewer.evaluate(COVERED) == []


def test_an_announcement_ends_on_an_open_page_without_anybody(organiser, phone):
    event = paired(friday(organiser), organiser)
    announce(fresh(event), actor_of(organiser), "Pizza is here", "5")
    phone.clock.install()
    name = table_of(event, 1)[0]
    for page in (f"/e/{event.slug}/standings/", address(event, name), f"/e/{event.slug}/screen/?show=clock"):
        phone.goto(page)
        line = phone.get_by_text("Pizza is here")
        expect(line).to_be_visible()
        phone.clock.fast_forward("05:10")
        expect(line).to_be_hidden()
