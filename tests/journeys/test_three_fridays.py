"""Fridays of a shop through the browser: no evening takes a click more than before the club knew its people.

The names of the first evening are typed; the others repeat it. From the second evening on regulars are known.
"""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.support.browser import Hands, enter_all, quick_sign_in
from tournaments.models import Event, Person, Player
from tournaments.rules.people.linking import NEW

pytestmark = pytest.mark.slow

REGULARS = ["Eva Duarte", "Michael Chen", "Wen Ng", "Zoe Alves"]
ROUNDS = 3


def type_all_names(hands):
    hands.page.goto("/")
    hands.click(hands.page.get_by_role("link", name="New event").first)
    hands.fill("Name", "Friday night")
    hands.fill("Players", "\n".join(REGULARS))
    hands.click("button", name="Create event")


def open_repeat(hands):
    hands.page.goto("/")
    hands.click(hands.page.get_by_role("link", name=re.compile("^Repeat this event")).first)


def repeat_with_everybody(hands):
    open_repeat(hands)
    hands.click("button", name="Create with all 4 players")


def go_to_players(hands):
    hands.click(hands.page.get_by_role("navigation", name="Desk").get_by_role("link", name="Players"))


def repeat_without_one_and_with_somebody_new(hands):
    """Zoe stays away, and Ada comes for the first time."""
    open_repeat(hands)
    hands.fill("New names", "Ada Brook")
    hands.click("button", name="Create with all 4 players")
    hands.click(hands.page.get_by_role("navigation", name="Desk").get_by_role("link", name="Players"))
    expect(hands.page.get_by_role("link", name="Ada Brook")).to_be_visible()
    hands.click("button", name="Drop Zoe Alves")
    expect(hands.page.get_by_role("button", name="Bring back Zoe Alves")).to_be_visible()


def repeat_with_those_who_came(hands):
    """Three are chosen from the list, and Ben comes for the first time."""
    open_repeat(hands)
    hands.click(hands.page.get_by_text(re.compile(r"^Choose from \d+ regulars$")))
    for name in REGULARS[:3]:
        hands.click("checkbox", name=re.compile(name))
    hands.fill("New names", "Ben Costa")
    hands.click("button", name="Create event")


def play(hands):
    """Play all rounds, and end the event. Results are typed at the desk, which takes no click."""
    for number in range(1, ROUNDS + 1):
        hands.click("button", name=re.compile(f"^(Start|Pair) round {number}$"))
        hands.click("button", name=re.compile("^Publish"))
        expect(hands.page.locator("#entry-table")).to_be_focused()
        enter_all(hands.page)
    hands.click("button", name="End event")
    expect(hands.page.get_by_role("heading", name=re.compile("^Champion"))).to_be_visible()


@dataclass(frozen=True)
class Evening:
    """How an evening begins, who is known and who is new, and what it took before there were people.

    `clicks` and `fields` are those of the shortest way from the home page to the end of the event in the
    version before clubs knew people. They were counted by running this script on it; there, somebody new on
    an evening that repeats another had to be added on the page of players.
    """

    begin: object
    known: list[str]
    new: list[str]
    clicks: int
    fields: int


EVENINGS = (
    Evening(type_all_names, [], REGULARS, clicks=9, fields=2),
    Evening(repeat_with_everybody, REGULARS, [], clicks=9, fields=0),
    Evening(repeat_without_one_and_with_somebody_new, REGULARS, ["Ada Brook"], clicks=12, fields=1),
    # The third Friday again, in the other way: with a click for each who came.
    Evening(repeat_with_those_who_came, REGULARS[:3], ["Ben Costa"], clicks=15, fields=1),
)


def test_no_evening_takes_a_click_more_than_before_and_regulars_are_known(organiser, page):
    quick_sign_in(page)
    for evening in EVENINGS:
        hands = Hands(page)
        evening.begin(hands)
        play(hands)
        assert hands.counts["clicks"] <= evening.clicks, evening.begin
        assert hands.counts["fields"] <= evening.fields, evening.begin
        players = Player.objects.filter(event=Event.objects.latest("id")).select_related("person")
        reasons = {player.name: player.person_reason for player in players}
        assert sorted(reasons) == sorted([*evening.known, *evening.new])
        assert {name for name, reason in reasons.items() if reason == NEW} == set(evening.new)
        assert all(player.person.name == player.name and not player.is_proposed for player in players)
    assert Person.objects.count() == len(REGULARS) + 2
    for name in REGULARS[:3]:
        assert Person.objects.get(name=name).players.count() == len(EVENINGS)
