"""A winter championship: 88 players by import, the final eight, a corrected result, prizes by record."""

import csv
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.support.browser import (
    assert_never_reloaded,
    enter_all,
    go_to_the_desk,
    import_file,
    mark_page,
    pair_and_publish,
    publish,
    quick_sign_in,
)
from tournaments.rules.history import BRACKET, SWISS, EventHistory, PhaseRecord, PlayerRecord
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.rounds.progress import finish_current, next_round
from tournaments.rules.standings.standings import standings

FIRST = ["Aiko", "Bram", "Ciara", "Deniz", "Emeka", "Freya", "Goran", "Hanne", "Ismet", "Jonas", "Kirra"]
LAST = ["Abbott", "Brandvold", "Castellanos", "Dufresne", "Eze", "Fairweather", "Grzywacz", "Hallgrímsdóttir"]
RESULTS = ("3-0", "3-1", "2-3", "1-3")
ODDS_AT_THE_START = ["3/16", "3/16", "5/32", "1/8", "1/8", "3/32", "1/16", "1/16"]
ODDS_AFTER_FAVOURITES_WON = ["1/4", "1/4", "1/8", "1/8", "1/8", "1/8", "out", "out"]


def event_after_seven_rounds():
    """Return an event of 88 players after seven Swiss rounds with random results, before the final eight."""
    players = [PlayerRecord(f"p{n}", " ".join(names)) for n, names in enumerate(product(FIRST, LAST), 1)]
    swiss = PhaseRecord(SWISS, "Swiss", {"rounds": 7})
    eight = PhaseRecord(BRACKET, "Final eight", {"cut": {"top": 8}, "finals": "mcintyre8"})
    event = EventHistory("Winter Championship", "hct-2017", tuple(players), (swiss, eight))
    rng = Random(2017)
    for number in range(1, 8):
        change = next_round(event, f"round {number}")
        played = tuple(apply_result(match, rng.choice(RESULTS)) for match in change.round.matches)
        event = change.event.phase(1).with_round(replace(change.round, matches=played)).history
    return finish_current(event.current_phase).history


def set_the_prizes(desk):
    desk.goto("/e/winter-championship/desk/prizes/")
    desk.get_by_label("Swiss", exact=True).fill("x-2: 20 each")
    desk.get_by_label("Final eight", exact=True).fill("1: 500\n2: 250")
    desk.get_by_label("Currency").fill("€")
    desk.get_by_role("button", name="Save").click()
    expect(desk.get_by_text("Prizes saved")).to_be_visible()
    go_to_the_desk(desk)


def cut_to_eight(desk, rows):
    """Check the preview of the cut, then make it."""
    desk.get_by_role("link", name="Review the cut").click()
    expect(desk.get_by_role("heading", name="8 players make the cut")).to_be_visible()
    lines = desk.get_by_role("region", name="Players in the cut").locator("tbody tr")
    expect(lines).to_have_count(89)
    expect(lines.locator("th")).to_contain_text([row.name for row in rows])
    expect(lines.nth(8)).to_have_text("Cut: 8")
    last_in, first_out = (row.values["first_tiebreaker_sum"] for row in rows[7:9])
    reason = lines.nth(9).get_by_text(f"{first_out:.0f} v {last_in:.0f}")
    expect(reason).to_be_in_viewport()
    desk.get_by_role("button", name="Cut to 8 players").click()
    publish(desk, "Qualifying finals")


def correct_table_four(desk):
    """Correct table 4 of the qualifying finals; return the listed consequences."""
    desk.goto("/e/winter-championship/desk/?phase=2&round=1")
    desk.locator("#t4").get_by_role("button", name="1–3").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Qualifying finals, table 4")
    consequences = desk.locator(".consequences li").all_inner_texts()
    desk.get_by_role("button", name="Save and undo 2 matches").click()
    expect(desk.get_by_text("Result corrected")).to_be_visible()
    go_to_the_desk(desk)
    return consequences


