"""What has become of a report: one block on the own page, whose height is the same in each state."""

import re

from playwright.sync_api import expect

from tests.support.browser import PHONE, current_match, own_address, send_report
from tests.support.desk_events import actor_of, fresh, friday, paired, reported
from tests.support.own_pages import address, table_of
from tournaments.events.actions.events import change_settings
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import start_clock

# As tall as Safari leaves a phone's page.
LOW = {"width": 390, "height": 664}
RED = "rgb(197, 48, 26)"


def block_of(phone):
    return phone.get_by_role("region", name="Your result")


def font_size(locator):
    return locator.evaluate("el => getComputedStyle(el).fontSize")


def test_the_block_is_as_tall_in_each_state_and_is_drawn_again_without_a_network(organiser, visitor):
    event = paired(friday(organiser), organiser)
    first, second = table_of(event)
    phone, other = visitor(PHONE), visitor(PHONE)
    phone.goto(address(event, first))
    other.goto(address(event, second))
    block, boxes = block_of(phone), []

    def expect_state(words):
        expect(block).to_contain_text(re.compile(words))
        expect(block.locator("strong")).to_have_text("2–1")
        assert font_size(block.locator("strong")) == "44px"
        boxes.append(block.bounding_box())

    phone.context.set_offline(True)
    send_report(phone, "2–1")
    expect_state("Saved on this phone")
    expect(phone.get_by_role("button", name="Report result")).to_be_hidden()
    expect(phone.get_by_role("status").filter(has_text="Saved on this phone")).to_have_count(1)

    held = []
    phone.route("**/report/", lambda route: held.append(route), times=1)
    phone.context.set_offline(False)
    expect_state("Sending…")
    held.pop().continue_()
    expect_state(f"Waiting for {second}")
    expect(phone.get_by_role("status").filter(has_text="Waiting for")).to_have_count(1)

    other.get_by_role("button", name="Confirm").tap()
    expect_state("Confirmed")
    assert {box["height"] for box in boxes} == {272}
    assert len({(box["x"], box["y"], box["width"]) for box in boxes}) == 1


def test_a_refused_report_says_why_and_is_made_again(organiser, phone):
    event = paired(friday(organiser), organiser)
    phone.goto(address(event, table_of(event)[0]))
    phone.context.set_offline(True)
    send_report(phone, "2–1")
    block = block_of(phone)
    expect(block).to_contain_text("Saved on this phone")
    change_settings(fresh(event), actor_of(organiser), 1, best_of=1)
    phone.context.set_offline(False)
    expect(block).to_contain_text("Not accepted")
    expect(block).to_contain_text("2-1 isn’t possible in a best of 1")
    assert block.bounding_box()["height"] == 272
    assert block.locator(".result-state").evaluate("el => getComputedStyle(el).color") == RED
    phone.reload()
    expect(block).to_contain_text("Not accepted")
    block.get_by_role("button", name="Report again").tap()
    send_report(phone, "1–0")
    expect(block).to_contain_text("Waiting for")
    expect(block.locator("strong")).to_have_text("1–0")


def test_change_opens_the_form_and_replaces_the_report(organiser, phone):
    event = paired(friday(organiser), organiser)
    phone.goto(address(event, table_of(event)[0]))
    send_report(phone, "2–1")
    block = block_of(phone)
    expect(block).to_contain_text("Waiting for")
    block.get_by_role("link", name="Change").tap()
    expect(phone.get_by_role("radio", name=re.compile("^2–1"))).to_be_focused()
    send_report(phone, "2–0")
    expect(block.locator("strong")).to_have_text("2–0")
    expect(block).to_contain_text("Waiting for")


def test_who_is_done_sees_how_many_tables_still_play_and_for_how_long(organiser, phone):
    event = paired(friday(organiser), organiser)
    start_clock(event, actor_of(organiser), 1, 1)
    seats = current_match(event).seats
    report_result(fresh(event), actor_of(organiser), 1, 1, 1, "2-1")
    phone.goto(own_address(event, seats[0]))
    progress = phone.locator("#live-progress")
    expect(progress).to_have_text(re.compile(r"^\s*3 tables still playing · (50:00|49:5\d) left\s*$"))
    report_result(fresh(event), actor_of(organiser), 1, 1, 2, "2-1")
    expect(progress).to_contain_text("2 tables still playing")


def test_the_table_is_large_at_the_first_view_of_a_round_and_calm_after_it(organiser, phone):
    event = paired(friday(organiser), organiser)
    name = table_of(event)[0]
    phone.goto(address(event, name))
    number = phone.locator(".own-table .figure")
    assert font_size(number) == "88px"
    phone.reload()
    assert font_size(number) == "44px"
    paired(reported(event, organiser), organiser)
    expect(phone.locator("[data-new-round]")).to_have_text(re.compile("^Round 2"))
    assert font_size(number) == "88px"


def end_of(element):
    box = element.bounding_box()
    return box["y"] + box["height"]


def test_the_button_to_report_is_in_sight_once_a_score_is_tapped(organiser, visitor):
    event = paired(friday(organiser), organiser)
    first, second = table_of(event)
    phone = visitor({**PHONE, "viewport": LOW})
    phone.goto(address(event, first))
    send, tabs = phone.get_by_role("button", name="Report result"), phone.locator("nav.tabs")
    choices = phone.locator(".result-option:visible, .result-options summary")
    expect(choices).to_have_count(5)
    # Before a score is tapped, nothing lies over one; then the button comes, below the chosen one.
    end = end_of(choices.last)
    assert end <= phone.locator(".report-send").bounding_box()["y"] and end <= tabs.bounding_box()["y"]
    phone.locator(".result-option").filter(has_text="0–2").tap()
    assert end_of(choices.last) <= phone.locator(".report-send").bounding_box()["y"] + 1
    phone.locator(".result-option").filter(has_text="2–1").tap()
    box = send.bounding_box()
    assert (box["x"], box["width"], box["height"]) == (20, 350, 56)
    assert box["y"] + 56 <= tabs.bounding_box()["y"]
    send.tap()
    expect(block_of(phone)).to_contain_text("Waiting for")

    phone.goto(address(event, second))
    confirm = phone.get_by_role("button", name="Confirm").bounding_box()
    assert (confirm["width"], confirm["height"]) == (350, 56)
    for button in phone.locator(".disputes button").all():
        assert button.bounding_box()["height"] == 48
        assert re.match(r"\s*\d–\d", button.text_content())


def test_screen_readers_read_the_state_and_what_can_be_done(organiser, phone):
    event = paired(friday(organiser), organiser)
    first, second = table_of(event)
    phone.goto(address(event, first))
    send_report(phone, "2–1")
    expect(block_of(phone)).to_contain_text("Waiting for")
    expect(phone.locator(".own-result")).to_match_aria_snapshot(f"""
      - status:
        - region "Your result":
          - paragraph: Round 1, table 1 {first}
          - paragraph:
            - text: You
            - strong: 2–1
            - text: {second}
          - paragraph: Waiting for {second}
          - paragraph: /You reported at \\d\\d:\\d\\d. If there is no answer, the desk decides./
          - button "Call a judge"
          - link "Change"
    """)
