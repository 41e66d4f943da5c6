"""An event of two days: Swiss, a second day that counts on, finals by a cut with a tie at the line."""

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.test_first_event import let_in
from tests.views.desk_events import actor_of, fresh, paired, reported
from tournaments.actions.players import players
from tournaments.models import Event
from tournaments.queries.history.cache import load_history
from tournaments.rules.history import BRACKET
from tournaments.rules.standings.standings import standings

NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jia", "Kai", "Lea"]


def make_two_days(page):
    page.goto("/new/")
    page.get_by_label("Name", exact=True).fill("Two days")
    page.get_by_role("radio", name=re.compile("^Swiss over two days")).check()
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_role("radio", name=re.compile("^Single elimination")).check()
    page.get_by_label("Cut to top").fill("4")
    page.get_by_role("button", name="Make the event").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("No players yet")


def plan_the_second_day(page):
    page.goto("/e/two-days/desk/phases/")
    page.get_by_role("link", name="Change Day two").click()
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_label("Losses at most").fill("1")
    expect(page.get_by_label("Counts on from the phase before")).to_be_checked()
    page.get_by_role("button", name="Store the phase").click()
    expect(page.get_by_text("at most 1 loss", exact=True)).to_be_visible()
    page.get_by_role("link", name="Change Top 4").or_(page.get_by_role("link", name="Change Single")).click()
    page.get_by_label("Level on points at the line").select_option("in")
    page.get_by_label("In no case more than").fill("8")
    page.get_by_role("button", name="Store the phase").click()
    expect(page.get_by_text("who is level on points at the line is in")).to_be_visible()


@pytest.mark.slow
def test_two_days_and_the_finals(organiser, page, phone):
    let_in(page)
    make_two_days(page)
    plan_the_second_day(page)
    event = Event.objects.get(slug="two-days")
    players.add_players(event, actor_of(organiser), "\n".join(NAMES))
    for _ in range(2):
        event = reported(paired(fresh(event), organiser), organiser)

    # Day one is over: the cut is looked at, another one tried, and made as planned.
    page.goto("/e/two-days/desk/")
    page.get_by_role("link", name="See who is in").click()
    expect(page.get_by_role("heading", name="The cut into Day two")).to_be_visible()
    expect(page.get_by_role("heading", name="9 are in")).to_be_visible()
    expect(page.get_by_text("2 losses, 1 allowed")).to_have_count(3)
    page.get_by_label("The best", exact=True).fill("13")
    page.get_by_role("button", name="Show who is in").click()
    expect(page.get_by_text("takes 13 players and only 12 are left")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Cut: 9 go on").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("a draft")
    page.get_by_role("button", name=re.compile("^Publish")).click()
    event = reported(fresh(event), organiser)
    met = [frozenset(m.players) for p in load_history(event).phases for r in p.rounds for m in r.matches]
    assert len(set(met)) == len(met)

    # The standings on a phone count on from the day before.
    phone.goto("/e/two-days/standings/")
    expect(phone.get_by_text("count on from: Day one")).to_be_visible()
    expect(phone.locator("tbody .record").first).to_have_text("3–0")
    phone.get_by_role("link", name="Day one", exact=True).click()
    expect(phone.locator("tbody tr[data-player]")).to_have_count(12)

    # Day two is over, with a tie at the line: all of it goes on.
    event = reported(paired(event, organiser), organiser)
    rows = standings(load_history(event), 2, live=True).rows
    line = next(n for n in range(2, 8) if rows[n - 1].points == rows[n].points)
    level = [row for row in rows if row.points >= rows[line].points]
    page.goto("/e/two-days/desk/round/cut/")
    page.get_by_label("The best", exact=True).fill(str(line))
    page.get_by_role("button", name="Show who is in").click()
    expect(page.get_by_role("heading", name=f"{len(level)} are in")).to_be_visible()
    assert line < len(level) <= 8
    page.get_by_role("button", name=f"Cut: {len(level)} go on").click()
    page.get_by_role("button", name=re.compile("^Publish")).click()
    finals = load_history(fresh(event)).phase(3)
    assert finals.kind == BRACKET
    assert finals.entrants == tuple(row.player for row in level)
    phone.goto("/e/two-days/bracket/")
    expect(phone.get_by_text(rows[0].name).first).to_be_visible()
