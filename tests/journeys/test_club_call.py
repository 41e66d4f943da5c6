"""The Club Call, chosen on a phone while another phone follows."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, assert_never_reloaded, open_and_watch, quick_sign_in
from tests.support.desk_events import fresh, paired, reported
from tests.support.pages import made, make_cup


@pytest.mark.slow
def test_an_opponent_is_chosen_on_a_phone(organiser, phone, visitor):
    event = reported(make_cup(organiser, "super_league8"), organiser, result_text="2-0")
    event = reported(paired(event, organiser), organiser, result_text="2-0")
    reader = visitor(PHONE)
    open_and_watch(reader, f"/e/{event.slug}/bracket/")
    expect(reader.get_by_text("Player 1 chooses their opponent")).to_be_visible()

    quick_sign_in(phone)
    phone.goto(f"/e/{event.slug}/desk/")
    phone.get_by_role("link", name="Choose opponent").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Player 1 chooses")
    names = phone.locator(".opponent-choices button")
    expect(names).to_have_count(2)
    assert all(names.nth(n).bounding_box()["height"] >= 100 for n in range(2))
    phone.get_by_role("button", name="Player 3").tap()
    expect(phone.get_by_text("Opponent chosen.")).to_be_visible()
    assert made(fresh(event))["QSF1"] == ("p1", "p3")
    assert made(fresh(event))["QSF2"] == ("p2", "p4")

    expect(reader.get_by_text("Player 1 chooses")).to_have_count(0)
    assert_never_reloaded(reader)

    phone.get_by_role("button", name="Undo").first.tap()
    expect(phone.get_by_role("link", name="Choose opponent")).to_be_visible()
    assert "QSF1" not in made(fresh(event))
