"""Addresses of events that are not public: they cannot be guessed, or Settings say that they can."""

import pytest
from django.urls import reverse

from tests.case_tables import every
from tests.views.desk_events import actor_of, form, fresh, friday
from tournaments.actions.change import Actor
from tournaments.actions.events import events
from tournaments.models import Event
from tournaments.queries.events.addresses import can_be_guessed
from tournaments.rules.history import EventHistory, PhaseRecord

WARNING = "The address of this event can be guessed"


def file_of(visibility):
    facts = {"name": "Harbour Open", "rulebook": "magic", "visibility": visibility}
    return {"format": "topcut/1", "event": facts, "players": [{"id": "p1", "name": "Ann"}]}


def settings_of(desk, event):
    return desk.get(reverse("desk_settings", args=[event.slug])).content.decode()


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_an_event_imported_unlisted_or_private_has_an_address_that_nobody_can_guess(
    desk, event_from, visibility
):
    event = event_from(file_of(visibility))
    assert event.slug.startswith("harbour-open-") and not can_be_guessed(event.slug)
    for guess in ("harbour-open", "harbour-open-2"):
        assert desk.get(f"/e/{guess}/").status_code == 404
    assert WARNING not in settings_of(desk, event)


def test_an_event_created_unlisted_has_an_address_of_its_own_each_time(organiser):
    told = EventHistory("Harbour Open", "magic", phases=(PhaseRecord(),), visibility="unlisted")
    slugs = {events.create_event(Actor("organiser", organiser), told).slug for _again in range(3)}
    assert len(slugs) == 3 and not any(map(can_be_guessed, slugs))


def test_a_long_name_leaves_room_for_the_random_part(organiser):
    told = EventHistory("n" * 200, "magic", phases=(PhaseRecord(),), visibility="unlisted")
    event = events.create_event(Actor("organiser", organiser), told)
    event.full_clean()
    assert not can_be_guessed(event.slug)


def test_a_public_event_has_the_address_of_its_name(desk, event_from):
    event = event_from(file_of("public"))
    assert event.slug == "harbour-open"
    assert WARNING not in settings_of(desk, event)


def test_an_event_that_becomes_unlisted_keeps_its_address_and_settings_say_that_it_can_be_guessed(
    desk, organiser
):
    event = friday(organiser)
    address = reverse("desk_settings", args=[event.slug])
    desk.post(address, form(event, form="visibility", visibility="unlisted"))
    assert fresh(event).visibility == "unlisted" and Event.objects.get().slug == event.slug
    assert WARNING in settings_of(desk, event)
    events.change_event(fresh(event), actor_of(organiser), name="Another name")
    assert WARNING in settings_of(desk, event)
    events.change_event(fresh(event), actor_of(organiser), visibility="private")
    assert WARNING not in settings_of(desk, event)


@every("slug", ["", "event", "friday-night", "open-20260214", "open-19970222", "winter-rhythms", "cup-2"])
def test_the_words_and_dates_of_a_name_are_no_random_part(slug):
    assert can_be_guessed(slug)
