"""A hall's phones: a bad network, a new round, finding one's table."""

import re

from playwright.sync_api import expect

from tests.views.desk_events import friday, paired, reported

HALL = ["Zoé Łunar", *(f"Player Hall {number}" for number in range(1, 32))]

# Counts down whenever the page wants to ask, whether or not it does.
COUNT_TICKS = """document.addEventListener("htmx:confirm", () => {
  const { dataset } = document.documentElement;
  dataset.left = Math.max(0, (dataset.left || 0) - 1);
})"""


def ticks(phone, more):
    """Wait until the page has wanted to ask as many times more."""
    phone.evaluate(f"document.documentElement.dataset.left = {more}")
    expect(phone.locator("html")).to_have_attribute("data-left", "0")


def test_a_page_that_hears_nothing_says_how_old_it_is_and_slow_answers_never_pile_up(organiser, phone):
    event = paired(friday(organiser), organiser)
    phone.add_init_script(COUNT_TICKS)
    phone.goto(f"/e/{event.slug}/")
    stale = phone.locator("#stale")
    expect(stale).to_be_hidden()

    phone.context.set_offline(True)
    expect(stale).to_have_text(re.compile(r"^As of \d\d:\d\d: no network$"))
    phone.context.set_offline(False)
    expect(stale).to_be_empty()

    held = []
    phone.route("**part=now**", lambda route: held.append(route))
    ticks(phone, 4)
    assert len(held) == 1
    with phone.expect_response("**part=now**") as answer:
        held.pop().continue_()
    assert answer.value.status == 304
    assert stale.is_hidden()

    phone.unroute("**part=now**")
    phone.route("**part=now**", lambda route: (held.append(route), route.abort()))
    expect(stale).to_have_text(re.compile("no network$"))
    ticks(phone, 8)
    assert len(held) <= 5, "it asks less and less often"
    phone.unroute("**part=now**")
    phone.evaluate("dispatchEvent(new Event('online'))")
    expect(stale).to_be_empty()


def test_two_letters_and_a_tap_and_the_next_round_brings_the_phone_to_its_table(organiser, phone):
    event = paired(friday(organiser, names=HALL), organiser)
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

    # Nothing moves while a finger is down; then the phone is at its own table.
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    phone.locator(".rail").dispatch_event("pointerdown")
    event = paired(reported(event, organiser), organiser)
    spoken = phone.locator("[data-spoken]")
    expect(spoken).to_have_text(re.compile(r"^Round 2: (table \d+ against .+|you have a bye)$"))
    expect(phone).to_have_title(f"{spoken.text_content()} · Friday night")
    expect(card).not_to_be_in_viewport()
    phone.locator(".rail").dispatch_event("pointerup")
    expect(card).to_be_in_viewport()
    expect(card.locator(".figure:visible")).to_be_in_viewport()

    # The players list leads to the same card.
    phone.get_by_role("button", name="I am not Zoé Łunar").tap()
    phone.get_by_role("link", name="Players").tap()
    phone.get_by_label("Find a player").fill("hall 7")
    phone.get_by_role("button", name="That’s me").tap()
    expect(card).to_contain_text("Player Hall 7")
