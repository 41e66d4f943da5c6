"""The short ways: how many clicks, fields and keys each goal takes, counted in a browser.

Print the table: .venv/bin/python -m pytest -n0 -m slow -s tests/journeys/test_short_ways.py
"""

import re
from collections import Counter
from dataclasses import dataclass

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.support.browser import DESKTOP, PHONE, Hands, quick_sign_in
from tests.support.desk_events import actor_of, friday, paired, played
from tests.support.own_pages import table_of
from tournaments.access import secret_links
from tournaments.events.actions.events import change_settings
from tournaments.history.cache import load_history
from tournaments.models import Event

pytestmark = pytest.mark.slow

NAMES = [f"Player {chr(65 + number)}" for number in range(23)]


@dataclass(frozen=True)
class Site:
    """The site as a goal meets it: a function that opens a browser, and the organiser."""

    visitor: object
    organiser: object

    def desk(self, address) -> Hands:
        """Open a page as the organiser, signed in, on a desktop."""
        page = self.visitor(DESKTOP)
        quick_sign_in(page)
        page.goto(address)
        return Hands(page)


def start_an_event(site):
    hands = site.desk("/")
    hands.click(hands.page.get_by_role("link", name="New event").first)
    hands.fill("Name", "Friday night")
    hands.fill("Players", "\n".join(NAMES))
    hands.click("button", name="Create event")
    hands.click("button", name=re.compile("^(Start|Pair) round 1$"))
    hands.click("button", name=re.compile("^Publish"))
    expect(hands.page.locator("#entry-table")).to_be_visible()
    assert len(load_history(Event.objects.get()).phase(1).rounds[0].matches) == 12
    return hands.counts


def measure_the_form(site):
    page = site.desk("/new/").page
    return Counter({"px": page.evaluate("document.documentElement.scrollHeight")})


def open_registration(site):
    friday(site.organiser, names=[])
    hands = site.desk("/e/friday-night/desk/")
    hands.click("button", name="Open registration")
    expect(hands.page.locator("#register-link")).to_be_visible()
    expect(hands.page.locator(".own-link .qr")).to_be_visible()
    assert load_history(Event.objects.get()).registration.open
    return hands.counts


def start_an_event_with_registration(site):
    hands = site.desk("/")
    hands.click(hands.page.get_by_role("link", name="New event").first)
    hands.fill("Name", "Friday night")
    hands.click("button", name="Create event")
    hands.click("button", name="Open registration")
    expect(hands.page.locator("#register-link")).to_be_visible()
    return hands.counts


def run_last_weeks_event_again(site):
    played(friday(site.organiser, names=NAMES), site.organiser)
    hands = site.desk("/")
    hands.click("link", name="Repeat this event Friday night")
    hands.fill("Date", "2031-05-02")
    hands.click("button", name="Create event")
    expect(hands.page.get_by_role("heading", level=1)).to_be_visible()
    again = Event.objects.exclude(slug="friday-night").get()
    assert f"{again.starts_at:%Y-%m-%d}" == "2031-05-02"
    return hands.counts


def type_a_result(site, table):
    """Type `12 ⏎ 2 1 ⏎` at the desk."""
    event = paired(friday(site.organiser, names=NAMES), site.organiser)
    hands = site.desk(f"/e/{event.slug}/desk/")
    expect(hands.page.locator("#entry-table")).to_be_focused()
    hands.press(*str(table), "Enter", "2", "1", "Enter")
    expect(hands.page.locator("#entry-stored")).to_contain_text(f"Table {table}:")
    return hands.counts


def type_a_result_at_table_9(site):
    return type_a_result(site, 9)


def type_a_result_at_table_10(site):
    return type_a_result(site, 10)


def press_a_result(site):
    event = paired(friday(site.organiser, names=NAMES), site.organiser)
    hands = site.desk(f"/e/{event.slug}/desk/")
    hands.click("button", name=re.compile("^2–0.*, table 3$"))
    expect(hands.page.get_by_text("1 of 11 results reported")).to_be_visible()
    return hands.counts


def open_the_poster_code(event, phone):
    """Open the address of the QR code that the desk shows, as a phone's camera does."""
    phone.goto(reverse("venue_code", args=[event.slug, secret_links.venue_code(event)]))


