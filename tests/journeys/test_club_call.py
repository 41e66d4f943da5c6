"""The Club Call, chosen on a phone in the hall while another one reads along."""

import pytest
from playwright.sync_api import expect

from tests.conftest import PHONE
from tests.journeys.test_first_event import assert_never_reloaded, let_in, open_and_leave
from tests.views.brackets.test_desk import cup, made
from tests.views.desk_events import fresh, paired, reported


@pytest.mark.slow
def test_the_club_call_is_chosen_on_a_phone(organiser, phone, visitor):
    event = reported(cup(organiser, "super_league8"), organiser, said="2-0")
    event = reported(paired(event, organiser), organiser, said="2-0")
    reader = visitor(PHONE)
    open_and_leave(reader, f"/e/{event.slug}/bracket/")
    expect(reader.get_by_text("Player 1 has the call and chooses whom to meet")).to_be_visible()

    let_in(phone)
    phone.goto(f"/e/{event.slug}/desk/")
    phone.get_by_role("link", name="Choose the opponent").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Player 1 has the call")
    names = phone.locator(".calls button")
    expect(names).to_have_count(2)
    assert all(names.nth(n).bounding_box()["height"] >= 100 for n in range(2))
    phone.get_by_role("button", name="Player 3").tap()
    expect(phone.get_by_text("The call is made")).to_be_visible()
    assert made(fresh(event))["QSF1"] == ("p1", "p3")
    assert made(fresh(event))["QSF2"] == ("p2", "p4")

    expect(reader.get_by_text("Player 1 has the call")).to_have_count(0)
    assert_never_reloaded(reader)

    phone.get_by_role("button", name="Undo").first.tap()
    expect(phone.get_by_role("link", name="Choose the opponent")).to_be_visible()
    assert "QSF1" not in made(fresh(event))
