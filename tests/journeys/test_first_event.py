"""A first event from creation to champion, played by keyboard while a phone follows."""

import re

from playwright.sync_api import expect

from tests.support.browser import (
    assert_never_reloaded,
    enter_all,
    go_to_the_desk,
    open_and_watch,
    pair_and_publish,
    sign_in,
    tables_of,
    type_result,
)
from tests.support.desk_events import reported
from tournaments.models import Event

NAMES = """Ada Barlow
Bo Quiroga
Chidi Okonjo
Dagny Sørlie
Elif Haddadin
Finn O’Dwyer
Gita Rathore
Hugo Montalbán de la Fuente y Zamorano
Inès Vauquelin
Jia Fang
Kasper Eichstädt
Lior Ben-Yousef
Mako Shirogane
Nia Mensima
Oisín Ní-Bhriain
Pavel Zawiślak"""


def make_an_event(desk):
    desk.goto("/")
    desk.get_by_role("link", name="New event").first.click()
    desk.get_by_label("Name", exact=True).fill("First night")
    desk.get_by_role("radio", name=re.compile("^Friday Night Magic")).check()
    desk.get_by_text("More formats").click()
    desk.get_by_label("Rounds", exact=True).fill("3")
    desk.get_by_text("Top cut", exact=True).first.click()
    desk.get_by_role("radio", name=re.compile("^McIntyre final eight")).check()
    desk.get_by_role("button", name="Create event").click()


def paste_the_players(desk):
    desk.get_by_label("One name per line").fill(NAMES)
    desk.get_by_role("button", name="Add players").click()
    expect(desk.get_by_role("paragraph").filter(has_text="16 players")).to_be_visible()
    go_to_the_desk(desk)


def row_of(phone, name):
    return phone.get_by_role("row").filter(has=phone.get_by_role("link", name=name, exact=True))


def open_every_page(phone):
    """Open each tab of the event; the fixture fails if a page scrolls sideways."""
    phone.goto("/e/first-night/")
    tabs = phone.get_by_role("navigation", name="Event").get_by_role("link")
    for address in [tab.get_attribute("href") for tab in tabs.all()]:
        assert phone.goto(address).status == 200
    phone.goto("/e/first-night/players/p8/")
    phone.goto("/")


def test_a_first_event_from_creation_to_champion(organiser, page, phone):
    desk = page
    sign_in(desk)
    make_an_event(desk)
    paste_the_players(desk)
    open_every_page(phone)

    pair_and_publish(desk, "Start round 1", "Round 1")
    open_and_watch(phone, "/e/first-night/standings/")
    first, second = tables_of(desk)[8]
    type_result(desk, 8, "21")
    expect(row_of(phone, first).locator(".record")).to_have_text("1–0")
    expect(row_of(phone, second).locator(".record")).to_have_text("0–1")
    type_result(desk, 8, "12")
    expect(row_of(phone, first).locator(".record")).to_have_text("0–1")
    enter_all(desk)

    # In the other rounds most results are stored without this page.
    pair_and_publish(desk, "Pair round 2", "Round 2")
    reported(Event.objects.get(), organiser, 6)
    type_result(desk, 7, "20")
    type_result(desk, 8, "20")
    pair_and_publish(desk, "Pair round 3", "Round 3")
    reported(Event.objects.get(), organiser, 7)
    type_result(desk, 8, "21")
    expect(phone.locator("tbody .record").first).to_have_text("3–0")
    assert_never_reloaded(phone)

    pair_and_publish(desk, "Cut to top 8", "Qualifying finals")
    quarter = enter_all(desk)
    assert list(quarter) == [1, 2, 3, 4]
    pair_and_publish(desk, "Pair the semi-finals", "Semi-finals")
    semi = enter_all(desk, "12")
    # The first player of each qualifying final won: seeds 1, 2, 3, 4; the two best losers stay in.
    assert semi == {1: (quarter[3][0], quarter[4][1]), 2: (quarter[4][0], quarter[3][1])}
    pair_and_publish(desk, "Pair the preliminary finals", "Preliminary finals")
    enter_all(desk)
    pair_and_publish(desk, "Pair the grand final", "Grand final")
    open_and_watch(phone, "/e/first-night/")
    ((champion, _other),) = enter_all(desk).values()
    desk.get_by_role("button", name="End event").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text(f"Champion: {champion}")
    expect(phone.get_by_role("heading", level=1)).to_have_text(champion)
    assert_never_reloaded(phone)
    open_every_page(phone)
