"""A round on a phone: links to the reasons of a table, and results as sentences."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import quick_sign_in
from tests.support.desk_events import actor_of, friday, paired, played
from tournaments.results.actions.results import report_result


@pytest.mark.slow
def test_why_links_are_large_enough_for_touch(organiser, phone):
    event = paired(played(friday(organiser), organiser), organiser)
    phone.goto(f"/e/{event.slug}/players/p1/")
    links = phone.locator("a.reason-link").all()
    assert len(links) == 3
    for link in links:
        box = link.bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44, link.text_content()
    links[0].tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 2: how it was paired")


@pytest.mark.slow
def test_a_no_show_is_a_sentence_below_the_names(organiser, phone):
    event = paired(friday(organiser), organiser)
    report_result(event, actor_of(organiser), 1, 1, 1, "no-show 2")
    report_result(event, actor_of(organiser), 1, 1, 2, "2-1")
    phone.goto(f"/e/{event.slug}/rounds/1/")
    missed, played_ = (phone.locator("tr[data-key]").nth(n) for n in (0, 1))
    expect(missed.get_by_text("didn’t show up")).to_be_in_viewport()
    assert missed.locator(".state").bounding_box()["width"] > 100
    expect(missed.locator(".score-cell")).not_to_be_visible()
    expect(played_.locator(".score-cell")).to_be_visible()


@pytest.mark.slow
def test_the_cut_is_made_without_scrolling(organiser, page):
    event = played(friday(organiser, rounds=1), organiser)
    page.set_viewport_size({"width": 1280, "height": 900})
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/round/")
    page.get_by_role("link", name="Add a top cut").click()
    expect(page.get_by_role("button", name="Cut to the top 8")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("radio", name="Double elimination")).to_be_hidden()
