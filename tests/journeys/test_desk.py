"""The desk in a browser: the entry stays in its place, one press per result, keys over the page, messages."""

import re

import pytest
from playwright.sync_api import expect

from tests.support import find_cases
from tests.support.browser import DESKTOP, PHONE, quick_sign_in, tables_of, type_result
from tests.support.desk_events import actor_of, fresh, friday, paired, reported
from tests.support.own_pages import address, report, table_of
from tests.support.pod_events import pods
from tournaments.desk.actions import announce, call_judge
from tournaments.history.cache import load_history
from tournaments.results.actions.results import report_result

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
    places = ((page, "#entry"), (phone, "#find-table"))
    before = [top_of(*place) for place in places]
    announce(fresh(event), actor_of(organiser), "Pizza is here")
    first, second = table_of(event, 2)
    report(client, event, first, "2-0")
    report(client, event, second, "0-2")
    seats = load_history(fresh(event)).phase(1).rounds[0].matches[2].players
    call_judge(fresh(event), actor_of(organiser), seats[0])
    reported(fresh(event), organiser, count=1)
    for (viewer, selector), top in zip(places, before, strict=True):
        expect(viewer.locator("#requests summary")).to_have_text(re.compile(r"^\s*1 request\s*$"))
        expect(viewer.get_by_role("heading", level=1)).to_have_text("3 results missing")
        assert top_of(viewer, selector) == top
    reported(fresh(event), organiser)
    for (viewer, selector), top in zip(places, before, strict=True):
        expect(viewer.get_by_role("button", name="Pair round 2")).to_be_enabled()
        expect(viewer.get_by_role("heading", level=1)).to_have_text("All 4 results are in")
        assert top_of(viewer, selector) == top


def enter(event, organiser, table, result_text="2-1"):
    """Enter a result in another browser, without opening one."""
    report_result(fresh(event), actor_of(organiser), 1, 1, table, result_text)


def boxes_of(page):
    """Return the place and height of each line of the list, in its order."""
    return page.locator(".tables > li").evaluate_all(
        "rows => rows.map(row => [row.id, row.offsetTop, row.offsetHeight])"
    )


