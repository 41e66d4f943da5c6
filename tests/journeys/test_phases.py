"""An event of two days: Swiss, a second day with carried points, a cut to finals with a tie at the line."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import quick_sign_in
from tests.support.desk_events import actor_of, fresh, paired, reported
from tournaments.history.cache import load_history
from tournaments.models import Event
from tournaments.players.actions.players import add_players
from tournaments.rules.history import BRACKET
from tournaments.rules.standings.standings import standings

NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jia", "Kai", "Lea"]


def create_two_days(page):
    page.goto("/new/")
    page.get_by_label("Name", exact=True).fill("Two days")
    page.locator(".toggle label", has_text="All").click()
    page.get_by_role("radio", name=re.compile("^Custom")).check()
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_text("Kind of rounds", exact=True).first.click()
    page.get_by_role("radio", name=re.compile("^Two-day Swiss")).check()
    page.get_by_text("Top cut", exact=True).first.click()
    page.get_by_role("radio", name=re.compile("^Single elimination")).check()
    page.get_by_label("Players in the cut").fill("4")
    page.get_by_role("button", name="Create event").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Players")


def plan_the_second_day(page):
    page.goto("/e/two-days/desk/phases/")
    page.get_by_role("link", name="Edit Day 2").click()
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_label("Maximum losses").fill("1")
    expect(page.get_by_label("Carry over from the previous phase")).to_be_checked()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("at most 1 loss", exact=True)).to_be_visible()
    page.get_by_role("link", name="Edit Top 4").or_(page.get_by_role("link", name="Edit Single")).click()
    page.get_by_label("Ties at the cut line").select_option("in")
    page.get_by_label("At most").fill("8")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("everyone tied at the cut line is in")).to_be_visible()


@pytest.mark.slow
def test_two_days_of_swiss_and_finals(organiser, page, phone):
    quick_sign_in(page)
    create_two_days(page)
    plan_the_second_day(page)
    event = Event.objects.get(slug="two-days")
    add_players(event, actor_of(organiser), "\n".join(NAMES))
    for _ in range(2):
        event = reported(paired(fresh(event), organiser), organiser)

    # After day one the cut is previewed, another one tried, and the planned one made.
    page.goto("/e/two-days/desk/")
    page.get_by_role("link", name="Review the cut").click()
    expect(page.get_by_role("heading", name="Cut to Day 2")).to_be_visible()
    expect(page.get_by_role("heading", name="9 players make the cut")).to_be_visible()
    expect(page.get_by_text("2 losses (1 allowed)")).to_have_count(3)
    page.get_by_label("Top players", exact=True).fill("13")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("takes 13 players, but only 12 are left")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Cut to 9 players").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("draft")
    page.get_by_role("button", name=re.compile("^Publish")).click()
    event = reported(fresh(event), organiser)
    pairs = [frozenset(m.players) for p in load_history(event).phases for r in p.rounds for m in r.matches]
    assert len(set(pairs)) == len(pairs)

    # The standings on a phone include the first day.
    phone.goto("/e/two-days/standings/")
    expect(phone.get_by_text("carry over from: Day 1")).to_be_visible()
    expect(phone.locator("tbody .record").first).to_have_text("3–0")
    phone.get_by_role("link", name="Day 1", exact=True).click()
    expect(phone.locator("tbody tr[data-player]")).to_have_count(12)

    # After day two there is a tie at the line: all tied players go on.
    event = reported(paired(event, organiser), organiser)
    rows = standings(load_history(event).phase(2), live=True).rows
    line = next(n for n in range(2, 8) if rows[n - 1].points == rows[n].points)
    tied = [row for row in rows if row.points >= rows[line].points]
    page.goto("/e/two-days/desk/round/cut/")
    page.get_by_label("Top players", exact=True).fill(str(line))
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name=f"{len(tied)} players make the cut")).to_be_visible()
    assert line < len(tied) <= 8
    page.get_by_role("button", name=f"Cut to {len(tied)} players").click()
    page.get_by_role("button", name=re.compile("^Publish")).click()
    finals = load_history(fresh(event)).phase(3)
    assert finals.kind == BRACKET
    assert finals.entrants == tuple(row.player for row in tied)
    phone.goto("/e/two-days/bracket/")
    expect(phone.locator(".br-match").get_by_role("link", name=rows[0].name)).to_be_visible()
