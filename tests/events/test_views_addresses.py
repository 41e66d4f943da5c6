"""Addresses of events that are not public: random, or Settings warn that they can be guessed."""

import pytest
from django.urls import reverse

from tests.support.case_tables import every
from tests.support.desk_events import actor_of, form, fresh, friday
from tests.support.pages import FACTS
from tournaments.changes.change import Actor
from tournaments.events.actions.events import change_event, create_event
from tournaments.events.pages.catalogue import can_be_guessed
from tournaments.models import Event
from tournaments.rules.history import EventHistory, PhaseRecord

WARNING = "The link to this event can be guessed"


def file_of(visibility):
    facts = {"name": "Harbour Open", "rulebook": "magic", "visibility": visibility}
    return {"format": "topcut/1", "event": facts, "players": [{"id": "p1", "name": "Ann"}]}


def settings_of(desk, event):
    return desk.get(reverse("desk_settings", args=[event.slug])).content.decode()


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_an_imported_unlisted_or_private_event_has_a_random_address(desk, event_from, visibility):
    event = event_from(file_of(visibility))
    assert event.slug.startswith("harbour-open-") and not can_be_guessed(event.slug)
    for guess in ("harbour-open", "harbour-open-2"):
        assert desk.get(f"/e/{guess}/").status_code == 404
    assert WARNING not in settings_of(desk, event)


def test_unlisted_events_of_one_name_have_different_addresses(organiser):
    history = EventHistory("Harbour Open", "magic", phases=(PhaseRecord(),), visibility="unlisted")
    slugs = {create_event(Actor("organiser", organiser), history).slug for _again in range(3)}
    assert len(slugs) == 3 and not any(map(can_be_guessed, slugs))


def test_a_long_name_leaves_room_for_the_random_part(organiser):
    history = EventHistory("n" * 200, "magic", phases=(PhaseRecord(),), visibility="unlisted")
    event = create_event(Actor("organiser", organiser), history)
    event.full_clean()
    assert not can_be_guessed(event.slug)


def test_the_address_of_a_public_event_is_its_name(desk, event_from):
    event = event_from(file_of("public"))
    assert event.slug == "harbour-open"
    assert WARNING not in settings_of(desk, event)


def test_settings_warn_of_the_guessable_address_of_an_event_that_becomes_unlisted(desk, organiser):
    event = friday(organiser)
    address = reverse("desk_settings", args=[event.slug])
    desk.post(address, form(event, **FACTS | {"visibility": "unlisted"}))
    assert fresh(event).visibility == "unlisted" and Event.objects.get().slug == event.slug
    assert WARNING in settings_of(desk, event)
    change_event(fresh(event), actor_of(organiser), name="Another name")
    assert WARNING in settings_of(desk, event)
    change_event(fresh(event), actor_of(organiser), visibility="private")
    assert WARNING not in settings_of(desk, event)


@every("slug", ["", "event", "friday-night", "open-20260214", "open-19970222", "winter-rhythms", "cup-2"])
def test_words_and_dates_of_a_name_do_not_look_random(slug):
    assert can_be_guessed(slug)
