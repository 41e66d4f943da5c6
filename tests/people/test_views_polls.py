"""Pages that are open while a person is hidden, renamed, merged, split or erased.

Every page is polled before and after: no answer that begins after the commit has the former name, whatever
version the browser or the cache has.
"""

import re
from dataclasses import dataclass

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.support.shown_people import (
    AT_DESK,
    CLUB,
    IN_PUBLIC,
    addresses_of,
    make_shown_people,
    polls_in,
    text_in,
)
from tournaments.models import Event, Person, Player

# Pages that name players, of each event.
EVENT_PAGES = [
    *("event", "phase", "round", "standings", "published", "bracket", "players", "player", "about"),
    *("prizes", "forecast", "lists", "list", "screen", "signed_screen", "event_preview", "draw"),
]
NEXT_NAME = "Nightjar"


@pytest.fixture
def people(organiser):
    return make_shown_people(organiser)


@dataclass(frozen=True)
class Poll:
    """An address, and what a browser has of it."""

    address: str
    tag: str
    text: str


def addresses(people) -> list[str]:
    """Return all pages that name the person, with those of the opponent's own, and the profiles."""
    found = [
        address
        for event in (people.ended, people.running)
        for name in EVENT_PAGES
        for address in addresses_of(name, event, people.person)
    ]
    for player in Player.objects.filter(event=people.running):
        found.append(reverse("me", args=[people.running.slug, player.secret]))
    for person in Person.objects.all():
        found.append(reverse("club_profile", args=[CLUB, person.public_id]))
    names = ("club", "club_events", "club_calendar")
    return [*found, *(reverse(name, args=[CLUB]) for name in names), reverse("home"), reverse("all_events")]


def poll_all(browser, people) -> list[Poll]:
    """Open every page and what it polls, and poll once with its tag, so that caches hold all of it."""
    polls = []
    for address in addresses(people):
        answer = browser.get(address)
        text = text_in(answer)
        polls.append(Poll(address, answer.get("ETag", ""), text))
        for polled in polls_in(text):
            answer = browser.get(polled)
            polls.append(Poll(polled, answer.get("ETag", ""), text_in(answer)))
    for poll in polls:
        if poll.tag:
            assert browser.get(poll.address, headers={"if-none-match": poll.tag}).status_code == 304
    return polls


@dataclass(frozen=True)
class Case:
    """A change at the desk or on the own page, and what no page may show after it.

    `begin` makes what has to exist before; `gone` returns the words. Where the change concerns one event
    alone, `only` is its name in ShownPeople, and only pages of that event are compared.
    """

    change: object
    gone: object = lambda people: IN_PUBLIC
    begin: object = lambda people, desk: None
    only: str = ""


def at_person(name, person):
    return reverse(name, args=[CLUB, person.public_id])


def profile_of(people) -> str:
    return reverse("club_profile", args=[CLUB, people.person.public_id])


def profiles_of(name: str) -> list[str]:
    people = Person.objects.filter(public_name=name)
    return [at_person("club_profile", person) for person in people]


def rename(people, desk):
    data = {"name": AT_DESK, "public_name": NEXT_NAME}
    desk.post(at_person("club_person", people.person), data)


def shorten(people, desk):
    desk.post(at_person("change_club_public_name", people.person), {"public_name": "Leopoldine V."})


def own_settings(people, **data):
    Client().post(reverse("own_club_settings", args=[CLUB, people.person.token]), {"key": "own.1", **data})


def choose_name(people, _desk):
    own_settings(people, do="name", kind="other", other=NEXT_NAME)


def hide_myself(people, _desk):
    own_settings(people, do="hide")


def hide(people, desk):
    desk.post(at_person("hide_club_profile", people.person))


def mark_under_age(people, desk):
    data = {"name": AT_DESK, "public_name": IN_PUBLIC, "is_minor": "on"}
    desk.post(at_person("club_person", people.person), data)


def make_another(people, _desk):
    names = {"name": "Nora Jarvis", "public_name": NEXT_NAME}
    Person.objects.create(club=people.ended.club, has_profile=True, **names)


def merge(people, desk):
    kept = Person.objects.get(public_name=NEXT_NAME)
    desk.post(at_person("merge_club_people", kept), {"other": people.person.public_id})


def merge_another(people, desk):
    make_another(people, desk)
    merge(people, desk)


def undo(people, desk):
    newest = people.ended.club.log.order_by("-id").first()
    desk.post(reverse("undo_club_entry", args=[CLUB, newest.pk]))


