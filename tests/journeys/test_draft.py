"""A draft of thirteen: pods of seven and six, seats found on a phone, three rounds inside the pods."""

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.test_first_event import sign_in
from tests.views.desk_events import actor_of, fresh, reported
from tournaments.actions.players import players
from tournaments.models import Event
from tournaments.queries.history.cache import load_history
from tournaments.rules.history import DRAFT_PODS

NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jia", "Kai", "Lea", "Mia"]


def make_a_draft(desk, organiser):
    desk.goto("/new/")
    desk.get_by_label("Name", exact=True).fill("Draft night")
    desk.get_by_role("radio", name=re.compile("^Booster draft")).check()
    desk.get_by_role("button", name="Make the event").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("0 of at least 4 players")
    event = Event.objects.get(slug="draft-night")
    players.add_players(event, actor_of(organiser), "\n".join(NAMES))
    return fresh(event)


def draw_the_pods(desk):
    desk.goto("/e/draft-night/desk/")
    expect(desk.get_by_role("heading", level=1)).to_have_text("13 players, pods of 7 + 6")
    desk.get_by_role("button", name="Draw the pods").click()
    expect(desk.get_by_role("heading", name="Pod 2")).to_be_visible()
    expect(desk.locator("svg.ring")).to_have_count(2)


def run_the_timer(desk):
    timer = desk.locator("[data-steps]")
    expect(timer.locator("[data-step]")).to_have_text("Pack 1, pick 1")
    timer.get_by_role("button", name="Start").click()
    expect(timer.locator("[data-left]")).to_have_text("0:39")
    timer.get_by_role("button", name="Next pick").click()
    timer.get_by_role("button", name="Next pick").click()
    expect(timer.locator("[data-step]")).to_have_text("Pack 1, pick 3")
    timer.get_by_role("button", name="Pause").click()
    expect(timer.get_by_role("button", name="Start")).to_be_visible()


@pytest.mark.slow
def test_a_draft_of_thirteen(organiser, page, phone):
    sign_in(page)
    event = make_a_draft(page, organiser)
    draw_the_pods(page)
    pods = load_history(fresh(event)).phase(1).pods
    names = load_history(event).names
    mine = pods[1][3]

    # A player, whose phone's clock is an hour slow, finds their seat; it is remembered.
    phone.add_init_script("{ const now = Date.now; Date.now = () => now() - 3600e3; }")
    phone.goto("/e/draft-night/")
    phone.get_by_role("link", name="Find your seat").click()
    phone.get_by_label("Find your seat").fill(names[mine])
    phone.keyboard.press("Enter")
    card = phone.get_by_role("region", name="Your seat")
    expect(card).to_contain_text(f"pass left to {names[pods[1][4]]}")
    expect(phone.locator(".ring-seat.mine")).to_have_count(1)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # Two change seats, the packs go round, decks are built: the phone counts down.
    page.get_by_label("This player", exact=True).select_option(pods[0][0])
    page.get_by_label("changes seats with").select_option(pods[1][0])
    page.get_by_role("button", name="Change seats").click()
    expect(page.get_by_text("Changed by hand after the draw")).to_be_visible()
    run_the_timer(page)
    page.get_by_role("button", name=re.compile("^Start 25 minutes")).click()
    expect(page.get_by_role("button", name="Start the 25 minutes again")).to_be_visible()
    phone.reload()
    expect(phone.locator("[data-ends-at]")).to_have_text(re.compile("^2[45]:"))

    # Round 1 pairs the farthest seats of each pod.
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1, a draft")
    page.get_by_role("button", name=re.compile("^Publish")).click()
    expect(page.locator("#entry-table")).to_be_focused()
    told = load_history(fresh(event)).phase(1)
    size = len(told.pods[1])
    opposite = {frozenset((told.pods[1][n], told.pods[1][n + size // 2])) for n in range(size // 2)}
    assert opposite <= {frozenset(match.players) for match in told.rounds[0].matches}

    # And so on to the end: nobody leaves their pod, nobody meets twice.
    for number in (2, 3):
        event = reported(fresh(event), organiser)
        page.goto("/e/draft-night/desk/")
        page.get_by_role("button", name=f"Pair round {number}").click()
        page.get_by_role("button", name=re.compile("^Publish")).click()
        expect(page.locator("#entry-table")).to_be_focused()
    reported(fresh(event), organiser)
    page.goto("/e/draft-night/standings/")
    expect(page.locator("tbody tr").filter(has=page.locator(".name"))).to_have_count(13)
    told = load_history(fresh(event)).phase(1)
    pod = {player: number for number, seats in enumerate(told.pods) for player in seats}
    met = [match.players for round_ in told.rounds for match in round_.matches if not match.is_bye]
    assert len(set(map(frozenset, met))) == len(met) == 3 * 6
    assert all(pod[one] == pod[two] for one, two in met)
    assert told.kind == DRAFT_PODS
