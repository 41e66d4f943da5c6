"""A browser never shows an older state of an event after a newer one."""

import re

from playwright.sync_api import expect

from tests.support.desk_events import actor_of, fresh, friday, paired
from tournaments.events.actions.events import change_event
from tournaments.results.actions.results import report_result

ONE_RESULT = re.compile("1 of 4 results reported")


def test_an_older_page_is_polled_at_once_and_an_older_answer_is_ignored(organiser, phone, settings):
    event = paired(friday(organiser), organiser)
    # Fragments come from the cache, and polls are too rare for this test to wait for them.
    settings.FRAGMENT_CACHE_SECONDS, settings.POLL_SECONDS = 3600, 300
    standings, rounds = f"/e/{event.slug}/standings/", f"/e/{event.slug}/rounds/1/"
    phone.goto(standings)
    report_result(fresh(event), actor_of(organiser), 1, 1, 1, "2-1")
    phone.goto(rounds)
    expect(phone.locator("#event-status")).to_contain_text(ONE_RESULT)

    # The cache has the standings from before the result.
    with phone.expect_response("**part=table**") as answer:
        phone.goto(standings)
    assert answer.value.status == 200
    expect(phone.locator("#event-status")).to_contain_text(ONE_RESULT)
    expect(phone.locator("#live-head")).to_contain_text(ONE_RESULT)

    older = {"Event-Version": f"{event.pk}.1", "ETag": 'W/"older"', "Content-Type": "text/html"}
    phone.route("**part=table**", lambda route: route.fulfill(headers=older, body="an older state"))
    with phone.expect_response("**part=table**"):
        phone.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.locator("#live-table")).not_to_contain_text("an older state")
    expect(phone.locator("#event-status")).to_contain_text(ONE_RESULT)


def test_the_open_page_of_an_event_that_becomes_private_shows_nothing_of_it(
    organiser, chromium, site_url, settings
):
    event = paired(friday(organiser), organiser)
    settings.POLL_SECONDS = 0.2
    # A browser of its own, because the console reports the 404.
    context = chromium.new_context(base_url=site_url)
    page = context.new_page()
    page.goto(f"/e/{event.slug}/standings/")
    expect(page.locator("body")).to_contain_text("Anna")
    change_event(fresh(event), actor_of(organiser), visibility="private")
    expect(page.locator("body")).not_to_contain_text("Anna")
    expect(page.locator("h1")).to_be_visible()
    context.close()


def test_the_page_of_a_player_follows_the_event(organiser, phone, settings):
    event = paired(friday(organiser), organiser)
    settings.POLL_SECONDS = 0.2
    phone.goto(f"/e/{event.slug}/players/p1/")
    for table in range(1, 5):
        report_result(fresh(event), actor_of(organiser), 1, 1, table, "2-1")
    expect(phone.locator("#live-player")).to_contain_text(re.compile("0–1|1–0"))
    expect(phone.locator("#event-status")).to_contain_text("4 of 4 results reported")


def test_closing_an_explanation_does_not_bring_an_older_table_back(organiser, phone, settings):
    event = paired(friday(organiser), organiser)
    settings.FRAGMENT_CACHE_SECONDS, settings.POLL_SECONDS = 3600, 30
    phone.goto(f"/e/{event.slug}/standings/")
    report_result(fresh(event), actor_of(organiser), 1, 1, 1, "2-0")
    table = phone.locator("#standings")
    first = table.get_by_role("row").nth(1)
    with phone.expect_response("**open=**"):
        first.locator(".points a").click()
    expect(table).to_contain_text("1–0")
    table.locator("a[aria-expanded=true]").first.click()
    expect(table.locator("a[aria-expanded=true]")).to_have_count(0)
    expect(table).to_contain_text("1–0")
