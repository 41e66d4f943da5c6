"""Rate limits: the desk shows how long to wait, a phone keeps its report and sends it later."""

import re

from django.core.cache import caches
from playwright.sync_api import expect

from tests.support.browser import current_match, own_address, quick_sign_in, send_report
from tests.support.desk_events import friday, paired
from tournaments.models import ResultRevision
from tournaments.web.middleware import limits


def test_a_rate_limit_loses_nothing_and_shows_how_long_to_wait(organiser, page, phone, monkeypatch):
    event = paired(friday(organiser), organiser)
    no_requests = (
        limits.Limit(0, limits.HOUR, limits.link),
        limits.Limit(0, limits.HOUR, limits.account),
    )
    monkeypatch.setitem(limits.POSTED, "report_own", no_requests[:1])
    monkeypatch.setattr(limits, "AT_DESK", no_requests[1:])

    phone.goto(own_address(event, current_match(event).seats[0]))
    with phone.expect_response("**/report/") as refused:
        send_report(phone, "2–0")
    assert refused.value.status == 429
    expect(phone.locator("#unsent-result")).to_contain_text(re.compile("2–0.*Saved on this phone", re.S))
    assert not ResultRevision.objects.exists()

    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/")
    for name, typed in (("table", "2"), ("first", "2"), ("second", "0")):
        page.locator(f"#entry-form [name={name}]").fill(typed)
    page.keyboard.press("Enter")
    expect(page.locator(".toast.failed")).to_contain_text(re.compile(r"Wait \d+ seconds, then try again"))
    expect(page.locator("#entry-form [name=table]")).to_have_value("2")

    # The hour is over: the phone's next poll sends the report, and the desk sends the form again.
    monkeypatch.undo()
    caches["limits"].clear()
    expect(phone.get_by_text("Waiting for")).to_be_visible()
    assert ResultRevision.objects.count() == 1
    page.locator("#entry-form [name=second]").press("Enter")
    expect(page.locator(".toast.failed")).to_have_count(0)
