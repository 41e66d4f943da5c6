"""A journey with the desk and phones, answered by both services behind nginx."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, assert_never_reloaded, open_and_watch, quick_sign_in, type_result
from tests.support.desk_events import friday, paired
from tests.support.own_pages import table_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("both_hosts_answer")]


def test_results_appear_on_every_phone_whichever_service_answers(organiser, visitor, page):
    event = paired(friday(organiser), organiser)
    phones = {page: visitor(PHONE) for page in ("", "standings/", "rounds/1/")}
    for address, phone in phones.items():
        open_and_watch(phone, f"/e/{event.slug}/{address}")
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    for table in (1, 2, 3, 4):
        type_result(page, table, "21")
        for phone in phones.values():
            expect(phone.get_by_text(f"{table} of 4 results reported").first).to_be_visible()
    winner, _loser = table_of(event, 3)
    row = phones["standings/"].get_by_role("row").filter(has_text=winner)
    expect(row.locator(".record")).to_have_text("1–0")
    for phone in phones.values():
        assert_never_reloaded(phone)