def check_prizes(desk, paid):
    """Check the printed list of prizes and the CSV file against {name: sum}."""
    desk.goto("/e/winter-championship/prizes/")
    with desk.expect_download() as file:
        desk.get_by_role("link", name="CSV").click()
    lines = csv.DictReader(Path(file.value.path()).read_text().splitlines())
    assert {line["player"]: int(line["sum"]) for line in lines} == paid
    desk.emulate_media(media="print")
    payees = desk.locator(".payees .row")
    expect(payees).to_have_count(len(paid))
    assert {row.locator("a").inner_text(): row.locator(".row-end").inner_text() for row in payees.all()} == {
        name: f"€{sum_}" for name, sum_ in paid.items()
    }
    expect(payees.last).to_be_visible()
    expect(desk.get_by_role("navigation", name="Event")).to_be_hidden()


@pytest.mark.slow
def test_a_championship_from_its_file_to_the_prizes(organiser, page, phone):
    event = event_after_seven_rounds()
    rows = standings(event.phase(1)).rows
    s1, s2, s3, s4, s5, s6, s7, s8 = (row.name for row in rows[:8])
    desk = page
    quick_sign_in(desk)
    import_file(desk, event)
    set_the_prizes(desk)
    cut_to_eight(desk, rows)

    # The odds are exact and can be hidden.
    phone.goto("/e/winter-championship/bracket/")
    odds = phone.locator("[data-key^='odds-'] td:last-child")
    expect(odds).to_have_text(ODDS_AT_THE_START)
    phone.get_by_role("link", name="Hide odds").tap()
    phone.get_by_role("link", name="Show odds").wait_for()
    expect(odds).to_have_count(0)
    phone.get_by_role("link", name="Show odds").tap()
    phone.get_by_role("link", name="Hide odds").wait_for()
    # A chosen round stays shown while later rounds begin.
    phone.get_by_role("link", name="Qualifying finals").tap()
    phone.wait_for_url("**round=1*")
    mark_page(phone)

    assert enter_all(desk, "31") == {1: (s1, s8), 2: (s2, s7), 3: (s3, s6), 4: (s4, s5)}
    expect(odds).to_have_text(ODDS_AFTER_FAVOURITES_WON)
    pair_and_publish(desk, "Pair the semi-finals", "Semi-finals")
    assert enter_all(desk, "31") == {1: (s3, s5), 2: (s4, s6)}

    # Seed 5 had won: seed 4 is in as the best loser, and both semi-finals have other players.
    assert correct_table_four(desk) == [
        f"Semi-final 1: {s4} 3–1 {s6} is undone; {s5} plays {s6}.",
        f"Semi-final 2: {s3} 3–1 {s5} is undone; {s3} plays {s4}.",
    ]
    expect(phone.locator("[data-key='box-QF1'] .lost")).to_contain_text(s4)
    assert enter_all(desk, "31") == {1: (s3, s4), 2: (s5, s6)}
    pair_and_publish(desk, "Pair the preliminary finals", "Preliminary finals")
    assert enter_all(desk, "13") == {1: (s1, s5), 2: (s2, s3)}
    pair_and_publish(desk, "Pair the grand final", "Grand final")
    enter_all(desk, "13")
    desk.get_by_role("button", name="End event").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text(f"Champion: {s5}")
    expect(phone.get_by_text(f"{s5} is the champion.")).to_be_visible()
    assert_never_reloaded(phone)
    phone.goto("/e/winter-championship/bracket/")
    expect(phone.get_by_role("link", name="Grand final")).to_be_in_viewport()

    paid = {row.name: 20 for row in rows if row.losses <= 2}
    phone.goto("/e/winter-championship/prizes/")
    expect(phone.locator(".payees .row").first).to_contain_text(
        f"{s5} Swiss: x–2 or better; Final eight: place 1 €520"
    )
    check_prizes(desk, paid | {s5: 520, s3: 270})
