"""Who is shown how: every public page, feed, picture and file, for each state of a person and of an event.

The person has won the event; the table says what somebody without an account gets to see of the person there.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.access.permission_table import ANYBODY, MAY, SEES
from tests.support.desk_events import actor_of, fresh
from tests.support.shown_people import (
    AT_DESK,
    CLUB,
    IN_PUBLIC,
    addresses_of,
    draw_pictures,
    make_shown_people,
    polls_in,
    text_in,
)
from tournaments.events.actions.events import change_event
from tournaments.models import Person
from tournaments.people.actions.erasing import erase_person
from tournaments.people.actions.own_page import hide_myself, switch_own_profile_off
from tournaments.people.actions.people import change_person
from tournaments.people.actions.staff import hide_profile
from tournaments.rules.history import PRIVATE, UNLISTED

# The public name; that with a link to the profile; a page without either; a picture; as if it did not exist.
NAME, LINK, SILENT, PICTURE, UNKNOWN = "name", "name and link", "silent", "picture", "unknown"
COLUMNS = ("shown", "hidden", "unlisted", "private")
EVENT_PAGE, FEED = (NAME, NAME, NAME, UNKNOWN), (SILENT,) * 4
# Page → what it shows with a profile that is on, and with one that is not; and, with a profile that is on, of
# an event that is unlisted, and of a private one.
EVENT_TABLE = {
    "event": EVENT_PAGE,
    "phase": EVENT_PAGE,
    "round": EVENT_PAGE,
    "draw": EVENT_PAGE,
    "standings": EVENT_PAGE,
    "published": EVENT_PAGE,
    "bracket": EVENT_PAGE,
    "players": EVENT_PAGE,
    "player": (LINK, NAME, LINK, UNKNOWN),
    "prizes": EVENT_PAGE,
    "about": EVENT_PAGE,
    "register": EVENT_PAGE,
    "forecast": EVENT_PAGE,
    "lists": EVENT_PAGE,
    "list": EVENT_PAGE,
    "list_text": (SILENT, SILENT, SILENT, UNKNOWN),
    "screen": EVENT_PAGE,
    # Its address is secret, and stays valid.
    "signed_screen": (NAME, NAME, NAME, NAME),
    "event_calendar": (SILENT, SILENT, SILENT, UNKNOWN),
    "event_preview": (PICTURE, PICTURE, PICTURE, UNKNOWN),
    "manifest": (SILENT, SILENT, SILENT, UNKNOWN),
}
OTHER_TABLE = {
    # Champions of public events.
    "home": (NAME, NAME, SILENT, SILENT),
    "all_events": (NAME, NAME, SILENT, SILENT),
    "club": (NAME, NAME, SILENT, SILENT),
    "club_events": (NAME, NAME, SILENT, SILENT),
    "club_calendar": FEED,
    "club_preview": (PICTURE,) * 4,
    "own_club_pages": FEED,
    # A public series counts public events alone.
    "series": (LINK, NAME, SILENT, SILENT),
    "print_series": (NAME, NAME, SILENT, SILENT),
    "series_screen": (NAME, NAME, SILENT, SILENT),
    "series_champion": (LINK, NAME, SILENT, SILENT),
    # Ratings are of public events alone, and of people with a profile.
    "club_rating_list": (LINK, SILENT, SILENT, SILENT),
    # The profile stays, without the event.
    "profile": (NAME, UNKNOWN, NAME, NAME),
    "profile of the opponent": (LINK, SILENT, SILENT, SILENT),
    "own page of the opponent": FEED,
    "data of the opponent": FEED,
}
# Addresses without anything of players; forms and secrets of others; pages of drafts, and of a phone's pick.
WITHOUT_PEOPLE = {
    "login",
    "sign_up",
    "password_reset",
    "password_reset_confirm",
    "invitation",
    "service_worker",
    "lab",
    "simulation",
    "simulation_csv",
    "simulation_plan",
    "compare",
    "club_logo",
    "series_rules",
    "lost_link",
    "moved_columns",
    "status_fragment",
    "draft",
    "venue_code",
    "pick",
    "picked",
    "picked_manifest",
    "report_picked",
    "tick_picked",
    "push_picked",
    "push_key",
    "judge_picked",
}
# With the secret of a player or of a person, for whom they are.
SECRET = {
    "me",
    "own_manifest",
    "report_own",
    "tick_own",
    "push_own",
    "push_person",
    "accept_invitation",
    "decline_invitation",
    "call_judge",
    "drop_myself",
    "dispute_result",
    "own_list",
    "check_in_myself",
    "withdraw",
    "edit_registration",
    "register_again",
    "confirm_email",
    "own_club_page",
    "register_at_club",
    "forget_club_on_phone",
    "own_club_settings",
    "own_club_address",
    "own_club_data",
    "own_club_calendar",
    "confirm_club_address",
}


@pytest.fixture
def people(organiser):
    return make_shown_people(organiser)


@pytest.fixture
def actor(organiser):
    return actor_of(organiser)


def with_profile(_people, _actor):
    """Everybody has a profile to begin with."""


def hidden_by_the_staff(people, actor):
    hide_profile(people.ended.club, actor, people.person.pk)


def hidden_by_the_person(people, actor):
    hide_myself(people.ended.club, actor, people.person.pk)


def switched_off(people, actor):
    switch_own_profile_off(people.ended.club, actor, people.person.pk)


def under_age(people, actor):
    change_person(people.ended.club, actor, people.person.pk, is_minor=True)


def undecided(people, _actor):
    Person.objects.filter(pk=people.person.pk).update(has_profile=None)


def unlisted(people, actor):
    change_event(fresh(people.ended), actor, visibility=UNLISTED)


def private(people, actor):
    change_event(fresh(people.ended), actor, visibility=PRIVATE)


STATES = {
    with_profile: "shown",
    hidden_by_the_staff: "hidden",
    hidden_by_the_person: "hidden",
    switched_off: "hidden",
    under_age: "hidden",
    undecided: "hidden",
    unlisted: "unlisted",
    private: "private",
}


def pages(people) -> list[tuple[str, str]]:
    """Return (row of the table, address) of all pages."""
    rows = [(name, one) for name in EVENT_TABLE for one in addresses_of(name, people.ended, people.person)]
    rows += [(name, reverse(name)) for name in ("home", "all_events")]
    rows += [(name, one) for name in OTHER_TABLE if "club" in name for one in addresses_of(name)]
    opponent = people.opponent
    return [
        *rows,
        ("profile", reverse("club_profile", args=[CLUB, people.person.public_id])),
        ("profile of the opponent", reverse("club_profile", args=[CLUB, opponent.public_id])),
        ("own page of the opponent", reverse("own_club_page", args=[CLUB, opponent.token])),
        ("data of the opponent", reverse("own_club_data", args=[CLUB, opponent.token])),
    ]


def seen_in(answer, people) -> str:
    """Return what somebody sees of the person in an answer, which holds no other name of the person."""
    if answer.status_code != 200:
        assert answer.status_code == 404
        return UNKNOWN
    if answer["Content-Type"].startswith("image/"):
        return PICTURE
    text = text_in(answer)
    assert AT_DESK not in text and people.former not in text
    if f"/players/{people.person.public_id}/" in text:
        return LINK
    return NAME if IN_PUBLIC in text else SILENT


# Which setting hides the profile makes no difference to the pages.
SIMILAR = {hidden_by_the_person, switched_off, undecided}


@pytest.mark.parametrize(
    ("change", "column"),
    [
        pytest.param(*one, id=one[0].__name__, marks=pytest.mark.slow if one[0] in SIMILAR else ())
        for one in STATES.items()
    ],
)
def test_everything_public_shows_a_person_as_the_table_says(people, actor, change, column):
    change(people, actor)
    draw_pictures()
    table, browser = EVENT_TABLE | OTHER_TABLE, Client(headers={"accept-encoding": "gzip"})
    wrong = {}
    for row, address in pages(people):
        answer = browser.get(address)
        seen, expected = seen_in(answer, people), table[row][COLUMNS.index(column)]
        if seen != expected:
            wrong[address] = f"{seen}, not {expected}"
        for poll in polls_in(text_in(answer)) if seen in (NAME, LINK) else ():
            assert seen_in(browser.get(poll), people) in (NAME, LINK, SILENT), poll
    assert not wrong


def test_the_table_has_every_page_without_a_secret():
    public = {name for name, (get, _post) in MAY.items() if get in (SEES, ANYBODY)}
    helps = {name for name in public if name.startswith("help")}
    rows = {*EVENT_TABLE, *OTHER_TABLE, "club_profile"}
    assert public - helps - WITHOUT_PEOPLE - SECRET == {
        row for row in rows if " " not in row and row != "profile"
    }


# What differs between two answers of one moment.
CHANGING = re.compile(r'data-now="[^"]*"')


@pytest.mark.parametrize("name", [name for name, row in EVENT_TABLE.items() if row[-1] == UNKNOWN])
def test_a_private_event_answers_like_none_on_every_page(people, actor, name):
    addresses = addresses_of(name, people.ended, people.person)
    private(people, actor)
    for address in addresses:
        answers = [Client().get(one) for one in (address, address.replace(people.ended.slug, "nowhere"))]
        first, second = (CHANGING.sub("", text_in(answer)) for answer in answers)
        assert [answer.status_code for answer in answers] == [404, 404]
        assert first.replace(people.ended.slug, "nowhere") == second


def test_an_erased_person_is_on_no_page_and_in_no_picture(people, actor):
    erase_person(people.ended.club, actor, people.person.pk, AT_DESK)
    for row, address in pages(people):
        answer = Client().get(address)
        assert seen_in(answer, people) in (SILENT, UNKNOWN, PICTURE), address
        assert row != "event_preview" or answer.status_code == 404, "it is drawn again"
    draw_pictures()
    assert Client().get(reverse("event_preview", args=[people.ended.slug])).status_code == 200
