"""Forecasts on pages: the numbers follow the typed values and the results."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import assert_never_reloaded, open_and_watch, quick_sign_in
from tests.support.desk_events import friday, paired, played, reported


@pytest.mark.slow
def test_a_new_events_page_forecasts_the_cut_while_typing(organiser, page):
    quick_sign_in(page)
    open_and_watch(page, "/new/")
    page.get_by_role("radio", name=re.compile("^Store championship")).check()
    page.get_by_text("More formats").click()
    page.get_by_label("Players expected").press_sequentially("88")
    forecast = page.locator("#meaning")
    expect(forecast).to_contain_text("all x–1, about 2 of 14 x–2")
    page.locator("#id_rounds").press_sequentially("6")
    expect(forecast).to_contain_text("On average: all x–0, about 7 of 8 x–1.")
    assert_never_reloaded(page)


@pytest.mark.slow
def test_the_round_calculator_on_a_phone(organiser, phone):
    open_and_watch(phone, "/help/rounds/")
    phone.locator("#id_players").fill("744")
    expect(phone.get_by_role("heading", name="744 players, 10 rounds, top 8")).to_be_visible()
    phone.get_by_label("Drawn matches (%)").fill("10")
    expect(phone.locator(".triangle thead")).to_contain_text("−2")
    assert_never_reloaded(phone)


def test_the_forecast_is_updated_and_open_details_stay_open(organiser, phone):
    names = [f"Player {number:02}" for number in range(1, 17)]
    event = friday(organiser, names=names, rounds=4, finals=("single", 4))
    event = paired(played(event, organiser, rounds=3), organiser)
    open_and_watch(phone, f"/e/{event.slug}/forecast/")
    heading = phone.get_by_role("heading", name="A draw puts both players in")
    expect(heading).to_be_visible()
    phone.locator(".folded summary").tap()
    expect(phone.locator(".folded li").first).to_be_visible()
    reported(event, organiser)
    expect(heading).to_have_count(0)
    expect(phone.locator(".folded li").first).to_be_visible()
    assert_never_reloaded(phone)