def split(people, desk):
    player = Player.objects.get(event=people.ended, person=people.person)
    data = {"name": NEXT_NAME, "players": [player.pk]}
    desk.post(at_person("split_club_person", people.person), data)


def assign(people, desk):
    player = Player.objects.get(event=people.running, person=people.person)
    data = {"person": Person.objects.get(public_name=NEXT_NAME).public_id}
    desk.post(reverse("assign_club_player", args=[CLUB, player.pk]), data)


def unlink(people, _desk):
    """Make the running event one from before the club knew its people."""
    Player.objects.filter(event=people.running).update(person=None, person_reason="")
    Event.objects.filter(pk=people.running.pk).update(layout_version=F("layout_version") + 1)


def link_past(people, desk):
    desk.post(reverse("link_past_club_events", args=[CLUB]))
    assert Player.objects.filter(event=people.running, person=people.person).exists()


def answer_somebody_else(people, desk):
    """The answer for one player links the others of the event, too."""
    player = Player.objects.filter(event=people.running).exclude(name=people.former).first()
    data = {"player": player.pk, "people": [people.person.pk], "else": "1"}
    desk.post(reverse("answer_club_doubt", args=[CLUB]), data)
    assert Player.objects.filter(event=people.running, person=people.person).exists()


def erase(people, desk):
    desk.post(at_person("erase_club_person", people.person), {"name": AT_DESK})


CASES = {
    "renamed at the desk": Case(rename),
    "shortened with one tap": Case(shorten),
    "renamed on the own page": Case(choose_name),
    "merged": Case(merge, begin=make_another),
    "merged, and undone": Case(undo, gone=lambda people: NEXT_NAME, begin=merge_another),
    "split": Case(split, only="ended"),
    "an event assigned to another": Case(assign, begin=make_another, only="running"),
    "linked with past events": Case(
        link_past, gone=lambda people: people.former, begin=unlink, only="running"
    ),
    "linked after an answer": Case(
        answer_somebody_else, gone=lambda people: people.former, begin=unlink, only="running"
    ),
    "erased": Case(erase),
    "hidden by the staff": Case(hide, gone=profile_of),
    "hidden on the own page": Case(hide_myself, gone=profile_of),
    "marked under age": Case(mark_under_age, gone=profile_of),
}


# The others make the pages anew in the same way as one of these.
DIFFERENT = {"renamed at the desk", "merged", "split", "linked after an answer", "erased", "marked under age"}


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(one, id=name, marks=() if name in DIFFERENT else pytest.mark.slow)
        for name, one in CASES.items()
    ],
)
def test_no_poll_after_the_change_has_what_is_gone(people, desk, case):
    case.begin(people, desk)
    browser = Client(headers={"accept-encoding": "gzip"})
    polls = poll_all(browser, people)
    if case.only:
        polls = [poll for poll in polls if f"/{getattr(people, case.only).slug}/" in poll.address]
    gone = case.gone(people)
    # Somebody else may bear that name.
    others = profiles_of(gone) if case.change is undo else []
    polls = [poll for poll in polls if poll.address not in others]
    before = [poll for poll in polls if gone in poll.text]
    assert len(before) > 3
    case.change(people, desk)
    for poll in before:
        if poll.tag:
            answer = browser.get(poll.address, headers={"if-none-match": poll.tag})
            assert answer.status_code != 304, poll.address
            assert gone not in text_in(answer), poll.address
    for poll in polls:
        # A profile's own address is in the answer that it is unknown.
        assert poll.address == gone or gone not in text_in(Client().get(poll.address)), poll.address


def test_a_picture_with_the_former_name_is_gone_at_once(people, desk):
    address = reverse("event_preview", args=[people.ended.slug])
    tag = Client().get(address)["ETag"]
    # Beside these, the button Share asks for the address by a script, and does without a picture.
    names_picture = re.compile(r'(?:content|href)="[^"]*preview\.png')
    event_page = reverse("event", args=[people.ended.slug])
    assert names_picture.search(text_in(Client().get(event_page)))
    rename(people, desk)
    assert Client().get(address, headers={"if-none-match": tag}).status_code == 404
    assert not names_picture.search(text_in(Client().get(event_page)))


def test_polls_come_compressed_from_the_cache(people):
    address = f"{reverse('standings', args=[people.ended.slug])}?part=table"
    browser = Client(headers={"accept-encoding": "gzip"})
    first = browser.get(address)
    with CaptureQueriesContext(connection) as queries:
        second = browser.get(address)
    assert second["Content-Encoding"] == "gzip" and second.content == first.content
    assert IN_PUBLIC in text_in(second)
    assert not any("player" in query["sql"] for query in queries)
