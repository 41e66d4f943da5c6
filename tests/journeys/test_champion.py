"""The page of an event that has ended: sizes on a phone and on a desktop, and how the result is shared."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse
from playwright.sync_api import expect

from tests.support.browser import DESKTOP
from tests.support.desk_events import actor_of, friday, played
from tests.support.worker import run_worker_after
from tournaments.models import Preview
from tournaments.rounds.actions.rounds import pair_next_round

NAMES = [
    f"{first} Hohenlohe-{last}"
    for first in ("Anna", "Ben", "Cleo", "Dan")
    for last in ("Waldenburg", "Langen")
]

# Stands for the sheet of the system, which no test can see: it logs what a page hands over.
SHEET = """
  navigator.canShare = () => true;
  navigator.share = async ({ files, ...rest }) => {
    console.info("shared", { ...rest, files: files?.map((file) => file.type) });
  };
"""
BOX = "el => { const { x, y, width, height } = el.getBoundingClientRect(); return { x, y, width, height }; }"


@pytest.fixture
def event(organiser):
    event = friday(organiser, names=NAMES, rounds=3, finals=("double", 4))
    played(event, organiser, 7)
    pair_next_round(event, actor_of(organiser))
    return event


def font_size(locator):
    return locator.evaluate("el => getComputedStyle(el).fontSize")


def box(locator):
    return locator.evaluate(BOX)


@pytest.mark.slow
def test_on_a_phone_the_way_is_a_list_with_the_cut_across(phone, event):
    phone.goto(reverse("event", args=[event.slug]))
    assert font_size(phone.locator("h1")) == "44px"
    steps = phone.locator(".way-step")
    heights = [box(step)["height"] for step in steps.all()]
    assert min(heights) == heights[0] == 56
    cut = phone.locator(".way-cut")
    line = cut.evaluate("el => getComputedStyle(el, '::before').borderTopWidth + getComputedStyle(el).width")
    assert line == "2px350px"
    assert box(steps.nth(0))["y"] < box(cut)["y"] < box(steps.nth(1))["y"]
    # The whole row is the link of its opponent.
    row = box(steps.nth(1))
    phone.mouse.click(row["x"] + row["width"] - 8, row["y"] + 8)
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Hohenlohe")
    phone.go_back()
    expect(phone.locator(".final-places li:visible")).to_have_count(3)


@pytest.mark.slow
def test_on_a_desktop_the_way_is_one_line(visitor, event):
    page = visitor(DESKTOP)
    page.goto(reverse("event", args=[event.slug]))
    assert font_size(page.locator("h1")) == "44px"
    discs = page.locator(".way-discs svg")
    middles = {round(one["y"] + one["height"] / 2) for one in map(box, discs.all())}
    assert len(middles) == 1
    steps = [box(step) for step in page.locator(".end .way-step").all()]
    assert all(132 <= step["width"] <= 176 for step in steps)
    assert box(discs.last)["width"] > box(discs.first)["width"]
    assert font_size(page.locator(".end .way-score").first) == "28px"
    line = box(page.locator(".way"))
    assert line["height"] <= 240
    assert line["width"] == 984
    expect(page.locator(".final-places li:visible")).to_have_count(7)


def test_share_hands_the_result_to_the_system_or_copies_its_address(visitor, event):
    Preview.objects.update(waits_since=F("waits_since") - timedelta(minutes=1))
    run_worker_after(minutes=1)
    page = visitor(DESKTOP)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(address := reverse("event", args=[event.slug]))
    page.evaluate("delete Navigator.prototype.share")
    share = page.locator("a[data-share]")
    share.click()
    expect(share).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith(address)
    page.add_init_script(SHEET)
    page.goto(address)
    champion = page.locator("h1").inner_text()
    # Not `wait_for_function`: it evaluates a string whenever it looks again, which the site's CSP forbids.
    with page.expect_console_message(lambda message: message.text.startswith("shared")) as message:
        page.locator("a[data-share]").click()
    shared = message.value.args[1].json_value()
    assert shared["files"] == ["image/png"]
    assert shared["text"].startswith(f"{champion} wins Friday night http")
    assert shared["text"].endswith(address)