def report_from_the_qr_code(site, confirm=False):
    event = friday(site.organiser, names=NAMES)
    change_settings(event, actor_of(site.organiser), 1, reporting="anyone")
    event = paired(event, site.organiser)
    hands = []
    for name in table_of(event, 2):
        phone = Hands(site.visitor(PHONE))
        open_the_poster_code(event, phone.page)
        phone.fill("Find your table", name)
        phone.click("button", name=re.compile(f"^That’s me ?: {name}$"))
        hands.append(phone)
    reporter, opponent = hands
    score = reporter.page.get_by_role("radio", name="2–1 You win")
    expect(score).to_be_attached()
    reporter.click(reporter.page.locator("label").filter(has=score))
    reporter.click("button", name="Report result")
    expect(opponent.page.get_by_role("button", name="Confirm")).to_be_visible()
    opponent.counts.clear()
    opponent.click("button", name="Confirm")
    expect(reporter.page.get_by_text("Confirmed", exact=True)).to_be_visible()
    return (opponent if confirm else reporter).counts


def confirm_a_report(site):
    return report_from_the_qr_code(site, confirm=True)


def open_a_calculation(site):
    event = played(friday(site.organiser, names=NAMES), site.organiser, 2)
    hands = Hands(site.visitor(PHONE))
    hands.page.goto(f"/e/{event.slug}/standings/")
    hands.click(hands.page.locator("tbody tr[data-player] td.quiet a").first)
    expect(hands.page.locator(".working").get_by_role("heading")).to_be_visible()
    return hands.counts


def reach_every_setting(site):
    """Return the counts of the settings page that takes most clicks; each has one Save."""
    event = friday(site.organiser, names=NAMES, finals=("single", 8))
    page = site.desk(f"/e/{event.slug}/desk/settings/").page
    subjects = page.get_by_role("navigation", name="Settings").get_by_role("link").all_text_contents()
    assert {"Event", "Format", "Pairing", "Standings", "Reporting"} <= set(subjects)
    counts = []
    for subject in subjects:
        page.goto(f"/e/{event.slug}/desk/")
        hands = Hands(page)
        hands.click(page.get_by_role("navigation", name="Desk").get_by_role("link", name="Settings"))
        if page.get_by_role("link", name=subject, exact=True).get_attribute("aria-current") != "page":
            hands.click(
                page.get_by_role("navigation", name="Settings").get_by_role("link", name=subject, exact=True)
            )
        expect(page.get_by_role("link", name=subject, exact=True)).to_have_attribute("aria-current", "page")
        assert page.get_by_role("button", name="Save", exact=True).count() <= 1
        counts.append(hands.counts)
    assert_asks_before_leaving(page, f"/e/{event.slug}/desk/settings/")
    return max(counts, key=lambda one: one["clicks"])


def assert_asks_before_leaving(page, address):
    questions = []
    page.on("dialog", lambda dialog: (questions.append(dialog.type), dialog.accept()))
    page.goto(address)
    page.get_by_label("Name", exact=True).fill("Another name")
    page.get_by_role("navigation", name="Desk").get_by_role("link", name="Players").click()
    page.wait_for_url("**/desk/players/")
    assert questions == ["beforeunload"]


@dataclass(frozen=True)
class Goal:
    name: str
    reach: object
    limits: dict


GOALS = (
    Goal("own event of 23 players, round 1 published", start_an_event, {"clicks": 5, "fields": 2}),
    # At a width of 1,280 pixels, before anything is unfolded.
    Goal("height of the form for a new event", measure_the_form, {"px": 1200}),
    Goal("registration of a new event is open, with its QR code", open_registration, {"clicks": 1}),
    Goal(
        "from the home page to an event with open registration",
        start_an_event_with_registration,
        {"clicks": 3, "fields": 1},
    ),
    Goal("last week’s event again", run_last_weeks_event_again, {"clicks": 2, "fields": 1}),
    Goal("a result at the desk, tables 1 to 9", type_a_result_at_table_9, {"keys": 5}),
    Goal("a result at the desk, from table 10", type_a_result_at_table_10, {"keys": 6}),
    Goal("a result at the desk, by tap", press_a_result, {"clicks": 1}),
    # The field finds the own name in the list.
    Goal("a player reports from the QR code", report_from_the_qr_code, {"clicks": 3, "fields": 1}),
    Goal("the opponent confirms", confirm_a_report, {"clicks": 1}),
    Goal("how a number was calculated", open_a_calculation, {"clicks": 1}),
    Goal("any setting", reach_every_setting, {"clicks": 2}),
)


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.reach.__name__)
def test_a_goal_is_reached_by_a_short_way(goal, organiser, visitor):
    counts = goal.reach(Site(visitor, organiser))
    parts = [f"{counts[what]} of {limit} {what}" for what, limit in goal.limits.items()]
    print(f"\n{goal.name:45} {', '.join(parts)}")
    # What the goal doesn't mention may not be needed at all.
    assert {what: count for what, count in counts.items() if count > goal.limits.get(what, 0)} == {}
