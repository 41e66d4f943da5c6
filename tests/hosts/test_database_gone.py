"""PostgreSQL fails in the middle of a round: pages say so, nothing is lost, and all goes on afterwards."""

import re
import time

import pytest
from django.db import connection
from playwright.sync_api import expect

from tests.support import browser
from tests.support.browser import DESKTOP, PHONE, quick_sign_in, send_report
from tests.support.desk_events import friday, paired
from tests.support.http_client import ask
from tests.support.own_pages import address, table_of
from tests.support.repetitions import count
from tests.support.services import wait_for
from tournaments.models import ResultRevision

MIN_OUTAGE_SECONDS = count(0, 10)
# /healthz needs two seconds, more on a busy machine; a phone waits for ten.
HEALTH_SECONDS = 10
OUTAGE_ERRORS = ("a status of 503", "Error Code 503")
pytestmark = pytest.mark.slow


@pytest.fixture
def database(site, stored):
    """The database server; it runs again after the test."""
    yield site.postgres
    if site.postgres.process.poll() is None:
        site.postgres.thaw()
    else:
        site.postgres.start()
    connection.close()


def test_phones_keep_reports_until_the_database_is_back(site, organiser, database, visitor, monkeypatch):
    monkeypatch.setattr(browser, "IGNORED_CONSOLE_ERRORS", (*browser.IGNORED_CONSOLE_ERRORS, *OUTAGE_ERRORS))
    event = paired(friday(organiser), organiser)
    anna, ben = table_of(event)
    phone, other, desk = visitor(PHONE), visitor(PHONE), visitor(DESKTOP)
    phone.goto(address(event, anna))
    bens_page = address(event, ben)
    quick_sign_in(desk)
    desk.goto(f"/e/{event.slug}/desk/")
    gunicorns = [host.process.pid for host in site.hosts]

    database.kill()
    since = time.monotonic()
    send_report(phone, "2–0")
    expect(phone.locator("#unsent-result")).to_contain_text(re.compile("2–0.*Saved on this phone", re.S))
    expect(phone.locator("#stale")).to_have_text(
        re.compile(r"^The site isn’t responding. Last updated \d\d:\d\d\.$")
    )
    for name, typed in (("table", "2"), ("first", "2"), ("second", "0")):
        desk.locator(f"#entry-form [name={name}]").fill(typed)
    desk.keyboard.press("Enter")
    expect(desk.locator(".toast.failed")).to_be_visible()
    expect(desk.locator("#stale")).not_to_be_empty()
    other.goto(bens_page)
    expect(other.get_by_role("heading", level=1)).to_have_text("Temporarily unavailable")
    # Every request is answered within the time that a phone waits.
    while True:
        for port in (*site.nginx.hosts, site.nginx.port):
            for path in (f"/e/{event.slug}/", f"/e/{event.slug}/standings/?part=table", "/accounts/login/"):
                answer = ask(port, path)
                assert answer.status in (200, 503), path
                assert answer.status == 200 or int(answer.headers["Retry-After"]) > 0
            assert ask(port, "/healthz").status == 503
        if time.monotonic() - since >= MIN_OUTAGE_SECONDS:
            break

    database.start()
    connection.close()
    expect(phone.get_by_text(f"Waiting for {ben}")).to_be_visible(timeout=20_000)
    expect(phone.locator("#stale")).to_be_empty()
    # The error page has reloaded itself.
    expect(other.get_by_text("You lost 0–2")).to_be_visible(timeout=20_000)
    # Polls are answered again, and the entry is still not sent.
    expect(desk.locator("#stale")).to_be_empty(timeout=20_000)
    expect(desk.locator(".toast.failed")).to_be_visible()
    press_until_stored(desk)
    expect(desk.locator("#entry-stored")).to_contain_text("2–0")
    expect(desk.locator(".toast.failed")).to_have_count(0)
    assert [ResultRevision.objects.filter(match__table=table).count() for table in (1, 2)] == [1, 1]
    assert [host.process.pid for host in site.hosts if host.process.poll() is None] == gunicorns


def press_until_stored(desk):
    """Press Enter again while the desk says that the entry was not sent.

    A service finds out with a request that a connection to the former database is broken, one by one.
    """
    for _press in range(5):
        with desk.expect_response("**/results/report/") as answer:
            desk.keyboard.press("Enter")
        if answer.value.status != 503:
            return


def test_requests_end_soon_while_the_database_is_frozen(site, organiser, database):
    event = paired(friday(organiser), organiser)
    own, port = address(event, table_of(event)[0]), site.nginx.hosts[0]
    assert ask(port, own).status == 200
    database.freeze()
    since = time.monotonic()
    assert ask(port, "/healthz").status == 503
    assert time.monotonic() - since < HEALTH_SECONDS
    assert ask(port, own).status == 503
    database.thaw()
    wait_for(lambda: ask(port, own).status == 200)
