"""Check-in: a player on a phone, the staff by scanning, the start with 3 of 4, a late arrival."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, quick_sign_in
from tests.support.desk_events import NAMES, actor_of, fresh, friday
from tests.support.own_pages import address
from tournaments.history.cache import load_history
from tournaments.players.actions.check_in import set_check_in
from tournaments.rules.history.players import CheckInSettings


def player(event, name):
    return next(one for one in load_history(fresh(event)).players if one.name == name)


@pytest.fixture
def event(organiser):
    return friday(organiser, NAMES[:4])


@pytest.mark.slow
def test_from_check_in_to_a_late_arrival(event, organiser, page, phone, visitor):
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/check-in/")
    phone.goto(address(event, "Anna"))
    expect(phone.get_by_role("button", name="Check in")).to_be_hidden()
    page.get_by_role("button", name="Open check-in").click()
    # The open page of the player gets the button with its next poll.
    phone.get_by_role("button", name="Check in").click()
    expect(phone.locator(".own").get_by_text("Checked in at")).to_be_visible()
    expect(page.get_by_text("1 of 4 checked in")).to_be_visible()

    # The staff check one in from the list, without leaving it, and one by scanning.
    page.get_by_label("Find a player").fill("be")
    expect(page.locator("#check-in-list > li:visible")).to_have_count(1)
    page.get_by_role("button", name="Check in Ben").click()
    expect(page.locator("#live-count").get_by_text("2 of 4 checked in")).to_be_visible()
    expect(page.get_by_role("button", name="Undo Ben")).to_be_visible()
    staff_phone = visitor(PHONE)
    quick_sign_in(staff_phone)
    staff_phone.goto(address(event, "Cleo"))
    staff_phone.get_by_role("button", name="Check in", exact=True).click()
    expect(staff_phone.get_by_text("Checked in at")).to_be_visible()

    page.goto(f"/e/{event.slug}/desk/")
    expect(page.get_by_text("Check-in is open: 3 of 4 checked in")).to_be_visible()
    page.get_by_role("link", name="Start round 1").click()
    expect(page.get_by_text("Dan")).to_be_visible()
    expect(page.locator(".start-players input")).to_be_hidden()
    page.get_by_role("button", name="Start round 1").click()
    page.get_by_role("button", name="Publish round 1").click()
    expect(phone.get_by_text("Your table").or_(phone.get_by_text("Bye")).first).to_be_visible()
    assert player(event, "Dan").dropped_after == 0

    page.goto(f"/e/{event.slug}/desk/players/")
    page.get_by_role("button", name="Bring back Dan").click()
    expect(page.get_by_text("since round 2")).to_be_visible()
    assert player(event, "Dan").joined_round == 2


def test_ticks_count_only_while_players_are_chosen_one_by_one(event, organiser, page):
    set_check_in(event, actor_of(organiser), CheckInSettings(open=True))
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/start/")
    page.get_by_text("Choose one by one").click()
    for name in ("Anna", "Ben", "Cleo"):
        page.locator(".start-players").get_by_text(name).click()
    page.get_by_role("button", name="Start round 1").click()
    page.wait_for_url("**/desk/round/")
    assert [one.name for one in load_history(fresh(event)).players if one.has_left] == ["Dan"]
