"""Decklists, from the player's phone to the deck check and to everyone after the event."""

import pytest
from playwright.sync_api import expect

from tests.support.accounts import PASSWORD
from tests.support.desk_events import actor_of, fresh, friday, played
from tests.support.own_pages import address
from tournaments.lists.actions import set_lists
from tournaments.models import DeckCheck
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.history.players import AFTER_EVENT, REQUIRED, ListSettings

BURN = "Deck\n4 Lightning Bolt\n5 Lava Spike\n49 Mountain\n\nSideboard\n3 Smash to Smithereens"


@pytest.fixture
def event(organiser):
    event = friday(organiser, names=["Anna", "Ben"], rounds=1)
    set_lists(event, actor_of(organiser), ListSettings(ask=REQUIRED, visible=AFTER_EVENT))
    return fresh(event)


def test_a_list_from_the_phone_to_the_deck_check_and_to_everyone(event, organiser, phone, page):
    phone.goto(address(event, "Anna"))
    phone.get_by_role("link", name="Decklist: missing").click()
    phone.get_by_label("List").fill(BURN)
    phone.get_by_role("button", name="Send list").click()
    expect(phone.get_by_role("heading", name="Sent: 58 and 3")).to_be_visible()
    expect(phone.get_by_text("58 of at least 60 cards in the main deck")).to_be_visible()
    phone.get_by_label("List").fill(BURN.replace("5 Lava", "4 Lava").replace("49", "52"))
    phone.get_by_role("button", name="Send new version").click()
    expect(phone.get_by_role("heading", name="Sent: 60 and 3")).to_be_visible()
    expect(phone.get_by_text("Please check")).to_be_hidden()

    page.goto(f"/accounts/login/?next=/e/{event.slug}/desk/")
    page.get_by_label("Name").fill("organiser")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="1 player hasn’t sent a list").click()
    expect(page.locator("#lists .row")).to_have_count(1)
    expect(page.locator("#lists .row")).to_contain_text("Ben")
    page.get_by_role("button", name="Player at random").click()
    expect(page.get_by_role("heading", name="Anna")).to_be_visible()
    page.get_by_label("Lightning Bolt").check()
    page.get_by_text("Failed").click()
    page.get_by_label("Note").fill("one Bolt short")
    page.get_by_role("button", name="Save outcome").click()
    expect(page.get_by_text("one Bolt short")).to_be_visible()
    assert DeckCheck.objects.get(event=event).who == "organiser"

    link = f"/e/{event.slug}/lists/"
    assert phone.request.get(link).status == 404
    played(fresh(event), organiser)
    finish_round(fresh(event), actor_of(organiser))
    phone.goto(f"/e/{event.slug}/about/")
    phone.get_by_role("link", name="All players’ lists").click()
    phone.get_by_role("link", name="Anna").click()
    expect(phone.get_by_text("Decklist: 60 and 3")).to_be_visible()
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Download").click()
    assert "4 Lava Spike" in download.value.path().read_text()
