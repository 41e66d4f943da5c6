"""Drafts: thirteen players from the pods to the last round, and the drawings of pods of all sizes."""

import re
from itertools import chain

import pytest
from playwright.sync_api import expect

from tests.support.browser import DESKTOP, PHONE, sign_in
from tests.support.desk_events import actor_of, fresh, reported
from tournaments.history.cache import load_history
from tournaments.models import Event
from tournaments.players.actions.players import add_players
from tournaments.rules.history import DRAFT_PODS

# The pairs of names and seats that overlap in a ring of seats, and names that leave the page.
LIST_OVERLAPS = """ring => {
    const overlap = (a, b) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const parts = [...ring.querySelectorAll(".ring-name, .ring-seat circle")];
    const boxes = parts.map(part => [part.textContent || "seat", part.getBoundingClientRect()]);
    const outside = boxes.filter(([, box]) => box.left < 0 || box.right > innerWidth);
    return boxes.flatMap(([one, a], index) => boxes.slice(index + 1)
        .filter(([, b]) => overlap(a, b)).map(([other]) => `${one} overlaps ${other}`))
        .concat(outside.map(([name]) => `${name} leaves the page`));
}"""

NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jia", "Kai", "Lea", "Mia"]


def create_draft(desk, organiser):
    desk.goto("/new/")
    desk.get_by_label("Name", exact=True).fill("Draft night")
    desk.get_by_role("radio", name=re.compile("^Booster draft")).check()
    desk.get_by_role("button", name="Create event").click()
    event = Event.objects.get(slug="draft-night")
    add_players(event, actor_of(organiser), "\n".join(NAMES))
    return fresh(event)


def draw_pods(desk):
    desk.goto("/e/draft-night/desk/")
    expect(desk.get_by_role("heading", level=1)).to_have_text("13 players, pods of 7 + 6")
    desk.get_by_role("button", name="Draw pods").click()
    expect(desk.get_by_role("heading", name="Pod 2")).to_be_visible()
    expect(desk.locator("svg.ring")).to_have_count(2)


def run_timer(desk):
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
    event = create_draft(page, organiser)
    draw_pods(page)
    pods = load_history(fresh(event)).phase(1).pods
    names = load_history(event).names
    mine = pods[1][3]

    # A player, whose phone's clock is an hour slow, finds their seat.
    phone.add_init_script("{ const now = Date.now; Date.now = () => now() - 3600e3; }")
    phone.goto("/e/draft-night/")
    phone.get_by_role("link", name="Find your seat").click()
    phone.get_by_label("Find your seat").fill(names[mine])
    phone.keyboard.press("Enter")
    card = phone.get_by_role("region", name="Your seat")
    expect(card).to_contain_text(f"pass left to {names[pods[1][4]]}")
    expect(phone.locator(".ring-seat.mine")).to_have_count(1)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # Two players swap seats, the packs are drafted, decks are built: the phone counts down.
    page.get_by_label("Player", exact=True).select_option(pods[0][0])
    page.get_by_label("Swap seats with").select_option(pods[1][0])
    page.get_by_role("button", name="Swap seats").click()
    expect(page.get_by_text("Changed by hand after the draw")).to_be_visible()
    run_timer(page)
    page.get_by_role("button", name=re.compile(r"^Start deck building")).click()
    expect(page.get_by_role("button", name="Restart deck building (25 minutes)")).to_be_visible()
    phone.reload()
    expect(phone.locator("[data-ends-at]")).to_have_text(re.compile("^2[45]:"))

    # Round 1 pairs opposite seats of each pod.
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1 (draft)")
    page.get_by_role("button", name=re.compile("^Publish")).click()
    expect(page.locator("#entry-table")).to_be_focused()
    phase = load_history(fresh(event)).phase(1)
    second_pod = phase.pods[1]
    half = len(second_pod) // 2
    opposite = {frozenset((second_pod[n], second_pod[n + half])) for n in range(half)}
    assert opposite <= {frozenset(match.players) for match in phase.rounds[0].matches}

    # In all rounds players stay in their pods, and no pair meets twice.
    for number in (2, 3):
        event = reported(fresh(event), organiser)
        page.goto("/e/draft-night/desk/")
        page.get_by_role("button", name=f"Pair round {number}").click()
        page.get_by_role("button", name=re.compile("^Publish")).click()
        expect(page.locator("#entry-table")).to_be_focused()
    reported(fresh(event), organiser)
    page.goto("/e/draft-night/standings/")
    expect(page.locator("tbody tr").filter(has=page.locator(".name"))).to_have_count(13)
    phase = load_history(fresh(event)).phase(1)
    pod = {player: number for number, seats in enumerate(phase.pods) for player in seats}
    pairs = [match.players for round_ in phase.rounds for match in round_.matches if not match.is_bye]
    assert len(set(map(frozenset, pairs))) == len(pairs) == 3 * 6
    assert all(pod[first] == pod[second] for first, second in pairs)
    assert phase.kind == DRAFT_PODS


@pytest.fixture
def pods_of_all_sizes(event_from):
    """A draft with a pod of each size, of players with long names."""
    pods = [[f"p{size}-{seat}" for seat in range(1, size + 1)] for size in range(4, 12)]
    players = [
        {"id": player, "name": f"Maximiliana Featherstonehaugh-Cholmondeley {player}"}
        for player in chain.from_iterable(pods)
    ]
    phase = {"kind": "draft", "name": "Draft", "rounds": [], "pods": pods}
    data = {"format": "topcut/1", "event": {"name": "Draft night", "rulebook": "magic"}}
    return event_from(data | {"players": players, "phases": [phase]})


@pytest.mark.slow
def test_names_around_a_pod_of_any_size_do_not_overlap(pods_of_all_sizes, phone):
    phone.goto(f"/e/{pods_of_all_sizes.slug}/draft/")
    rings = phone.locator("svg.ring")
    expect(rings).to_have_count(8)
    for viewport in (PHONE["viewport"], DESKTOP["viewport"]):
        phone.set_viewport_size(viewport)
        for size in range(4, 12):
            assert rings.nth(size - 4).evaluate(LIST_OVERLAPS) == []
