"""Events of tables of four: Commander pods up to a champion, and a Hareruya event with betted points."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import (
    assert_never_reloaded,
    enter_all,
    import_file,
    open_and_watch,
    pair_and_publish,
    publish,
    quick_sign_in,
    tables_of,
    type_result,
)
from tests.support.desk_events import reported
from tournaments.models import Event
from tournaments.rules.history import BRACKET, PODS, EventHistory, PhaseRecord, PlayerRecord

NAMES = """Ann Bo Cy Di Ed Flo Gus
Hal Ida Jo Kit Lou Max Nia
Oz Pia Quin Ray Sue Tom Una"""


def pods_event(name, rulebook, count, rounds, finals, top):
    players = tuple(PlayerRecord(f"p{n}", player) for n, player in enumerate(NAMES.split()[:count], 1))
    cut = {"cut": {"top": top}, "finals": finals}
    phases = (PhaseRecord(PODS, "Pods", {"rounds": rounds}), PhaseRecord(BRACKET, "Finals", cut))
    return EventHistory(name, rulebook, players, phases)


def create_commander_night(desk):
    desk.goto("/new/")
    desk.get_by_label("Name", exact=True).fill("Commander night")
    desk.get_by_text("More formats").click()
    desk.get_by_role("radio", name=re.compile("^Commander night")).check()
    desk.get_by_label("Players", exact=True).fill("\n".join(NAMES.split()))
    desk.get_by_text("Top cut", exact=True).first.click()
    desk.get_by_role("radio", name=re.compile("^Top 10 in pods")).check()
    desk.get_by_role("button", name="Create event").click()


def players_at_tables(desk):
    """Return {table: number of players} of the round at the desk."""
    cells = desk.locator(".tables > [data-match]").all()
    return {int(cell.get_attribute("data-match")): count_seats(cell) for cell in cells}


def count_seats(cell):
    return sum(bool(cell.get_attribute(f"data-seat{seat}")) for seat in range(1, 6))


@pytest.mark.slow
def test_commander_pods_of_21_up_to_the_champion(organiser, page, phone):
    desk = page
    quick_sign_in(desk)
    create_commander_night(desk)
    pair_and_publish(desk, "Start round 1", "Round 1")
    assert sorted(players_at_tables(desk).values()) == [3, 3, 3, 4, 4, 4]

    # A phone shows its table, seat and opponents.
    phone.goto("/e/commander-night/")
    phone.get_by_label("Find your table").fill("una")
    phone.get_by_label("Find your table").press("Enter")
    card = phone.get_by_role("region", name="Your table")
    expect(card).to_contain_text(re.compile(r"seat \d, against \w+"))
    open_and_watch(phone, "/e/commander-night/standings/")
    _first, second = tables_of(desk)[1]
    type_result(desk, 1, "2")
    row = phone.get_by_role("row").filter(has=phone.get_by_role("link", name=second, exact=True))
    expect(row.locator(".points")).to_have_text("5")
    enter_all(desk, ["d"])
    expect(row.locator(".points")).to_have_text("1")
    for number in (2, 3):
        pair_and_publish(desk, f"Pair round {number}", f"Round {number}")
        reported(Event.objects.get(), organiser, 5, "3")
        type_result(desk, 6, "2")
    assert_never_reloaded(phone)

    desk.get_by_role("link", name="Review the cut").click()
    expect(desk.get_by_role("heading", name="10 players make the cut")).to_be_visible()
    desk.get_by_role("button", name="Cut to 10 players").click()
    publish(desk, "Pods")
    assert list(players_at_tables(desk).values()) == [4, 4]
    open_and_watch(phone, "/e/commander-night/bracket/")
    best = tables_of(desk)[2][0]
    type_result(desk, 1, "2")
    # A drawn pod: the player with the best rank goes on.
    type_result(desk, 2, "d")
    pair_and_publish(desk, "Pair the final pod", "Final pod")
    assert players_at_tables(desk) == {1: 4}
    expect(phone.get_by_text(best).filter(visible=True).first).to_be_visible()
    type_result(desk, 1, "2-1-3-4")
    champion = tables_of(desk)[1][1]
    desk.get_by_role("button", name="End event").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text(f"Champion: {champion}")
    expect(phone.get_by_text(f"{champion} is the champion.")).to_be_visible()
    assert_never_reloaded(phone)


@pytest.mark.slow
def test_a_hareruya_event_hides_its_points_until_the_cut(organiser, page, phone):
    desk = page
    quick_sign_in(desk)
    import_file(desk, pods_event("Hareruya night", "hareruya", 18, 4, "pods10", 10))
    desk.goto("/e/hareruya-night/desk/")
    pair_and_publish(desk, "Start round 1", "Round 1")
    assert sorted(players_at_tables(desk).values()) == [3, 3, 4, 4, 4]
    winner, loser = tables_of(desk)[1]
    type_result(desk, 1, "1")
    phone.goto("/e/hareruya-night/standings/")
    expect(phone.get_by_role("link", name=winner, exact=True)).to_have_count(0)
    desk.goto("/e/hareruya-night/standings/")
    row = desk.get_by_role("row").filter(has=desk.get_by_role("link", name=winner, exact=True))
    expect(row.locator(".points")).to_have_text("1210")
    row = desk.get_by_role("row").filter(has=desk.get_by_role("link", name=loser, exact=True))
    expect(row.locator(".points")).to_have_text("930")
    desk.goto("/e/hareruya-night/desk/")
    reported(Event.objects.get(), organiser, result_text="2")
    for number in (2, 3, 4):
        pair_and_publish(desk, f"Pair round {number}", f"Round {number}")
        reported(Event.objects.get(), organiser, result_text="1")
    desk.goto("/e/hareruya-night/desk/")
    desk.get_by_role("link", name="Review the cut").click()
    desk.get_by_role("button", name="Cut to 10 players").click()
    publish(desk, "Pods")
    phone.goto("/e/hareruya-night/phases/1/standings/")
    expect(phone.locator("tbody tr")).to_have_count(19)
    reported(Event.objects.get(), organiser, result_text="3")
    desk.goto("/e/hareruya-night/desk/")
    pair_and_publish(desk, "Pair the final pod", "Final pod")
    type_result(desk, 1, "4")
    champion = desk.locator(".tables > [data-match]").first.get_attribute("data-seat4")
    desk.get_by_role("button", name="End event").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text(f"Champion: {champion}")