def test_a_stored_line_keeps_its_place_and_height_until_the_page_is_loaded(organiser, page):
    event = paired(friday(organiser), organiser)
    open_desk(page, event)
    before = boxes_of(page)
    line = page.locator("#t1")
    line.get_by_role("button", name="2–0").click()
    expect(line.locator(".line-score")).to_have_text("2–0")
    expect(line.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("3 results missing")
    expect(page.get_by_role("link", name="Open 3")).to_be_visible()
    assert boxes_of(page) == before
    # A result of another browser is shown in its place while the pointer is among the tables.
    enter(event, organiser, 3)
    expect(page.locator("#t3 .line-score")).to_have_text("2–1")
    assert boxes_of(page) == before
    page.mouse.move(5, 5)
    expect(page.locator("#t3")).to_be_hidden()
    expect(line.get_by_role("button", name="Undo")).to_be_visible()
    assert [box for box in boxes_of(page) if box[2]] == [before[0], before[1], ["t4", *before[2][1:]]]
    # One that is typed in the entry keeps its place, too.
    type_result(page, 4, "12")
    expect(page.locator("#t4").get_by_role("button", name="Undo")).to_be_visible()
    enter(event, organiser, 2)
    expect(page.get_by_role("heading", level=1)).to_have_text("All 4 results are in")
    expect(page.locator("#t2")).to_be_hidden()
    expect(page.locator("#t4 .line-score")).to_have_text("1–2")
    # No table is open: nothing says so above the lines that are still shown, or moves them.
    expect(page.get_by_text("No table is open.")).to_be_hidden()
    page.reload()
    expect(page.get_by_text("No table is open.")).to_be_visible()
    expect(page.get_by_role("link", name="Open 0")).to_be_visible()
    for table in (1, 4):
        expect(page.locator(f"#t{table}")).to_be_hidden()


def slow_down(page, latency):
    network = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", network)


def type_keys(page, *results):
    for table, games in results:
        for key in (*str(table), "Enter", *games, "Enter"):
            page.keyboard.press(key, delay=20)


def games_of(event):
    matches = load_history(fresh(event)).phase(1).rounds[0].matches
    return {match.table: tuple(seat.games for seat in match.seats) for match in matches if match.played}


def test_results_typed_while_others_are_on_their_way_are_stored_too(organiser, page):
    event = paired(friday(organiser, names=[f"Player {number:02}" for number in range(1, 31)]), organiser)
    open_desk(page, event)
    expect(page.locator("#entry-table")).to_be_focused()
    slow_down(page, 300)
    type_keys(page, (1, "20"), (12, "21"), (13, "02"), (2, "12"))
    # What is half typed stays, too.
    page.keyboard.press("1", delay=20)
    expect(page.get_by_role("heading", level=1)).to_have_text("11 results missing")
    page.keyboard.press("4")
    expect(page.locator("#entry-table")).to_have_value("14")
    assert games_of(event) == {1: (2, 0), 12: (2, 1), 13: (0, 2), 2: (1, 2)}


def test_what_was_sent_is_shown_again_with_an_error_or_without_an_answer(organiser, page):
    event = paired(friday(organiser), organiser)
    open_desk(page, event)
    table, first = page.locator("#entry-table"), page.locator("#entry-first")
    type_keys(page, (9, "21"))
    expect(page.locator("#entry-error")).to_be_attached()
    expect(page.locator("#entry output")).to_have_text("No table 9 in this round")
    expect(table).to_have_value("9")
    page.keyboard.press("Escape")
    page.context.set_offline(True)
    type_keys(page, (2, "20"))
    expect(page.get_by_text("Not sent. Check your connection and try again.").first).to_be_visible()
    expect(table).to_have_value("2")
    expect(first).to_have_value("2")
    page.context.set_offline(False)
    # Enter sends it again.
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("3 results missing")
    assert games_of(event) == {2: (2, 0)}


def test_an_enter_that_comes_right_after_a_question_does_not_answer_it(organiser, page):
    event = paired(friday(organiser), organiser)
    open_desk(page, event)
    page.evaluate("""() => document.addEventListener("htmx:afterSettle", () => {
      const enter = () => new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
      document.body.dataset.stopped = !document.activeElement.dispatchEvent(enter());
    }, { once: true })""")
    type_keys(page, (2, "90"))
    expect(page.locator("#entry-error")).to_be_attached()
    expect(page.locator("body")).to_have_attribute("data-stopped", "true")
    assert games_of(event) == {}


def test_an_undo_far_down_the_list_shows_the_line_where_it_was_pressed(organiser, page):
    event = paired(friday(organiser, names=[f"Player {number:02}" for number in range(1, 61)]), organiser)
    open_desk(page, event)
    line = page.locator("#t28")
    line.get_by_role("button", name="2–0").click()
    undo = line.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    before = top_of(page, "#t28")
    undo.click()
    expect(page.locator(".messages")).to_contain_text("Undone: Table 28")
    expect(line.get_by_role("button", name="2–0")).to_be_in_viewport()
    assert abs(top_of(page, "#t28") - before) <= 1
    # Another visit starts at the next step.
    page.goto(page.url)
    assert page.evaluate("scrollY") == 0


def test_results_of_others_move_nothing_while_a_finger_is_in_the_list(organiser, client, phone):
    event = paired(friday(organiser), organiser)
    open_desk(phone, event)
    before = boxes_of(phone)
    phone.locator("#t1").get_by_role("button", name="2–0").tap()
    expect(phone.locator("#t1").get_by_role("button", name="Undo")).to_be_visible()
    enter(event, organiser, 2)
    for player, result_text in zip(table_of(event, 4), ("2-0", "0-2"), strict=True):
        report(client, event, player, result_text)
    expect(phone.get_by_role("link", name="Disputed 1")).to_be_visible()
    expect(phone.locator("#t2 .line-score")).to_have_text("2–1")
    expect(phone.locator("#t4")).to_have_class(re.compile(r"\bdisputed\b"))
    assert boxes_of(phone) == before
    phone.get_by_text("Available once all 4 results are in").tap()
    expect(phone.locator("#t4").get_by_role("button", name=re.compile("won"))).to_have_count(2)
    expect(phone.locator("#t2")).to_be_hidden()
    assert [box[0] for box in boxes_of(phone) if box[2]] == ["t1", "t4", "t3"]


def test_parts_that_are_open_without_a_script_offer_nothing_to_open(organiser, visitor):
    page = visitor(DESKTOP | {"java_script_enabled": False})
    open_desk(page, paired(friday(organiser), organiser))
    activity = page.locator("#desk-activity")
    expect(activity.locator(".desk-panel")).to_be_visible()
    marker = "summary => getComputedStyle(summary, '::after').content"
    assert activity.locator("summary").evaluate(marker) == "none"
    assert "+" in page.locator("#desk-announcement summary").evaluate(marker)


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


def test_typing_in_the_field_finds_what_the_server_finds(organiser, page):
    event = paired(friday(organiser, names=find_cases.NAMES), organiser)
    open_desk(page, event)
    seats = tables_of(page)
    field, lines = page.locator("#find-table"), page.locator("#live-tables li.line")
    for text, found in find_cases.FOUND.items():
        field.fill(text)
        shown = lines.evaluate_all(
            "lines => lines.filter((line) => line.checkVisibility()).map((line) => +line.dataset.match)"
        )
        assert sorted(shown) == find_cases.tables_found(found, seats), text


def test_an_offer_to_undo_ends_with_the_next_change_that_can_be_undone(organiser, page):
    event = paired(friday(organiser), organiser, publish=False)
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    page.get_by_role("button", name="Publish round 1").click()
    undo = page.locator(".messages").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    # A player calls a judge: this is nothing to undo, so the desk still offers the same.
    call_judge(fresh(event), actor_of(organiser), "p1")
    expect(page.locator("#requests summary")).to_have_text(re.compile("1 request"))
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
        viewer.locator("#t1").get_by_role("button", name="2–0").click()
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
