"""A whole evening from sign-up to seat: 24 players for 16 places, check-in, lists, a late arrival."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, quick_sign_in
from tests.support.desk_events import fresh, friday
from tournaments.history.cache import load_history
from tournaments.models import DeckCheck, Player, Registration

pytestmark = pytest.mark.slow

NAMES = [f"Player {number:02}" for number in range(1, 25)]
LIST = "4 Lightning Bolt\n56 Mountain\n\nSideboard\n15 Smash to Smithereens"


@pytest.fixture
def event(organiser, page):
    quick_sign_in(page)
    return friday(organiser, names=[])


def active(event):
    return [player.name for player in load_history(fresh(event)).players if not player.has_left]


def waiting(event):
    rows = Registration.objects.filter(event=event, state=Registration.WAITING).order_by("order")
    return list(rows.values_list("name", flat=True))


def register(phone, event, name):
    """Register on a phone; return the address of the personal page."""
    phone.goto(f"/e/{event.slug}/register/")
    phone.get_by_label("Name", exact=True).fill(name)
    phone.get_by_role("button", name=re.compile("^(Register|Join the waitlist)$")).tap()
    phone.wait_for_url("**/me/*/")
    return phone.url


def withdraw(phone, address):
    phone.goto(address)
    phone.get_by_role("link", name="Withdraw").tap()
    phone.get_by_role("button", name="Withdraw").tap()
    expect(phone.get_by_role("heading", name="You’ve withdrawn")).to_be_visible()


def check_in(phone, address):
    phone.goto(address)
    phone.get_by_role("button", name="Check in").tap()
    expect(phone.locator(".own").get_by_text("Checked in at")).to_be_visible()


def open_registration(page, event):
    """Ask for decklists, and open registration with 16 places."""
    page.goto(f"/e/{event.slug}/desk/settings/lists/")
    page.get_by_label("Every player must send one").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved").first.wait_for()
    page.goto(f"/e/{event.slug}/desk/settings/registration/")
    page.get_by_label("Registration is open").check()
    page.get_by_role("spinbutton", name="Places").fill("16")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved").first.wait_for()


def test_from_sign_up_to_seat(event, page, phone, visitor):
    open_registration(page, event)
    addresses = {name: register(phone, event, name) for name in NAMES}
    assert active(event) == NAMES[:16] and waiting(event) == NAMES[16:]

    waiting_phone = visitor(PHONE)
    waiting_phone.goto(addresses["Player 17"])
    expect(waiting_phone.get_by_role("heading", name="First on the waitlist")).to_be_visible()
    withdraw(phone, addresses["Player 03"])
    withdraw(phone, addresses["Player 05"])
    expect(waiting_phone.locator(".own h2", has_text="You’re registered")).to_be_visible()
    assert waiting(event) == NAMES[18:]
    players = [name for name in NAMES[:18] if name not in ("Player 03", "Player 05")]
    assert sorted(active(event)) == players

    page.goto(f"/e/{event.slug}/desk/check-in/")
    page.get_by_role("button", name="Open check-in").click()
    absent = "Player 18"
    for name in players:
        if name != absent:
            check_in(phone, addresses[name])
    for name in ("Player 01", "Player 02"):
        phone.goto(addresses[name])
        phone.get_by_role("link", name="Decklist: missing").tap()
        phone.get_by_label("List").fill(LIST)
        phone.get_by_role("button", name="Send list").tap()
        expect(phone.get_by_role("heading", name="Sent: 60 and 15")).to_be_visible()
    page.goto(f"/e/{event.slug}/desk/")
    expect(page.get_by_text("15 of 16 checked in")).to_be_visible()
    expect(page.get_by_role("link", name="14 players haven’t sent a list")).to_be_visible()

    page.get_by_role("link", name="Start round 1").click()
    expect(page.get_by_text(absent)).to_be_visible()
    page.get_by_role("button", name="Start round 1").click()
    page.get_by_role("button", name="Publish round 1").click()
    page.get_by_text("Round 1 published").or_(page.get_by_text("Published")).first.wait_for()
    history = load_history(fresh(event))
    seated = {player for match in history.phase(1).rounds[0].matches for player in match.players}
    assert len(seated) == 15 and history.player(player_key(event, absent)).dropped_after == 0
    assert waiting(event) == NAMES[18:], "nobody moves up once the event has started"

    page.goto(f"/e/{event.slug}/desk/players/")
    page.get_by_role("button", name=f"Bring back {absent}").click()
    page.get_by_text("since round 2").wait_for()
    page.goto(f"/e/{event.slug}/desk/lists/")
    page.get_by_role("link", name="Player 01").click()
    page.get_by_text("Passed").click()
    page.get_by_role("button", name="Save outcome").click()
    page.get_by_text("Passed").first.wait_for()
    assert DeckCheck.objects.get(event=event).passed


def player_key(event, name):
    return Player.objects.get(event=event, name=name).public_id
