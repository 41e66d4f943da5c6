"""Chances to make the cut in a browser: an open phone gets them, everybody sees the list, the desk too."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import quick_sign_in
from tests.support.desk_events import friday, paired, played
from tests.support.own_pages import address, table_of
from tests.support.worker import run_worker

pytestmark = pytest.mark.django_db(transaction=True)


def test_am_i_in_may_we_draw(organiser, page, phone):
    event = paired(played(friday(organiser, finals=("single", 4)), organiser, rounds=2), organiser)
    player = table_of(event, 1, 3)[0]
    phone.goto(address(event, player))
    own = phone.get_by_role("region", name="Your chance to make the cut")
    expect(own).to_be_hidden()
    run_worker()
    # The open page gets it with its next poll.
    expect(own).to_contain_text(re.compile(r"Your chance to make the cut: (about|under|over|100|0)"))
    expect(own).to_contain_text("A draw is safe: it puts you both in for certain.")

    phone.goto(f"/e/{event.slug}/forecast/")
    expect(phone.get_by_text("from playing the remaining rounds 500 times")).to_be_visible()
    expect(phone.get_by_text(re.compile(r"about \d+")).first).to_be_visible()

    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    page.get_by_role("heading", name="Chances to make the cut").click()
    expect(
        page.locator("#desk-chances").get_by_text(re.compile("Win .*, draw .*, loss")).first
    ).to_be_visible()
