"""Link previews as chats and search engines read them: pictures, and the heads of pages."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.db.models import F
from django.urls import reverse

from tests.support.desk_events import actor_of, fresh, friday, played
from tests.support.people import at, joined
from tests.support.registrations import open_registration, register
from tests.support.worker import run_worker_after
from tournaments.clubs.actions import publish_club
from tournaments.events.actions.cancelling import cancel_event
from tournaments.events.actions.events import change_event
from tournaments.models import Event, Preview
from tournaments.players.actions.erasure import erase_player
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.history import PRIVATE, PUBLIC, UNLISTED

START = datetime(2026, 12, 4, 18, tzinfo=UTC)


def draw():
    Preview.objects.update(waits_since=F("waits_since") - timedelta(minutes=1))
    run_worker_after(minutes=1)


@pytest.fixture
def event(organiser):
    """A drawn event of a published club."""
    event = friday(organiser, names=["Anna", "Ben", "Cleo", "Dan"], rounds=2)
    facts = {"starts_at": START.isoformat(), "timezone": "Europe/Rome", "place": "Via Roma 12"}
    change_event(event, actor_of(organiser), game="Magic", game_format="Modern", **facts)
    publish_club(event.club, actor_of(organiser), "The Lantern", "the-lantern")
    draw()
    return fresh(event)


@pytest.fixture
def ended(event, organiser):
    """Dan has won."""
    played(event, organiser, rounds=2)
    finish_round(fresh(event), actor_of(organiser))
    draw()
    return fresh(event)


def head_of(response) -> dict[str, str]:
    """Return the properties in the head by name."""
    pairs = re.findall(
        r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"', page_of(response)
    )
    return {name: unescape(text) for name, text in pairs}


def page_of(response) -> str:
    return response.content.decode()


def picture_of(client, event):
    return client.get(at(event, "event_preview"))


def test_the_page_names_the_picture_which_is_sent_with_an_etag(client, event):
    head = head_of(client.get(at(event, "event")))
    hash_ = Preview.objects.get(event=event).hash
    assert head["og:image"] == f"http://testserver/e/{event.slug}/preview.png?v={hash_}"
    answer = client.get(head["og:image"])
    assert answer["Content-Type"] == "image/png" and answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert answer["ETag"] == f'"{hash_}"' and answer["Cache-Control"] == "public, no-cache"
    again = client.get(head["og:image"], headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304 and not again.content and again["ETag"] == answer["ETag"]


def test_the_head_says_what_when_and_where(client, event):
    head = head_of(client.get(at(event, "event"), {"find": "anna"}))
    assert head["og:title"] == "Friday night" and head["og:type"] == "website"
    assert head["og:description"] == "Fri 4 Dec · Via Roma 12 · Magic Modern"
    assert head["og:url"] == f"http://testserver/e/{event.slug}/"
    assert head["twitter:card"] == "summary_large_image"


def test_the_site_address_of_the_settings_is_used(client, event, settings):
    settings.SITE_URL = "https://topcut.example/"
    head = head_of(client.get(at(event, "event")))
    assert head["og:image"].startswith("https://topcut.example/e/")


def test_without_a_picture_the_head_names_none(client, event, organiser):
    Preview.objects.all().delete()
    head = head_of(client.get(at(event, "event")))
    assert "og:title" in head and "og:image" not in head and "twitter:card" not in head
    assert picture_of(client, event).status_code == 404
    assert client.get(reverse("club_preview", args=["the-lantern"])).status_code == 404


def test_the_champion_is_in_the_description(client, ended):
    head = head_of(client.get(at(ended, "event")))
    assert head["og:description"].startswith("Champion: Dan · Fri 4 Dec")
    assert Preview.objects.get(event=ended).has_people


def test_an_erased_champion_is_gone_at_once(client, ended, organiser):
    etag = picture_of(client, ended)["ETag"]
    erase_player(ended, actor_of(organiser), "p4", "Dan")
    head = head_of(client.get(at(ended, "event")))
    assert "Dan" not in str(head) and "og:image" not in head
    assert client.get(at(ended, "event_preview"), headers={"if-none-match": etag}).status_code == 404
    draw()
    assert picture_of(client, ended).status_code == 200


def test_a_picture_with_a_name_is_shown_for_one_layout_version(client, ended):
    """Even if the change of a name forgets to say that something has changed."""
    Event.objects.filter(pk=ended.pk).update(layout_version=F("layout_version") + 1)
    assert picture_of(client, ended).status_code == 404
    assert "og:image" not in head_of(client.get(at(ended, "event")))


def test_a_private_event_has_none_for_anybody(client, event, organiser, desk):
    change_event(event, actor_of(organiser), visibility=PRIVATE)
    _staff, judge = joined(event, "jo", "judge")
    for browser in (client, judge, desk):
        assert picture_of(browser, event).status_code == 404
    page = judge.get(at(event, "event"))
    assert page.status_code == 200 and not head_of(page) and "SportsEvent" not in page_of(page)


def test_an_unlisted_event_has_a_preview_but_is_not_told_to_search_engines(client, event, organiser):
    change_event(event, actor_of(organiser), visibility=UNLISTED)
    draw()
    page = client.get(at(event, "event"))
    assert "og:image" in head_of(page) and "schema.org" not in page_of(page)
    assert picture_of(client, event).status_code == 200


def test_pages_with_a_secret_and_the_desk_have_no_preview(client, event, organiser, desk):
    event = open_registration(event, organiser)
    entry = register(event, "Zoe", email="zoe@example.org")
    player = event.players.first()
    pages = [
        client.get(at(event, "me", player.secret)),
        client.get(at(event, "me", entry.token)),
        client.get(at(event, "lost_link")),
        desk.get(at(event, "desk")),
        desk.get(at(event, "desk_players")),
        desk.get(reverse("club_desk", args=["the-lantern"])),
    ]
    assert [page.status_code for page in pages] == [200] * len(pages)
    assert [head_of(page) for page in pages] == [{}] * len(pages)


@pytest.mark.parametrize("name", ["event", "standings", "about", "register"])
def test_pages_that_are_shared_have_a_preview_with_their_own_address(client, event, organiser, name):
    open_registration(event, organiser)
    head = head_of(client.get(at(event, name)))
    assert head["og:url"] == f"http://testserver{at(event, name)}" and "og:image" in head


def test_a_club_has_a_preview(client, event):
    head = head_of(client.get(reverse("club", args=["the-lantern"])))
    assert head["og:title"] == "The Lantern" and head["og:url"] == "http://testserver/c/the-lantern/"
    assert client.get(head["og:image"]).status_code == 200


def test_a_public_event_is_described_for_search_engines(client, event, organiser):
    text = page_of(client.get(at(event, "event")))
    block = text[text.index("https://schema.org/SportsEvent") :]
    facts = dict(re.findall(r'itemprop="(\w+)" (?:content|href)="([^"]*)"', block))
    assert facts["startDate"] == "2026-12-04T19:00:00+01:00" and facts["sport"] == "Magic"
    assert facts["eventStatus"] == "https://schema.org/EventScheduled"
    assert facts["address"] == "Via Roma 12" and "The Lantern" in block
    assert facts["image"].startswith(f"http://testserver/e/{event.slug}/preview.png?v=")
    assert not any(name in block.partition("</main>")[0] for name in ("Anna", "Ben", "Cleo", "Dan"))
    cancel_event(fresh(event), actor_of(organiser), "The roof leaks")
    page = client.get(at(event, "event"))
    assert "https://schema.org/EventCancelled" in page_of(page)
    assert head_of(page)["og:description"].startswith("Cancelled · ")


def test_names_are_escaped(client, event, organiser):
    change_event(event, actor_of(organiser), name='"><script>alert(1)</script>', visibility=PUBLIC)
    page = client.get(at(event, "event"))
    assert "<script>alert" not in page_of(page)
    assert head_of(page)["og:title"] == '"><script>alert(1)</script>'
