"""A first event: made, played by keyboard while a phone looks on, and won."""

import re

from playwright.sync_api import expect

from tests.conftest import PASSWORD
from tests.views.desk_events import reported
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


def sign_in(desk):
    desk.goto("/accounts/login/")
    desk.get_by_label("Name").fill("organiser")
    desk.get_by_label("Password").fill(PASSWORD)
    desk.get_by_label("Password").press("Enter")
    expect(desk.get_by_role("button", name="Sign out")).to_be_visible()


def let_in(desk):
    """Signed in without a page of it, for journeys that begin elsewhere."""
    desk.request.get("/accounts/login/")
    (token,) = [cookie["value"] for cookie in desk.context.cookies() if cookie["name"] == "csrftoken"]
    said = {"username": "organiser", "password": PASSWORD, "csrfmiddlewaretoken": token}
    desk.request.post("/accounts/login/", form=said)
    assert any(cookie["name"] == "sessionid" for cookie in desk.context.cookies())


def make_an_event(desk):
    desk.goto("/")
    desk.get_by_role("link", name="Run an event").first.click()
    desk.get_by_label("Name", exact=True).fill("First night")
    desk.get_by_role("radio", name=re.compile("^Magic")).check()
    desk.get_by_label("Rounds", exact=True).fill("3")
    desk.get_by_role("radio", name=re.compile("McIntyre final eight")).check()
    desk.get_by_label("Cut to top").fill("8")
    desk.get_by_role("button", name="Make the event").click()


def paste_the_players(desk):
    desk.get_by_role("link", name="Add players").click()
    desk.get_by_label("One name a line").fill(NAMES)
    desk.get_by_role("button", name="Add players").click()
    expect(desk.get_by_text("16 in", exact=True)).to_be_visible()
    go_to_the_desk(desk)


def go_to_the_desk(desk):
    desk.get_by_role("navigation", name="Desk").get_by_role("link", name="Desk").click()


def pair_and_publish(desk, button, round_name):
    desk.get_by_role("button", name=button).click()
    publish(desk, round_name)


def publish(desk, round_name):
    expect(desk.get_by_role("heading", level=1)).to_have_text(f"{round_name}, a draft")
    desk.get_by_role("button", name=re.compile("^Publish")).click()
    expect(desk.locator("#entry-table")).to_be_focused()


def type_result(desk, table, games):
    """`12 ⏎ 2 1 ⏎`, and the desk reads it back, stores it and waits for the next."""
    for key in (*str(table), "Enter", *games, "Enter"):
        desk.keyboard.press(key)
    expect(desk.locator("#entry-stored")).to_contain_text(re.compile(f"^Table {table}:"))
    expect(desk.locator("#entry-table")).to_be_focused()


def tables_of(desk):
    """{table: (first player, second player)} of the round at the desk."""
    cells = desk.locator(".progress-cells a")
    return {
        int(cell.get_attribute("data-match")): (
            cell.get_attribute("data-seat1"),
            cell.get_attribute("data-seat2"),
        )
        for cell in cells.all()
    }


def enter_all(desk, games="21"):
    tables = tables_of(desk)
    for table in tables:
        type_result(desk, table, games)
    return tables


def row_of(phone, name):
    return phone.get_by_role("row").filter(has=phone.get_by_role("link", name=name, exact=True))


def open_and_leave(phone, address):
    phone.goto(address)
    phone.evaluate("window.isTheSame = true")


def assert_never_reloaded(phone):
    assert phone.evaluate("window.isTheSame")


def look_at_every_page(phone):
    """Each tab of the event, as a phone sees it; its fixture hears of a page that scrolls sideways."""
    phone.goto("/e/first-night/")
    tabs = phone.get_by_role("navigation", name="Event").get_by_role("link")
    for address in [tab.get_attribute("href") for tab in tabs.all()]:
        assert phone.goto(address).status == 200
    phone.goto("/e/first-night/players/p8/")
    phone.goto("/")


def test_a_first_event_from_its_making_to_its_champion(organiser, page, phone):
    desk = page
    sign_in(desk)
    make_an_event(desk)
    paste_the_players(desk)
    look_at_every_page(phone)

    pair_and_publish(desk, "Pair round 1", "Round 1")
    open_and_leave(phone, "/e/first-night/standings/")
    first, second = tables_of(desk)[8]
    type_result(desk, 8, "21")
    expect(row_of(phone, first).locator(".record")).to_have_text("1–0")
    expect(row_of(phone, second).locator(".record")).to_have_text("0–1")
    type_result(desk, 8, "12")
    expect(row_of(phone, first).locator(".record")).to_have_text("0–1")
    enter_all(desk)

    # In the other rounds most results come in at another desk.
    pair_and_publish(desk, "Pair round 2", "Round 2")
    reported(Event.objects.get(), organiser, 6)
    type_result(desk, 7, "20")
    type_result(desk, 8, "20")
    pair_and_publish(desk, "Pair round 3", "Round 3")
    reported(Event.objects.get(), organiser, 7)
    type_result(desk, 8, "21")
    expect(phone.locator("tbody .record").first).to_have_text("3–0")
    assert_never_reloaded(phone)

    pair_and_publish(desk, "Cut to the top 8", "Qualifying finals")
    quarter = enter_all(desk)
    assert list(quarter) == [1, 2, 3, 4]
    pair_and_publish(desk, "Pair the semi-finals", "Semi-finals")
    semi = enter_all(desk, "12")
    # The first of each qualifying final won: seeds 4, 3, 2, 1; the two best losers come back.
    assert semi == {1: (quarter[1][0], quarter[2][1]), 2: (quarter[2][0], quarter[1][1])}
    pair_and_publish(desk, "Pair the preliminary finals", "Preliminary finals")
    enter_all(desk)
    pair_and_publish(desk, "Pair the grand final", "Grand final")
    open_and_leave(phone, "/e/first-night/")
    ((champion, _other),) = enter_all(desk).values()
    desk.get_by_role("button", name="End the event").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text(f"{champion} wins")
    expect(phone.get_by_role("heading", level=1)).to_have_text(f"{champion} wins")
    assert_never_reloaded(phone)
    look_at_every_page(phone)
