"""A journey of the desk and its phones, answered by both services behind nginx."""

import pytest
from playwright.sync_api import expect

from tests.conftest import PHONE
from tests.journeys.test_first_event import assert_never_reloaded, let_in, open_and_leave, type_result
from tests.views.desk_events import friday, paired
from tests.views.own_pages import table_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("both_hosts_answer")]


def test_a_result_shows_on_every_phone_whichever_host_answers_it(organiser, visitor, page):
    event = paired(friday(organiser), organiser)
    phones = {page: visitor(PHONE) for page in ("", "standings/", "rounds/1/")}
    for address, phone in phones.items():
        open_and_leave(phone, f"/e/{event.slug}/{address}")
    let_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    for table in (1, 2, 3, 4):
        type_result(page, table, "21")
        for phone in phones.values():
            expect(phone.get_by_text(f"{table} of 4 results in").first).to_be_visible()
    winner, _loser = table_of(event, 3)
    row = phones["standings/"].get_by_role("row").filter(has_text=winner)
    expect(row.locator(".record")).to_have_text("1–0")
    for phone in phones.values():
        assert_never_reloaded(phone)
