"""How many rounds: the figures follow what is typed."""

import pytest
from playwright.sync_api import expect

from tests.journeys.test_first_event import assert_never_reloaded, let_in, open_and_leave
from tests.views.desk_events import friday, paired, played, reported


@pytest.mark.slow
def test_the_making_of_an_event_says_who_gets_in_as_one_types(organiser, page):
    let_in(page)
    open_and_leave(page, "/new/")
    page.get_by_label("Players expected").press_sequentially("88")
    aside = page.locator("#meaning")
    expect(aside).to_contain_text("all x–1, about 2 of 14 x–2")
    page.locator("#id_rounds").press_sequentially("6")
    expect(aside).to_contain_text("On average: all x–0, about 7 of 8 x–1.")
    assert_never_reloaded(page)


@pytest.mark.slow
def test_the_lab_answers_on_a_phone_and_says_what_will_not_do(organiser, phone):
    open_and_leave(phone, "/help/rounds/")
    phone.locator("#id_players").fill("744")
    expect(phone.get_by_role("heading", name="744 players, 10 rounds, top 8")).to_be_visible()
    phone.get_by_label("Drawn matches, %").fill("10")
    expect(phone.locator(".triangle thead")).to_contain_text("−2")
    assert_never_reloaded(phone)


def test_who_is_safe_follows_the_results_and_what_was_unfolded_stays_so(organiser, phone):
    names = [f"Player {number:02}" for number in range(1, 17)]
    event = friday(organiser, names=names, rounds=4, finals=("single", 4))
    event = paired(played(event, organiser, rounds=3), organiser)
    open_and_leave(phone, f"/e/{event.slug}/forecast/")
    safe = phone.get_by_role("heading", name="All at the table are in with a draw")
    expect(safe).to_be_visible()
    phone.locator(".folded summary").tap()
    expect(phone.locator(".folded li").first).to_be_visible()
    reported(event, organiser)
    expect(safe).to_have_count(0)
    expect(phone.locator(".folded li").first).to_be_visible()
    assert_never_reloaded(phone)
