"""A hall's phones: a bad network, a new round, finding one's table."""

import re

import pytest
from playwright.sync_api import expect

from tests.views.desk_events import friday, paired

pytestmark = pytest.mark.browser

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
