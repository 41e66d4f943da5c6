"""Phones with a bad network, at a new round, and finding the own table."""

import re

from playwright.sync_api import expect

from tests.support import browser
from tests.support.desk_events import friday, paired, reported

PLAYERS = ["Zoé Łunar", *(f"Player Hall {number}" for number in range(1, 32))]

# Counts down at each interval of the page, whether or not it sends a poll.
COUNT_POLLS = """document.addEventListener("htmx:confirm", () => {
  const { dataset } = document.documentElement;
  dataset.left = Math.max(0, (dataset.left || 0) - 1);
})"""


def wait_for_polls(phone, count):
    """Wait until the page has reached its poll interval this many times."""
    phone.evaluate(f"document.documentElement.dataset.left = {count}")
    expect(phone.locator("html")).to_have_attribute("data-left", "0")


def test_an_unanswered_page_shows_its_age_and_sends_one_poll_at_a_time(organiser, phone):
    event = paired(friday(organiser), organiser)
    phone.add_init_script(COUNT_POLLS)
    phone.goto(f"/e/{event.slug}/")
    stale = phone.locator("#stale")
    expect(stale).to_be_hidden()

    phone.context.set_offline(True)
    expect(stale).to_have_text(re.compile(r"^Offline\. Last updated \d\d:\d\d\.$"))
    phone.context.set_offline(False)
    expect(stale).to_be_empty()

    requests = []
    phone.route("**part=now**", lambda route: requests.append(route))
    wait_for_polls(phone, 4)
    assert len(requests) == 1
    with phone.expect_response("**part=now**") as answer:
        requests.pop().continue_()
    assert answer.value.status == 304
    assert stale.is_hidden()

    phone.unroute("**part=now**")
    phone.route("**part=now**", lambda route: (requests.append(route), route.abort()))
    expect(stale).to_have_text(re.compile("^Offline"))
    wait_for_polls(phone, 8)
    assert len(requests) <= 5, "it polls less and less often"
    phone.unroute("**part=now**")
    phone.evaluate("dispatchEvent(new Event('online'))")
    expect(stale).to_be_empty()


def test_a_page_whose_poll_is_refused_says_nothing_and_asks_again_when_it_is_told(
    organiser, phone, monkeypatch
):
    monkeypatch.setattr(browser, "IGNORED_CONSOLE_ERRORS", (*browser.IGNORED_CONSOLE_ERRORS, "503"))
    event = paired(friday(organiser), organiser)
    phone.add_init_script(COUNT_POLLS)
    phone.goto(f"/e/{event.slug}/")
    refused = []

    def refuse(route):
        refused.append(route)
        route.fulfill(status=503, headers={"Retry-After": "2"}, body="")

    phone.route("**part=now**", refuse)
    with phone.expect_response("**part=now**"):
        pass
    # Of the many intervals within two seconds none sends a poll.
    wait_for_polls(phone, 3)
    assert len(refused) == 1
    reported(event, organiser)
    phone.unroute("**part=now**")
    expect(phone.locator("#live-now .changed").first).to_be_visible()
    assert phone.locator("#stale").is_hidden()


def test_a_chosen_player_sees_their_table_in_every_new_round(organiser, phone):
    event = paired(friday(organiser, names=PLAYERS), organiser)
    phone.goto(f"/e/{event.slug}/")
    phone.get_by_label("Find your table").tap()
    phone.keyboard.type("lu")
    rows = phone.locator("#by-name .row:visible")
    expect(rows).to_have_count(1)
    rows.tap(position={"x": 20, "y": 20})
    card = phone.get_by_role("region", name="Your table")
    expect(card).to_contain_text("Zoé Łunar")
    expect(card).to_be_focused()
    expect(card.get_by_role("listitem").filter(has=phone.locator("b:visible"))).not_to_have_count(0)
    expect(phone.get_by_label("Find your table")).to_be_hidden()

    # The page does not scroll while a finger is down; then it scrolls to the own table.
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    phone.locator(".sidebar").dispatch_event("pointerdown")
    event = paired(reported(event, organiser), organiser)
    notice = phone.locator("[data-new-round]")
    expect(notice).to_have_text(re.compile(r"^Round 2: (table \d+ against .+|you have a bye)$"))
    expect(phone).to_have_title(f"{notice.text_content()} · Friday night")
    expect(card).not_to_be_in_viewport()
    phone.locator(".sidebar").dispatch_event("pointerup")
    expect(card).to_be_in_viewport()
    table = card.locator(".figure:visible")
    expect(table).to_be_in_viewport()
    table_number = re.search(r"\d+", table.inner_text()).group()

    # The card leads to the player's matches, and to the reason for the pairing.
    expect(card.get_by_role("link", name="Your matches")).to_have_attribute(
        "href", re.compile(r"/players/[^/]+/$")
    )
    card.get_by_role("link", name="Why?").tap()
    expect(phone.locator(f"#table-{table_number}:target")).to_contain_text("Zoé Łunar")
    phone.go_back()

    # Choosing a player in the players list shows the same card.
    phone.get_by_role("button", name="Not Zoé Łunar?").tap()
    phone.get_by_role("link", name="Players").tap()
    phone.get_by_label("Find a player").fill("hall 7")
    phone.get_by_role("button", name="That’s me").tap()
    expect(card).to_contain_text("Player Hall 7")


def test_the_card_of_a_player_with_a_bye_leads_to_the_reason(organiser, phone):
    event = paired(friday(organiser, names=PLAYERS[:5]), organiser)
    phone.goto(f"/e/{event.slug}/")
    phone.get_by_label("Find your table").fill(phone.locator("li[data-bye]").get_attribute("data-name"))
    phone.locator("li[data-bye]").tap(position={"x": 20, "y": 20})
    phone.locator("[data-own]").get_by_role("link", name="Why?").tap()
    expect(phone.locator("[id^=bye-]:target")).to_be_visible()
