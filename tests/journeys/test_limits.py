"""Who sends too often: the desk is told for how long to wait, a phone keeps its report and sends it later."""

import re

from django.core.cache import caches
from playwright.sync_api import expect

from tests.journeys.test_first_event import let_in
from tests.journeys.test_outbox import address_of, match_now, send
from tests.views.desk_events import friday, paired
from tournaments.models import Report
from tournaments.views.middleware import rate_limits


def test_a_limit_loses_nothing_and_says_how_long_it_lasts(organiser, page, phone, monkeypatch):
    event = paired(friday(organiser), organiser)
    nothing = (
        rate_limits.Limit(0, rate_limits.HOUR, rate_limits.link),
        rate_limits.Limit(0, rate_limits.HOUR, rate_limits.account),
    )
    monkeypatch.setitem(rate_limits.POSTED, "claim_result", nothing[:1])
    monkeypatch.setattr(rate_limits, "AT_DESK", nothing[1:])

    phone.goto(address_of(event, match_now(event).seats[0]))
    with phone.expect_response("**/report/") as refused:
        send(phone, "2–0")
    assert refused.value.status == 429
    expect(phone.locator("#kept")).to_contain_text("Kept on this phone: “2–0")
    assert not Report.objects.exists()

    let_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    for name, typed in (("table", "2"), ("first", "2"), ("second", "0")):
        page.locator(f"#entry-form [name={name}]").fill(typed)
    page.keyboard.press("Enter")
    expect(page.locator(".toast.failed")).to_contain_text(re.compile(r"Wait \d+ seconds, then try again"))
    expect(page.locator("#entry-form [name=table]")).to_have_value("2")

    # The hour is over: the phone's next look at the page sends what it has kept, the desk presses again.
    monkeypatch.undo()
    caches["limits"].clear()
    expect(phone.locator("#kept p")).to_have_count(0)
    assert Report.objects.count() == 1
    page.locator("#entry-form [name=second]").press("Enter")
    expect(page.locator(".toast.failed")).to_have_count(0)
