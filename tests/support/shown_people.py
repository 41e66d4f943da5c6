"""Somebody known under several names, in an event that has ended and one that goes on, and all pages of both.

Nothing that the public sees may show a former name, or the one at the desk where another is public.
"""

import gzip
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import unescape

from django.db.models import F
from django.urls import get_resolver, reverse

from tests.support.database_states import cached_state
from tests.support.desk_events import actor_of, fresh, friday, paired, played, reported
from tests.support.worker import run_worker_after
from tournaments.access.secret_links import screen_code
from tournaments.clubs.actions import publish_club
from tournaments.events.actions.events import change_event
from tournaments.lists.actions import set_lists
from tournaments.models import (
    Event,
    ListVersion,
    Person,
    Player,
    PlayerResult,
    Preview,
    Series,
    SeriesEntry,
)
from tournaments.people.actions.people import change_person
from tournaments.people.actions.staff import hand_over_page
from tournaments.ratings.actions.lists import switch_on_ratings
from tournaments.results.actions.player_results import rebuild_results
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.history.players import AT_ONCE, REQUIRED, ListSettings
from tournaments.rules.series.presets import PRESETS
from tournaments.rules.series.stored_rules import write_rules

CLUB = "the-lantern"
# Everybody was entered with one of these names. Since then the winner is called otherwise.
NAMES = ["Rosalind", "Ottoline", "Barnabas", "Perpetua"]
AT_DESK, IN_PUBLIC = "Leopoldine Vance", "Quillfeather"
START = datetime(2026, 11, 20, 18, tzinfo=UTC)


@dataclass(frozen=True)
class ShownPeople:
    """An ended event won by the person, and a running one with the same players.

    `former` is the name that the person was entered with, `opponent` met the person in the final.
    """

    ended: Event
    running: Event
    person: Person
    former: str
    opponent: Person


def make_shown_people(organiser) -> ShownPeople:
    """Return two events of a published club whose people all have a profile and an own page."""
    ended = make_ended_event(organiser)
    winner, second = PlayerResult.objects.filter(event=ended, place__lte=2).order_by("place")
    person = Person.objects.get(name=AT_DESK)
    running = make_running_event(organiser)
    return ShownPeople(ended, running, person, winner.player.name, second.player.person)


@cached_state
def make_ended_event(organiser) -> Event:
    actor = actor_of(organiser)
    event = played(friday(organiser, NAMES, rounds=2, finals=("single", 2)), organiser, 2)
    finish_round(event, actor)
    event = reported(paired(event, organiser), organiser)
    finish_round(event, actor)
    change_event(fresh(event), actor, starts_at=START.isoformat(), timezone="UTC", game="Magic")
    publish_club(event.club, actor, "The Lantern", CLUB)
    ask_for_lists(event, actor)
    rebuild_results(fresh(event))
    series = Series.objects.create(
        club=event.club, slug="league", name="League", rules=write_rules(PRESETS["formula-1"].rules)
    )
    SeriesEntry.objects.create(series=series, event=event)
    for person in Person.objects.all():
        hand_over_page(event.club, actor, person.pk)
    Person.objects.update(has_profile=True)
    winner = PlayerResult.objects.get(event=event, place=1).player
    change_person(event.club, actor, winner.person_id, name=AT_DESK, public_name=IN_PUBLIC)
    switch_on_ratings(event.club, actor, "Magic", "shop")
    draw_pictures()
    return fresh(event)


@cached_state
def make_running_event(organiser) -> Event:
    event = paired(played(friday(organiser, NAMES), organiser), organiser)
    ask_for_lists(event, actor_of(organiser))
    return fresh(event)


def ask_for_lists(event: Event, actor):
    set_lists(fresh(event), actor, ListSettings(ask=REQUIRED, visible=AT_ONCE))
    for player in event.players.all():
        ListVersion.objects.create(
            event=event, player=player, at=event.created_at, text="60 Mountain", deck=f"{player.name}’s deck"
        )


def draw_pictures():
    """Let the worker draw the pictures that wait."""
    Preview.objects.update(waits_since=F("waits_since") - timedelta(minutes=1))
    run_worker_after(minutes=1)


def addresses_of(name: str, event: Event | None = None, person: Person | None = None) -> list[str]:
    """Return the addresses of this name: of the event, or of the club; `person` is the player meant."""
    player = event and person and Player.objects.filter(event=event, person=person).first()
    places = {
        "slug": event.slug if event else CLUB,
        "series": "league",
        "game": "magic",
        "phase": 2 if name == "bracket" else 1,
        "number": 1,
        "key": player.public_id if player else "none",
        "code": screen_code(event) if event else "",
    }
    return [
        reverse(name, kwargs={key: places[key] for key in ways[0][1]})
        for ways, *_rest in get_resolver().reverse_dict.getlist(name)
    ]


def text_in(answer) -> str:
    """Return all of an answer, also of one that is compressed or streamed."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if answer.get("Content-Encoding") == "gzip":
        body = gzip.decompress(body)
    return unescape(body.decode(errors="replace"))


def polls_in(text: str) -> list[str]:
    """Return the addresses that a page polls."""
    return sorted(set(re.findall(r'"(/[^"\s]*[?&]part=\w+)"', text)))
